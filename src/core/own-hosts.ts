import { addressBits } from './networks.ts';

/**
 * Whether a `Host` header names this program: by an IP address, as localhost, or by a configured name. A page of a
 * stranger whose own name was made to lead here (DNS rebinding) can send any path and header, but not another host.
 */
export function createOwnHosts(names: { host: string; publicUrl: string | undefined }): (host: string) => boolean {
  const own = new Set([names.host.toLowerCase(), URL.parse(names.publicUrl ?? '')?.hostname]);
  return (host) => {
    const hostname = URL.parse(`http://${host}`)?.hostname;
    if (!hostname || !/^[\w.:[\]-]+$/.test(host)) return false;
    return hostname === 'localhost' || addressBits(hostname) !== undefined || own.has(hostname);
  };
}
