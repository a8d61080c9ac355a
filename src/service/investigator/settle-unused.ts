import type { Schema } from './facts/schema.ts';
import type { Scene } from './investigation.ts';
import type { Parsed } from './parse/parsed.ts';
import type { Query } from './query/query.ts';
import type { Result } from './run/result.ts';
import type { Settled } from './settle-none.ts';
import { isRun, settleReading } from './settle-reading.ts';

/** More words that are not used ask something else. */
const mostUnused = 2;
/** "Which surgeon", "how many refunds": of what nothing in the file is called so. */
const asked = /\b(?:which|what|whose|how many|number of|count of|any|an?)$/i;
/** What was done, or by whom: no name, no amount and no word for when. */
const plain = /^[a-z]{3,20}$/;
/** "Which hosts": several are asked for. */
const ofSeveral = /^(?:which|what) [a-z]+[^s\W]s\b/i;

/**
 * "Who killed our iptables rules": no line says killed, and one user is named by those of iptables. Where what was
 * understood of a question leaves one answer, that is given beside the words that were not used.
 */
export async function despiteUnused(
  scene: Scene,
  schema: Schema,
  checked: Parsed,
  text: string,
): Promise<(Settled & { checked: Parsed }) | undefined> {
  const unused = [...new Set([...checked.unread, ...checked.absent])];
  const isOther = (word: string) => !plain.test(word) || asked.test(text.slice(0, text.indexOf(word)).trim());
  const parsed: Parsed = { ...checked, unread: [], absent: [], isInferred: true, passedOver: unused };
  if (unused.length === 0 || unused.length > mostUnused || unused.some(isOther) || !isRun(parsed)) return undefined;
  const settled = await settleReading(scene, schema, parsed);
  const isOne = settled.run !== undefined && leavesOne(settled.run.result, settled.parsed.query, ofSeveral.test(text));
  return isOne ? { ...settled, checked: settled.parsed } : undefined;
}

/** One name, one line, or one that comes before all others. */
function leavesOne(result: Result, { take, where, order }: Query, isOfSeveral: boolean): boolean {
  if (result.shape === 'moment') return result.count === 1 && where.length > 0;
  if (result.shape !== 'groups') return false;
  const [first, second] = result.rows;
  if (take === 'values') return where.length > 0 && first !== undefined && second === undefined && !isOfSeveral;
  return take === 'count' && order === 'most' && first !== undefined && first.value > (second?.value ?? first.value);
}
