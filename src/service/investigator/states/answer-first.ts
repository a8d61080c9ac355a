import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, say, words } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';
import { documentsOf } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';
import { type About, readAbout } from './read-about.ts';
import { subjectsOf } from './state-asked.ts';

const asks =
  /^(?:which|who|what)\b.{2,60}?\b(?:first|earlier|earliest)\b[,:;]?(?: (?:of|among|was it|is it|-))? (.{3,90})$/i;
const asksOfTrouble =
  /\b(?:fail\w*|(?:go|goes|went|gone|was|were|is) (?:down|off-?line|bad|wrong|away|red|silent|unreachable)|di(?:ed|es|e)|crash\w*|br(?:oke|eak|eaks)|dropp?\w*|trouble|lost|hang|hung|stopp?\w*|disconnect\w*|trip\w*|alarm\w*)\b/i;

/** "Which went down first, gw-1 or gw-2?": by the first bad line of each. */
export async function answerFirst(run: Investigation): Promise<Draft | undefined> {
  const text = run.question.text.replace(/[?!.\s]+$/, '');
  const listed = asks.exec(text)?.[1];
  if (listed === undefined || !asksOfTrouble.test(text.slice(0, text.length - listed.length))) return undefined;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || !/\b(?:or|and)\b/i.test(listed)) return undefined;
  const subjects = subjectsOf(listed.replace(/[,/]| or /gi, ' and ').match(/[\p{L}\d_][\p{L}\d_./:@+-]*/gu) ?? []);
  if (subjects === undefined || subjects.length < 2) return undefined;
  const abouts: About[] = [];
  for (const subject of subjects) {
    const about = await readAbout(run, subject);
    if (about === undefined) return undefined;
    abouts.push(about);
  }
  const begun = abouts
    .flatMap(({ label, read }) => (read.troubles[0] === undefined ? [] : [{ label, first: read.troubles[0].first }]))
    .sort((a, b) => a.first.place - b.first.place);
  const [first, ...later] = begun;
  if (first === undefined) return undefined;
  const times = await timesOf(run);
  const then = later.map(
    (one) => say`${one.label} ${words(durationWords(one.first.timeMs - first.first.timeMs))} later`,
  );
  const never = abouts.filter(({ read }) => read.troubles.length === 0).map(({ label }) => say`${label} not at all`);
  return lookUp({
    cause: say`${first.label}, at ${words(times.at(first.first.timeMs))}: ${shorten(first.first.text, 80)}; ${join([...then, ...never], ', ')}`,
    proof: begun.map((one) =>
      claimAt(run, say`${one.label}: the first bad line, at ${words(times.at(one.first.timeMs))}`, one.first.place),
    ),
  });
}
