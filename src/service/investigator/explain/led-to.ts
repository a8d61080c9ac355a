import { beginsWithin, courseOf } from '../detect/course.ts';
import { namesOf } from '../detect/names.ts';
import { distanceWords, msBetween } from '../detect/spans.ts';
import { type Step, traceBack } from '../detect/trace-back.ts';
import type { Place } from '../facts/place.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { claimsOf, type Told } from '../tell/told.ts';
import { plural, say, words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { type Companion, whatRecurs } from './companion.ts';
import { whenOf } from './explain-event.ts';
import { surveyAll } from './survey-all.ts';

/**
 * What came before an event of which no line gives the reason: each time the same, or once something that is tied to it
 * by a name, or too rare to stand there by chance. Undefined where nothing is.
 */
export async function ledTo(
  scene: Scene,
  schema: Schema,
  { where, expects }: Pick<Query, 'where' | 'expects'>,
  times: TimeWords,
): Promise<Told | undefined> {
  if (where.length === 0) return undefined;
  const { events, companion } = await whatRecurs(scene, schema, where);
  const [first] = events;
  if (first === undefined) return undefined;
  if (companion !== undefined) return tellCompanion(companion, events.length);
  const surveys = await surveyAll(scene);
  const survey = surveys.find(({ info, isSampled }) => info.name === first.document && !isSampled);
  const { began, steps } = survey === undefined ? nothing : stepsTo(survey, first);
  const [step, ...others] = steps;
  if (began === undefined || step === undefined) return undefined;
  const told = tellSteps([step, ...others], { ...first, ...began }, times);
  return expects === 'before' ? told : { ...told, headline: say`No line says why; ${told.headline}` };
}

const spotOf = ({ line, lastLine = line, timeMs }: Place): Spot => ({ line, lineEnd: lastLine, timeMs });

const nothing: Traced = { steps: [], began: undefined };

interface Traced {
  steps: Step[];
  /** Of what comes more often, where it becomes so. */
  began: Spot | undefined;
}

function stepsTo(survey: Survey, event: Place): Traced {
  const group = survey.groups.find((one) => isOf(one, event));
  if (group === undefined) return nothing;
  const began = beginsWithin(survey, group) ? courseOf(survey, group).onset : spotOf(event);
  const steps = traceBack(survey, { spot: began, names: namesOf(group), slackMs: 0, group });
  const [first] = steps;
  // What comes at the same moment, and has no name in common, is tied to it by chance.
  const isApart = first !== undefined && (first.shared !== undefined || msBetween(first.spot, began) !== 0);
  return isApart ? { steps, began } : nothing;
}

const isOf = ({ at, spots }: MessageGroup, { line }: Place): boolean =>
  at.lines.includes(line) || spots.some((spot) => spot.line <= line && line <= spot.lineEnd);

const longest = 200;

function tellCompanion({ before }: Companion, events: number): Told {
  const [{ place, event } = before[0]!] = before;
  const often = before.length === events ? 'each of' : `${before.length} of`;
  const ahead = distanceWords(place, event);
  return {
    verdict: 'LIKELY',
    headline: say`${place.text.trim().slice(0, longest)} comes before it, ${words(often)} ${plural(events, 'time')}, ${words(ahead)} ahead the first time`,
    more: [],
    proof: claimsOf(before.flatMap((one) => [one.place, one.event])),
  };
}

function tellSteps(steps: readonly [Step, ...Step[]], event: Place, times: TimeWords): Told {
  const [step] = steps;
  const { document } = event;
  const place = (spot: Spot): Place => ({
    document,
    text: '',
    line: spot.line,
    lastLine: spot.lineEnd,
    timeMs: spot.timeMs,
  });
  return {
    verdict: step.shared !== undefined || step.isChange ? 'LIKELY' : 'INCONCLUSIVE',
    headline: say`${step.group.message.slice(0, longest)} came ${words(distanceWords(step.spot, event))} before it,${whenOf(place(step.spot), times)}`,
    more: steps
      .slice(1)
      .map(({ group, spot }) => say`Then${whenOf(place(spot), times)}: ${group.message.slice(0, longest)}`),
    proof: claimsOf([...steps.map(({ spot }) => place(spot)), event]),
  };
}
