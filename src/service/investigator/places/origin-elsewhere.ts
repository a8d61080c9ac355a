import type { Draft } from '../answer/draft.ts';
import { say, type Text, words } from '../answer/say.ts';
import { durationWords, timeWordsOf } from '../answer/times.ts';
import { causeWordOf } from '../detect/known-causes.ts';
import type { Observation } from '../detect/observation.ts';
import { type Origin, originOf } from '../detect/origin.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { type Beginning, beginningsOf } from './beginnings.ts';
import { tokensOf } from './place-names.ts';
import { type Place, placesIn } from './places.ts';

/** Failures further apart are no one story. */
const longestStepMs = 10 * 60_000;
const slackMs = 50;
const mostSteps = 6;
/** Says what did not come from somebody else, and not why. */
const passedOn =
  /time[d]?[ -]?out|refused|unavailable|unreachable|not reachable|no route|reset by peer|broken pipe|upstream|bad gateway|\b50[234]\b|could not (?:get|retrieve|connect|reach|fetch)|(?:fail\w*|unable|cannot) (?:to )?(?:connect|call|reach|get|fetch|publish|enqueue|sync|mount|read from)|waiting for|rejected|disconnected|lost connection|connection (?:lost|closed)|circuit.{0,12}open/i;

/**
 * The answer with what began the failure in another file of the archive: a file the failing lines name, or one that
 * failed just before them for a reason of its own while they only say that something did not come.
 */
export function withOriginElsewhere(draft: Draft, run: Investigation, evidence: Evidence): Draft {
  const [cause] = draft.used;
  if (cause === undefined || draft.verdict === 'INCONCLUSIVE' || cause.rule.startsWith('bundle.')) return draft;
  if (run.files.length > 1 || run.documents.infos.length < 2) return draft;
  const places = placesOr(run);
  const begun = beginningsOf(evidence.surveys, places);
  const own = begun.find(({ survey, place }) =>
    [survey.info, ...place.documents].some((info) => info.name === cause.document),
  );
  if (own === undefined) return draft;
  // The first of its place may be another story than the one that is told.
  const told = cause.group === undefined || own.group === cause.group || own.survey.info.name !== cause.document;
  if (!told && !passedOn.test(cause.title.plain)) return draft;
  const steps = backFrom(own, begun);
  const [first] = steps;
  if (first === undefined || first === own) return withPlace(draft, own.place, places);
  const at = timeOf(first);
  const lag = words(durationWords(own.onset.timeMs - first.onset.timeMs));
  const yes = words(/^(?:Yes|No): /.exec(draft.cause.plain)?.[0] ?? '');
  const before = originWithin(first, cause);
  return {
    ...draft,
    verdict: 'LIKELY',
    cause: say`${yes}${first.place.name} fails first, ${words(at)}: ${shorten(first.group.message, 130)}${before === undefined ? words('') : say`, ${before.after}`}; ${lag} later ${own.place.name}: ${shorten(own.group.message, 80)}`,
    explanation: [{ text: storyOf(steps), ranges: [] }, ...draft.explanation],
    proof: [
      ...(before?.claims ?? []),
      ...steps.map((step) => ({
        text: say`${step.place.name}, ${words(timeOf(step))}: ${step.group.message.slice(0, 160)}`,
        ranges: [{ document: step.survey.info.name, lineStart: step.onset.line, lineEnd: step.onset.line }],
      })),
      ...draft.proof,
    ].slice(0, 14),
  };
}

/** Whose failure it is, where its lines do not say so. */
function withPlace(draft: Draft, place: Place, places: readonly Place[]): Draft {
  const [cause] = draft.used;
  const isTitle = cause !== undefined && draft.cause.plain.startsWith(cause.title.plain.slice(0, 40));
  if (!isTitle || places.length < 2 || draft.cause.plain.includes(place.name)) return draft;
  return { ...draft, cause: say`${place.name}: ${draft.cause}` };
}

/** Places, and each document that is of none. */
function placesOr(run: Investigation): Place[] {
  const places = placesIn(run.documents.infos);
  const held = new Set(places.flatMap(({ documents }) => documents));
  const others = run.documents.infos.filter((info) => !held.has(info));
  return [
    ...places,
    ...others.map((info) => ({ name: info.name.slice(info.name.lastIndexOf('/') + 1), documents: [info] })),
  ];
}

/** From the failure back to what none of the others explains, the earliest first. */
function backFrom(own: Beginning, begun: readonly Beginning[]): Beginning[] {
  const steps = [own];
  for (let at: Beginning | undefined = own; at !== undefined && steps.length < mostSteps; ) {
    const here: Beginning = at;
    const earlier = begun.filter(
      (one) =>
        !steps.includes(one) &&
        one.onset.timeMs <= here.onset.timeMs + slackMs &&
        here.onset.timeMs - one.onset.timeMs <= longestStepMs,
    );
    const named = earlier.filter((one) => isNamedIn(one.place.name, here));
    const unexplained = earlier.filter(({ group }) => !isPassedOn(textOf(group)));
    at =
      named.find(({ group }) => !isPassedOn(textOf(group))) ??
      named[0] ??
      (isPassedOn(textOf(here.group)) ? unexplained[0] : undefined);
    if (at !== undefined) steps.unshift(at);
  }
  return steps;
}

function textOf({ message, detail }: Beginning['group']): string {
  return `${message} ${detail ?? ''}`;
}

function isPassedOn(text: string): boolean {
  const cause = causeWordOf(text);
  return cause === undefined || cause.isSymptom === true ? passedOn.test(text) : false;
}

const everyday =
  /^(?:log|logs|app|main|error|errors|service|server|node|host|pod|worker|master|data|test|system|default|prod|dev|file|get|set|run|job|user|name|time|failed|request)$/;

/** A word of its name, of which the failing one's own has none. */
function isNamedIn(name: string, { place, group }: Beginning): boolean {
  const own = new Set(tokensOf(place.name).map(({ text }) => text));
  const said = new Set(tokensOf(textOf(group)).map(({ text }) => text));
  const parts = tokensOf(name).map(({ text }) => text);
  // The long names of pods end in letters and digits of chance.
  const words = parts.filter((text) => /^\p{L}{3,}$/u.test(text) && !everyday.test(text) && !own.has(text)).slice(0, 3);
  const numbered =
    parts.length >= 2 && parts.length <= 3 && parts.every((text) => said.has(text)) && name !== place.name;
  return numbered || words.some((text) => said.has(text));
}

function timeOf({ survey, onset }: Beginning): string {
  return timeWordsOf(survey.info, survey.isZoned).at(onset.timeMs);
}

function storyOf(steps: readonly Beginning[]): Text {
  const [first, ...later] = steps as [Beginning, ...Beginning[]];
  return later.reduce(
    (text, step) =>
      say`${text}, then ${step.place.name} ${words(durationWords(step.onset.timeMs - first.onset.timeMs))} later`,
    say`Across the files: ${first.place.name} ${words(`at ${timeOf(first)}`)}`,
  );
}

/** What came before in the file that failed first. */
function originWithin({ survey, group, onset }: Beginning, cause: Observation): Origin | undefined {
  if (survey.isSampled) return undefined;
  const { firstTimeMs: _, slackMs: __, ...rest } = cause;
  const begun: Observation = {
    ...rest,
    rule: 'log.failure',
    kind: 'failure',
    title: say`${group.message}`,
    subjects: group.message.toLowerCase(),
    document: survey.info.name,
    firstLine: onset.line,
    firstTimeMs: onset.timeMs,
    group,
  };
  return originOf(begun, survey);
}
