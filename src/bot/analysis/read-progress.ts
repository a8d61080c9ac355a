import { own, readResource } from './read-body.ts';

/** How far a file or a search is, 0 to 1, where the service tells: as a share, or in percent. */
export function readProgress(body: unknown): number | undefined {
  const resource = readResource(body);
  const told = own(own(resource, 'search') ?? resource, 'progress');
  if (typeof told !== 'number' || !(told >= 0 && told <= 100)) return undefined;
  return told > 1 ? told / 100 : told;
}
