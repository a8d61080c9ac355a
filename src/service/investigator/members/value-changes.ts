import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, say, words } from '../answer/say.ts';
import { singular } from '../calculate/columns.ts';
import { eachLine } from '../calculate/pass.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { countOf, linesOfAll } from '../words/unit.ts';
import { lookUpWords } from './asked-lines.ts';
import { contentWords } from './members-asked.ts';
import { sampleOf } from './read-members.ts';
import { chooseSlot, slotsFor } from './slots.ts';
import { tokensOf } from './tokens.ts';

const asksForChange =
  /^(?:and )?(?:when|at what time|how often|to what|from what|what) (?:did|does|has|was|were|is) (?:the |our |its )?((?:[\w-]+ ){0,2}?)([a-z][\w-]*) (?:of (?:the )?[\w./:-]+ )?(?:first |last )?(?:chang\w+|switch\w*|flip\w*|transition\w*|set|become|became)\b/i;
const mostChanges = 12;

interface Change {
  from: string;
  to: string;
  place: number;
  timeMs: number | undefined;
}

/** "When did the mode change, from what to what?" where lines state the mode and none tells of a change. */
export async function valueChanges(run: Investigation): Promise<Draft | undefined> {
  const match = asksForChange.exec(run.question.text);
  if (match === null) return undefined;
  const noun = singular(match[2]!);
  const beside = contentWords(match[1]!);
  const [change, own, ...others] = await lookUpWords(run, ['change', noun, ...beside]);
  if (own?.unit === undefined) return undefined;
  const held = [own, ...others].flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
  if (change?.unit !== undefined && countOf(linesOfAll([...held, change.unit])) > 0) return undefined;
  const lines = linesOfAll(held);
  const sample = await sampleOf(run, { lines, isMeant: () => true });
  const asked = {
    noun,
    isPlural: false,
    qualifiers: [],
    predicate: [],
    isPassive: false,
    isFailing: false,
    wantsReason: false,
  };
  const slots = slotsFor(sample, { asked, isPredicate: () => false }).filter(
    ({ key, fit }) => key.startsWith('field ') && fit >= 9,
  );
  const slot = chooseSlot(sample, slots, () => true);
  if (slot === undefined) return undefined;
  const changes: Change[] = [];
  let count = 0;
  let value: string | undefined;
  await eachLine(run, {
    times: run.question.times,
    lines,
    see(line) {
      const row = line.row();
      const next = slot.read({ row, tokens: tokensOf(row) });
      if (next === undefined) return;
      if (value !== undefined && next !== value) {
        count++;
        if (changes.length < mostChanges)
          changes.push({ from: value, to: next, place: line.place, timeMs: line.timeMs });
      }
      value = next;
    },
  });
  if (count === 0 || count > mostChanges) return undefined;
  const times = await timesOf(run);
  const told = changes.slice(0, 5).map((one) => say`${one.from} to ${one.to}${atTime(times, one.timeMs)}`);
  return lookUp({
    cause: say`${words(count === 1 ? '' : `${number(count)} changes: `)}${join(told, '; ')}${words(count > 5 ? ' and others' : '')}`,
    proof: changes.map((one) => claimAt(run, say`${one.from} to ${one.to}`, one.place)),
  });
}
