import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords, type TimeWords } from '../answer/times.ts';
import { documentsOf } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';
import { type About, readAbout } from './read-about.ts';
import { isFaded } from './read-state.ts';
import { type StateAsked, stateAsked } from './state-asked.ts';
import type { Trouble } from './troubles-of.ts';

const mostTold = 4;

interface Told {
  run: Investigation;
  asked: StateAsked;
  times: TimeWords;
}

/**
 * "Is con1 up again", "between when and when was tempo not reachable": the last line about it that tells of either state,
 * and the times of its trouble from the first bad line to the first good one.
 */
export async function answerState(run: Investigation): Promise<Draft | undefined> {
  const asked = run.files.length === 1 && documentsOf(run).length === 1 ? stateAsked(run.question) : undefined;
  if (asked === undefined || asked.subjects.length === 0) return undefined;
  const abouts: About[] = [];
  for (const subject of asked.subjects) {
    const about = await readAbout(run, subject, asked.state);
    if (about === undefined) return undefined;
    abouts.push(about);
  }
  const told = { run, asked, times: await timesOf(run) };
  const draft = asked.wants === 'now' ? tellNow(told, abouts) : tellSpans(told, abouts[0]!);
  if (draft !== undefined)
    run.step('state', { of: abouts.map(({ label }) => label).join(', ') }, draft.cause.plain.slice(0, 200));
  return draft;
}

type Now = 'well' | 'over' | 'quiet' | 'faded' | 'on' | 'unknown';

/** What the last lines about it tell. */
function nowOf({ read, isNamed }: About): Now {
  const last = read.troubles.at(-1);
  if (last === undefined) return isNamed && read.lines >= 3 ? 'well' : 'unknown';
  if (last.end !== undefined) return 'over';
  const { quiet, pauseMs } = read;
  if (quiet.lines >= 5 && quiet.ms > 3 * pauseMs && isNamed) return 'quiet';
  return isFaded(read) ? 'faded' : 'on';
}

function tellNow(told: Told, abouts: readonly About[]): Draft | undefined {
  const states = abouts.map((about) => ({ about, now: nowOf(about) }));
  // No line of trouble settles a state that is told in words of its own.
  if (states.some(({ now }) => now === 'unknown')) return undefined;
  if (states.length === 1 && states[0]!.now === 'faded') return faded(told, abouts[0]!);
  const isWell = states.every(({ now }) => now === 'well');
  if (isWell && (told.asked.state !== undefined || told.asked.isReturn)) return undefined;
  const isYes = (now: Now) => (now !== 'on' && now !== 'faded') === told.asked.isGood;
  const textOf = states.length === 1 ? nowText : shortText;
  const each = states.map(({ about, now }) => ({ text: textOf(told, about, now), isYes: isYes(now), about }));
  const lead = each.every((one) => one.isYes) ? 'Yes' : each.some((one) => one.isYes) ? 'Not all' : 'No';
  const atEnd = lead === 'No' ? ', not when the file ends' : told.asked.isGood ? '' : ' when the file ends';
  const cause =
    each.length === 1
      ? say`${words(`${lead}${atEnd}`)}: ${each[0]!.text}`
      : say`${words(lead)}: ${join(
          each.map((one) => say`${one.about.label} ${words(one.isYes ? 'yes' : 'no')} (${one.text})`),
          ', ',
        )}`;
  return lookUp({
    verdict: states.every(({ now }) => now === 'over') ? 'CONFIRMED' : 'LIKELY',
    cause,
    proof: abouts.flatMap((about) => proofOf(told, about)).slice(0, 12),
  });
}

function nowText({ times }: Told, { label, read }: About, now: Now): Text {
  const last = read.troubles.at(-1);
  if (last === undefined) return say`none of the ${plural(read.lines, 'line')} of ${label} tells of trouble`;
  const bad = say`${shorten(last.last.text, 70)}`;
  if (now === 'over' && read.endsWell)
    return say`${label} ends with ${shorten(read.lastLine.text, 80)} at ${words(times.at(read.lastLine.timeMs))}, no bad line after ${words(times.at(last.last.timeMs))}`;
  if (now === 'over')
    return say`since ${words(times.at(last.end!.timeMs))} ${shorten(last.end!.text, 70)}, ${words(durationWords(last.end!.timeMs - last.first.timeMs))} after ${bad} began`;
  if (now === 'quiet')
    return say`the last bad line is at ${words(times.at(last.last.timeMs))}, then ${plural(read.quiet.lines, 'line')} of it without one; it was ${bad}`;
  const after =
    read.quiet.lines === 0
      ? words('no line about it follows')
      : say`${plural(read.quiet.lines, 'line')} about it after that ${words(read.quiet.lines === 1 ? 'does' : 'do')} not tell that it is over`;
  return last.lines === 1
    ? say`${bad} since ${words(times.at(last.last.timeMs))}, and ${after}`
    : say`${bad} since ${words(times.at(last.first.timeMs))}, last at ${words(times.at(last.last.timeMs))}, and ${after}`;
}

/** What came again and again comes no more, but no line tells that it is over. */
function faded(told: Told, about: About): Draft {
  const { times } = told;
  const last = about.read.troubles.at(-1)!;
  return lookUp({
    verdict: 'INCONCLUSIVE',
    cause: say`No line tells that ${about.label} ${words(told.asked.isGood ? 'is well again' : 'is still so')}: the last of ${plural(last.lines, 'bad line')} is at ${words(times.at(last.last.timeMs))}, ${words(durationWords(about.read.toEndMs))} before the end: ${shorten(last.last.text, 70)}`,
    proof: proofOf(told, about),
  });
}

/** Of one among several. */
function shortText({ times }: Told, { read }: About, now: Now): Text {
  const last = read.troubles.at(-1);
  if (last === undefined) return words(`${plural(read.lines, 'line').plain}, none of trouble`);
  if (now === 'over') return words(`since ${times.at(last.end!.timeMs)}`);
  if (now === 'quiet') return words(`no bad line after ${times.at(last.last.timeMs)}`);
  return say`${shorten(last.last.text, 50)} since ${words(times.at(last.first.timeMs))}`;
}

function tellSpans(told: Told, about: About): Draft | undefined {
  const { times, asked } = told;
  const { troubles } = about.read;
  if (troubles.length === 0) return undefined;
  // Of a word that stands in bad lines alone no other line tells the end, but that they came close together.
  const isOpen = !about.isNamed && troubles.every(({ end }) => end === undefined);
  const [one] = troubles;
  const isOneRun = isFaded(about.read) && about.read.pauseMs < 0.3 * (one!.last.timeMs - one!.first.timeMs);
  if (isOpen && !isOneRun) return undefined;
  if (asked.wants === 'end') {
    const over = troubles.filter(({ end }) => end !== undefined);
    if (over.length === 0) return undefined;
    const ends = over
      .slice(-mostTold)
      .map(
        ({ end, first }) =>
          say`${words(times.at(end!.timeMs))}, after ${words(durationWords(end!.timeMs - first.timeMs))}: ${shorten(end!.text, 60)}`,
      );
    return lookUp({ cause: join(ends, '; '), proof: proofOf(told, about) });
  }
  const spans = troubles.slice(0, mostTold).map((one) => spanText(one, about, times));
  const more = troubles.length > mostTold ? words(` and ${troubles.length - mostTold} more`) : words('');
  const [first] = troubles;
  const count = troubles.length === 1 ? words('') : say`${plural(troubles.length, 'time')}: `;
  return lookUp({
    cause: say`${count}${join(spans, '; ')}${more}: ${shorten(first!.first.text, 70)}`,
    explanation: troubles
      .flatMap(({ end }) =>
        end === undefined
          ? []
          : [{ text: say`It ended with ${shorten(end.text, 100)} at ${words(times.at(end.timeMs))}`, ranges: [] }],
      )
      .slice(0, 2),
    proof: proofOf(told, about),
  });
}

function spanText({ first, last, end }: Trouble, { read }: About, times: TimeWords): Text {
  if (end !== undefined)
    return words(`${times.span(first.timeMs, end.timeMs)} (${durationWords(end.timeMs - first.timeMs)})`);
  return isFaded(read)
    ? words(`${times.span(first.timeMs, last.timeMs)}, the last bad line; no line tells that it is over`)
    : words(`from ${times.at(first.timeMs)}, not over when the file ends`);
}

function proofOf({ run, times }: Told, { label, read }: About) {
  const at = (text: string, { timeMs, place }: { timeMs: number; place: number }) =>
    claimAt(run, say`${label}: ${words(text)} at ${words(times.at(timeMs))}`, place);
  if (read.troubles.length === 0) return [at('the last line', read.lastLine)];
  return read.troubles
    .slice(-mostTold)
    .flatMap(({ first, last, lines, end }) => [
      at('the first bad line', first),
      ...(lines > 1 ? [at(`the last of ${lines} bad lines`, last)] : []),
      ...(end === undefined ? [] : [at('good again', end)]),
    ]);
}
