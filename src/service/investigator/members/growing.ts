import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, say, words } from '../answer/say.ts';
import { singular } from '../calculate/columns.ts';
import { eachLine } from '../calculate/pass.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { lookUpWords } from './asked-lines.ts';
import { namesOf } from './other-names.ts';
import { sampleOf } from './read-members.ts';
import { chooseSlot, slotsFor } from './slots.ts';
import { isNameLike, type Seen, tokensOf } from './tokens.ts';

const asksForGrowth =
  /\b(?:which|what) (?:of the )?([a-z][\w-]*)(?: \w+)? (?:is|was|are|were|keeps?|has been|kept|gets|got)? ?(?:been )?(?:pil(?:ing|ed) up|grow(?:s|ing)?|grew|fill(?:s|ing|ed) up|back(?:s|ing|ed) up|build(?:s|ing) up|increas(?:es|ing|ed)|ris(?:es|ing)|rose|lag(?:s|ging)(?: behind)?|climb(?:s|ing|ed)|fall(?:s|ing) behind|not (?:being )?(?:drained|consumed|emptied))\b/i;

interface Course {
  first: { value: number; place: number; timeMs: number | undefined };
  last: { value: number; place: number; timeMs: number | undefined };
  most: number;
  rises: number;
  count: number;
}

/** "Which queue is piling up?": the one whose stated number rises from line to line, with what it was and became. */
export async function growingMember(run: Investigation): Promise<Draft | undefined> {
  const noun = asksForGrowth.exec(run.question.text)?.[1];
  if (noun === undefined) return undefined;
  const looked = await lookUpWords(run, namesOf(singular(noun)));
  const unit = looked.find((one) => one.unit !== undefined)?.unit;
  if (unit === undefined) return undefined;
  const choice = { lines: unit.byDocument, isMeant: () => true };
  const sample = (await sampleOf(run, choice)).filter((seen) => numbersOf(seen).size > 0);
  const asked = {
    noun: singular(noun),
    isPlural: false,
    qualifiers: [],
    predicate: [],
    isPassive: false,
    isFailing: false,
    wantsReason: false,
  };
  const slots = slotsFor(sample, { asked, isPredicate: () => false }).filter(({ fit }) => fit >= 6);
  const slot = chooseSlot(sample, slots, (value) => !/^\d+$/.test(value));
  if (slot === undefined) return undefined;
  const courses = new Map<string, Course>();
  await eachLine(run, {
    times: run.question.times,
    lines: unit.byDocument,
    see(line) {
      const row = line.row();
      const seen = { row, tokens: tokensOf(row) };
      const member = slot.read(seen);
      if (member === undefined) return;
      for (const [name, value] of numbersOf(seen))
        follow(courses, `${member}\u0000${name}`, { value, place: line.place, timeMs: line.timeMs });
    },
  });
  const growing = [...courses]
    .map(([key, course]) => ({ member: key.split('\u0000')[0]!, name: key.split('\u0000')[1]!, course }))
    .filter(
      ({ course }) =>
        course.count >= 3 &&
        course.last.value > course.first.value * 1.5 &&
        course.last.value >= course.most * 0.6 &&
        course.rises > (course.count - 1) * 0.55,
    )
    .sort(
      (a, b) =>
        (b.course.last.value + 1) / (b.course.first.value + 1) - (a.course.last.value + 1) / (a.course.first.value + 1),
    );
  const [top] = growing;
  if (top === undefined) return undefined;
  const times = await timesOf(run);
  const others = [...new Set(growing.slice(1).map(({ member }) => member))].filter((member) => member !== top.member);
  const { first, last } = top.course;
  return lookUp({
    cause: say`${top.member}: ${words(top.name.replace(/[^\p{L}\d _-]/gu, ''))} from ${first.value}${atTime(times, first.timeMs)} to ${last.value}${atTime(times, last.timeMs)}`,
    explanation:
      others.length === 0
        ? []
        : [
            {
              text: say`Rising as well: ${join(
                others.slice(0, 5).map((one) => say`${one}`),
                ', ',
              )}`,
              ranges: [],
            },
          ],
    proof: [claimAt(run, say`${top.member}: the first and the last`, first.place, last.place)],
  });
}

function follow(courses: Map<string, Course>, key: string, at: Course['first']): void {
  const known = courses.get(key);
  if (known === undefined) {
    if (courses.size < 5000) courses.set(key, { first: at, last: at, most: at.value, rises: 0, count: 1 });
    return;
  }
  if (at.value > known.last.value) known.rises++;
  known.last = at;
  known.most = Math.max(known.most, at.value);
  known.count++;
}

/** Numbers by their field, or by the word behind them: "40000 messages ready". */
function numbersOf({ row, tokens }: Seen): Map<string, number> {
  const found = new Map<string, number>();
  for (const [name, value] of row.values)
    if (typeof value === 'number' && !/(?:^|_)(?:id|pid|port|time|ts|seq|line)$/i.test(name)) found.set(name, value);
  for (const [at, { text }] of tokens.entries()) {
    const next = tokens[at + 1];
    if (
      /^\d+(?:\.\d+)?$/.test(text) &&
      next !== undefined &&
      /^\p{L}{2,}/u.test(next.text) &&
      !isNameLike(next) &&
      !found.has(next.text)
    )
      found.set(next.text, Number(text));
  }
  return found;
}
