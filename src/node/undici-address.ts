import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import type { OpenAddress } from '#bot/fetching/open-address.ts';
import { RemoteError } from '#core/errors.ts';
import { toWebStream } from '#core/to-web-stream.ts';
import { toHeaders } from './to-headers.ts';

const connectMs = 15_000;

/** A name that resolves to an address that is not allowed. */
class OutsideNetworks extends Error {}

/**
 * Addresses of files over undici. A host allowed by where it lies is resolved once, and connected to at the addresses that
 * were looked at and no others.
 */
export function createUndiciAddress(resolve: LookupFunction = lookup): { open: OpenAddress; close(): Promise<void> } {
  const byName = new Agent({ connect: { timeout: connectMs } });
  const byAddress = new Map<unknown, Agent>();

  function lookUpAmong(allows: (addresses: readonly string[]) => boolean): LookupFunction {
    return (hostname, options, done) =>
      resolve(hostname, { ...options, all: true }, (error, found) => {
        const addresses = Array.isArray(found) ? found : [];
        const [first] = addresses;
        if (error) done(error, []);
        else if (!first || !allows(addresses.map(({ address }) => address))) {
          done(new OutsideNetworks(`${hostname} lies in no allowed network`), []);
        } else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
  }

  function agentFor(allows: ((addresses: readonly string[]) => boolean) | undefined): Agent {
    if (!allows) return byName;
    const known = byAddress.get(allows);
    if (known) return known;
    const agent = new Agent({ connect: { timeout: connectMs, lookup: lookUpAmong(allows) } });
    byAddress.set(allows, agent);
    return agent;
  }

  return {
    async open({ url, authorization, allowsAddresses, answerMs, idleMs, signal }) {
      let answer: Dispatcher.ResponseData;
      try {
        answer = await request(url, {
          dispatcher: agentFor(allowsAddresses),
          method: 'GET',
          signal,
          headersTimeout: answerMs,
          bodyTimeout: idleMs,
          headers: { accept: '*/*', 'accept-encoding': 'identity', ...(authorization ? { authorization } : {}) },
        });
      } catch (cause) {
        if (cause instanceof OutsideNetworks) return 'blocked';
        throw new RemoteError('unavailable', `The file’s address could not be reached: ${url.host}`, { cause });
      }
      return { status: answer.statusCode, headers: toHeaders(answer.headers), body: toWebStream(answer.body) };
    },
    async close() {
      await Promise.all([byName, ...byAddress.values()].map((agent) => agent.close()));
    },
  };
}
