import { say } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { type Condition, wordConditions } from './conditions.ts';
import { eachLine } from './pass.ts';
import type { Side } from './sides.ts';

/**
 * The lines of two values. Where only a few lines name them (a version at its start), all lines from one that names a
 * value to the next that names the other are of that value.
 */
export async function sidesOfValues(run: Investigation, values: readonly string[]): Promise<[Side, Side] | undefined> {
  const [one, other] = await Promise.all(values.map((value) => conditionOf(run, value)));
  if (one === undefined || other === undefined) return undefined;
  const seen = { lines: 0, one: 0, other: 0 };
  await eachLine(run, {
    see(line) {
      seen.lines++;
      if (one.test(line)) seen.one++;
      else if (other.test(line)) seen.other++;
    },
  });
  const isPerLine = seen.one + seen.other > seen.lines * 0.1 || Math.min(seen.one, seen.other) > 200;
  const side = (value: string, test: Side['test']): Side => ({ name: say`${value}`, said: say`${value}`, test });
  if (isPerLine) return [side(values[0]!, one.test), side(values[1]!, other.test)];
  let state: 0 | 1 | undefined;
  let at = -1;
  const stateAt = (line: Parameters<Side['test']>[0]) => {
    if (line.place === at) return state;
    at = line.place;
    const [isOne, isOther] = [one.test(line), other.test(line)];
    if (isOne !== isOther) state = isOne ? 0 : 1;
    return state;
  };
  return [side(values[0]!, (line) => stateAt(line) === 0), side(values[1]!, (line) => stateAt(line) === 1)];
}

/** "v1.9.0" may be written without its letter. */
async function conditionOf(run: Investigation, value: string): Promise<Condition | undefined> {
  for (const spelled of /^v\d/i.test(value) ? [value, value.slice(1)] : [value]) {
    const { conditions } = await wordConditions(run, [spelled], () => false);
    if (conditions[0] !== undefined) return conditions[0];
  }
  return undefined;
}
