import { say, type Text, words } from '../answer/say.ts';
import { shareOf } from './quantity.ts';
import type { Tally } from './tally.ts';

/** Where no address stands out but many of one network do, that network is the answer as much as any of them. */
export function networkAbove(ranked: readonly Tally[], whole: number): Text | undefined {
  const networks = new Map<string, { lines: number; addresses: number }>();
  for (const { key, count } of ranked) {
    const network = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(key)?.[1];
    if (network === undefined) continue;
    const known = networks.get(network) ?? { lines: 0, addresses: 0 };
    networks.set(network, { lines: known.lines + count, addresses: known.addresses + 1 });
  }
  const [top, second] = [...networks].sort((a, b) => b[1].lines - a[1].lines || a[0].localeCompare(b[0]));
  const leader = ranked[0]?.count ?? 0;
  if (top === undefined || top[1].addresses < 3 || top[1].lines < 4 * leader) return undefined;
  if (second !== undefined && top[1].lines < 2 * second[1].lines) return undefined;
  return say`Together the ${top[1].addresses} addresses of ${`${top[0]}.0/24`} have ${top[1].lines} lines (${words(shareOf(top[1].lines, whole))})`;
}
