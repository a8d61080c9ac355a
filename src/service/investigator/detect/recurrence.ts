import type { MessageGroup, Survey } from '../survey/survey.ts';
import { join, number, say, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import { type Companion, companyOf } from './company.ts';
import type { Claim } from './observation.ts';
import type { Origin } from './origin.ts';
import { ownFields } from './own-fields.ts';
import { mostlySaid } from './said-at.ts';
import { shorten } from './shorten.ts';

const fewestTimes = 3;

/** What stands before a failure each time it comes. Undefined where it comes but once or twice, or alone. */
export function recurrenceOf(survey: Survey, group: MessageGroup): Origin | undefined {
  const before = companyOf(survey, group).filter((one) => isAhead(one, group) && times(one) >= fewestTimes);
  const [first] = before;
  if (first === undefined) return undefined;
  const lag = leadWords(first);
  const document = survey.info.name;
  const lead = shorten(messageOf(first), 110);
  const steps = join(
    before
      .slice(0, 4)
      .map(
        (one) => say`${messageOf(one).slice(0, 160)}${ownFields(survey, one.group)} ${words(leadWords(one))} before`,
      ),
    ', ',
  );
  return {
    lead: say`${lead} stands before each of the ${words(number(times(first)))} times`,
    after: say`each time ${words(lag)} after ${shorten(messageOf(first), 90)}${ownFields(survey, first.group)}`,
    story: say`What stands before it each time: ${steps}`,
    claims: before.slice(0, 4).map(
      (one): Claim => ({
        text: say`${words(leadWords(one))} before it, ${words(`${number(times(one))} times`)}: ${messageOf(one).slice(0, 160)}`,
        ranges: one.lines
          .filter((line) => line !== undefined)
          .slice(0, 3)
          .map((line) => ({ document, lineStart: line, lineEnd: line })),
      }),
    ),
    steps: [],
    ...(first.group.severity === 'info' ? {} : { isReason: true }),
  };
}

/** Each occurrence of an event with its time, in a sentence. Undefined where there are too many or no times. */
export function occasionsOf(survey: Survey, group: MessageGroup): Claim | undefined {
  const { lines, timesMs } = group.at;
  if (lines.length < 2 || lines.length > 16 || lines.length < group.count) return undefined;
  const clock = timeWordsOf(survey.info, survey.isZoned);
  const isTimed = survey.info.clock === 'absolute' && timesMs.at(-1)! > timesMs[0]!;
  const places = isTimed
    ? timesMs.map((timeMs) => clock.at(timeMs)).join(', ')
    : `at lines ${lines.map((line) => number(line)).join(', ')}`;
  return {
    text: words(`${number(lines.length)} times: ${places}`),
    ranges: lines.slice(0, 8).map((line) => ({ document: survey.info.name, lineStart: line, lineEnd: line })),
  };
}

/** What stands there, not what the first of its kind says. */
function messageOf({ group, lines }: Companion): string {
  return mostlySaid(
    group,
    lines.filter((line) => line !== undefined),
  ).message;
}

function times(one: Companion): number {
  return one.lines.filter((line) => line !== undefined).length;
}

/** Before it by its time, or at the same moment by its line. */
function isAhead(one: Companion, group: MessageGroup): boolean {
  if (one.lead !== 0) return one.lead > 0;
  return one.lines.every((line, index) => line === undefined || line < (group.at.lines[index] ?? line));
}

function leadWords(one: Companion): string {
  if (one.lead === 0) return 'right';
  return one.isTimed ? durationWords(one.lead) : `${number(one.lead)} ${one.lead === 1 ? 'line' : 'lines'}`;
}
