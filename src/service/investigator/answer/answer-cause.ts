import { movingWith, resourceBehind } from '../detect/behind.ts';
import { chainOf, upstreamOf } from '../detect/chain.ts';
import { courseOf } from '../detect/course.ts';
import { observeToldTrouble } from '../detect/failures.ts';
import { longBefore } from '../detect/long-before.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { ranBeside } from '../detect/ran-beside.ts';
import { isOnlyFeared, isOutcomeOnly } from '../detect/reason-words.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { isAbout } from '../question/concepts.ts';
import { verdictOf } from '../verdict-rules.ts';
import { absentSubject, standsAsName } from './answer-absence.ts';
import { asksForAnything, nothingFound, onlyRoutine } from './answer-nothing.ts';
import { restartAsked } from './answer-restart.ts';
import { beganWords } from './began-words.ts';
import { captureNext } from './capture-next.ts';
import type { Draft } from './draft.ts';
import { eventsFor } from './events-for.ts';
import { besides } from './in-short.ts';
import { needleWords, rangeOf, totalLines } from './look-up.ts';
import { noOwnTrouble, ownTrouble } from './own-trouble.ts';
import { asksForSlow, ranAsked, ranThen } from './ran-then.ts';
import { join, say, sentences, type Text, words } from './say.ts';
import { sprinkleOf } from './sprinkle.ts';
import { asksForFirst, isOtherFirst, originAmong, settingBefore, surveyOf, withOrigin } from './told-origin.ts';

/** What is wrong, or whether something is: the cause, its proof, what else the file shows, what is not the cause. */
export function answerCause(run: Investigation, evidence: Evidence): Draft {
  const restart = restartAsked(run, evidence);
  if (restart !== undefined) return restart;
  const absent = absentSubject(run, evidence);
  if (absent !== undefined) return absent;
  const own = ownTrouble(run, evidence);
  const calm = own === undefined ? noOwnTrouble(run, evidence) : undefined;
  if (calm !== undefined) return calm;
  const relevant = aboutSubject(run, evidence);
  const close = causeAmong(relevant, evidence);
  // A ticket's words may touch a line that explains nothing: what the file states as its cause then still holds.
  const isOne = asksAboutOne(evidence, run) && (evidence.about?.subject.isNamed !== false || run.question.isYesNo);
  const isClose = (isTold(close, evidence) && close?.isRoutine !== true) || isOne;
  const loudest = isClose ? close : causeAmong(evidence.observations, evidence);
  const told = own ?? (isEvent(loudest, evidence) ? loudest : isClose ? close : (toldAbout(evidence) ?? close));
  const found = eventBefore(told, run, evidence) ?? told;
  const lone = isTold(found, evidence) ? undefined : loneTrouble(run, evidence);
  const cause = lone ?? found;
  const verdict = lone === undefined ? verdictOf(cause, evidence.observations) : 'LIKELY';
  const others = evidence.observations.filter((one) => one !== cause && one.severity !== 'info');
  if (cause === undefined || verdict === 'INCONCLUSIVE')
    return ranThen(run, evidence) ?? nothingFound(run, evidence, cause);
  if (cause.isRoutine === true && !isAskedFor(cause, run, evidence)) return onlyRoutine(run, evidence, cause);
  const sprinkle = run.question.isYesNo && evidence.about === undefined ? sprinkleOf(cause, evidence) : [];
  if (sprinkle.length > 0) return onlyRoutine(run, evidence, cause, sprinkle);
  const { isYesNo, intent } = run.question;
  const survey = surveyOf(cause, evidence);
  // Its own lines say that it could not reach another part: that one's failure stands behind it.
  const upstream = cause === own ? upstreamOf(own, evidence.observations) : undefined;
  const behind = survey === undefined ? upstream : (resourceBehind(cause, evidence.observations, survey) ?? upstream);
  const whole = behind === undefined ? cause.title : say`${behind.title}, then ${cause.title}`;
  const dated = say`${whole}${words(survey === undefined ? '' : beganWords(cause, survey))}`;
  const origin = originAmong(behind ?? cause, evidence) ?? settingBefore(cause, evidence);
  const ran =
    behind === undefined && survey !== undefined && asksForSlow.test(run.question.text)
      ? (ranAsked(run, survey) ?? ranBeside(cause, survey))
      : undefined;
  const quiet = survey === undefined || origin !== undefined ? undefined : longBefore(cause, survey);
  const isNo = run.question.asksForHealth || (origin !== undefined && isOtherFirst(origin, run));
  const yes = words(!isYesNo || intent !== 'check' ? '' : isNo ? 'No: ' : 'Yes: ');
  const { also, notCause } = sort(cause, others);
  const isExplained = behind !== undefined || (cause.certainty !== 'certain' && origin?.isReason === true);
  const plain = [...(behind?.details ?? []), ...cause.details].filter(
    (claim) => claim.ranges.length === 0 && !(claim.isStock === true && isExplained),
  );
  const along = survey === undefined ? undefined : movingWith(behind ?? cause, evidence.observations, survey);
  return {
    // What stood before it is inferred, what the lines of the cause say is not.
    verdict: origin !== undefined && asksForFirst.test(run.question.text) ? 'LIKELY' : verdict,
    cause: say`${yes}${
      ran !== undefined
        ? say`${ran.lead}; in that time ${dated}`
        : origin === undefined
          ? quiet === undefined
            ? dated
            : say`${dated}; ${quiet.lead}`
          : withOrigin(dated, origin, run, behind ?? cause)
    }${innermostOf(behind ?? cause)}`,
    explanation: [
      ...(origin === undefined ? [] : [{ text: origin.story, ranges: [] }]),
      ...(quiet === undefined ? [] : [{ text: quiet.claim.text, ranges: [] }]),
      ...(along === undefined ? [] : [{ text: along.text, ranges: [] }]),
      ...plain,
      ...besides(run.question.text, cause, evidence),
    ],
    proof: [
      ...(ran?.claims ?? []),
      ...(origin?.claims ?? []),
      ...(quiet === undefined ? [] : [quiet.claim]),
      ...(behind === undefined ? [] : proofOf(behind)),
      ...proofOf(cause),
      ...(along === undefined ? [] : [along]),
      ...subjectLines(evidence),
    ],
    also: [...chainsOf(cause, evidence), ...also.slice(0, 12).map(asClaim)],
    notCause: notCause.slice(0, 4),
    unsettled: unsettledOf(evidence),
    next: nextOf(behind ?? cause, isExplained && behind === undefined, run),
    used: [cause, ...(behind === undefined ? [] : [behind]), ...others.filter((one) => one !== behind)].slice(0, 20),
    signature: cause.signature ?? null,
  };
}

/** What the stack below it says was thrown first; where there is no room for it in the headline, it is told next. */
function innermostOf({ group, title }: Observation): Text {
  const inner = group?.innermost;
  return inner === undefined || title.plain.includes(inner.slice(0, 40))
    ? words('')
    : say`; it comes from ${shorten(inner, 110)}`;
}

const mostOfFile = 0.9;
/** So few are no background, however far apart they lie. */
const fewOfKind = 5;

/** In a file that calls nothing an error, the kind of line that tells of trouble of what is asked about, or the only one. */
function loneTrouble({ question }: Investigation, evidence: Evidence): Observation | undefined {
  if (!/^(?:cause|check|overview)$/.test(question.intent) || question.asksForHealth) return undefined;
  if (evidence.surveys.some(({ groups }) => groups.some(({ isFailure }) => isFailure))) return undefined;
  const kinds = evidence.observations.filter(
    (one) => one.kind === 'failure' && one.severity === 'warning' && (one.isRoutine !== true || one.count <= fewOfKind),
  );
  const about = kinds.filter((one) => evidence.present.some(({ term }) => one.subjects.includes(term.toLowerCase())));
  // Two or three lines apart from each other are single things that happen.
  const single = kinds.filter((one) => one.isRoutine !== true && (one.count === 1 || one.count > 3));
  const isOpen = !question.isYesNo || asksForAnything.test(question.text);
  return about[0] ?? (single.length === 1 && isOpen ? single[0] : undefined);
}

function causeAmong(observations: readonly Observation[], evidence: Evidence): Observation | undefined {
  const nearest =
    observations.find(
      (one) => one.role !== 'context' && one.severity !== 'info' && one.isRoutine !== true && isTold(one, evidence),
    ) ??
    observations.find((one) => one.role !== 'context' && one.severity !== 'info' && one.isRoutine !== true) ??
    observations.find((one) => one.role !== 'context' && one.severity !== 'info') ??
    observations.find((one) => one.severity !== 'info');
  return nearest === undefined ? undefined : (upstreamOf(nearest, evidence.observations) ?? nearest);
}

/** A single event of the file, where what would be told comes all over it or explains nothing. */
function eventBefore(told: Observation | undefined, run: Investigation, evidence: Evidence): Observation | undefined {
  const isWeak = told?.isRoutine === true || isAllOver(told, evidence);
  const isNothing = !isTold(told, evidence);
  if (!isNothing && (!isWeak || (told !== undefined && isAskedFor(told, run, evidence)))) return undefined;
  const [event] = eventsFor(run, evidence);
  // "Did the backup run?" is not answered with whatever else stands out.
  const { isYesNo, text } = run.question;
  const isMeant = !isYesNo || asksForAnything.test(text) || (event !== undefined && isAskedFor(event, run, evidence));
  return isMeant ? event : undefined;
}

/** It comes from the start of the file to its end, however it is worded. */
function isAllOver(one: Observation | undefined, evidence: Evidence): boolean {
  const survey = one === undefined ? undefined : surveyOf(one, evidence);
  return survey !== undefined && one?.group !== undefined && courseOf(survey, one.group).isEven;
}

/** The question names it, or asks for the errors of the file and for nothing that happened. */
function isAskedFor(cause: Observation, { question }: Investigation, { present }: Evidence): boolean {
  if (present.some(({ term }) => term.length >= 4 && cause.subjects.includes(term.toLowerCase()))) return true;
  return present.length === 0 && /\b(?:errors?|fail\w*|exceptions?|warnings?)\b/i.test(question.text);
}

/** What the lines about the subject say in words of trouble, though none of them calls itself an error. */
function toldAbout({ scoped, needles }: Evidence): Observation | undefined {
  return needles.length === 0 ? undefined : scoped.flatMap((survey) => observeToldTrouble(survey))[0];
}

/** It stands in the file as a cause, or began somewhere and came many times. */
function isEvent(one: Observation | undefined, evidence: Evidence): boolean {
  const verdict = verdictOf(one, evidence.observations);
  if (one === undefined || verdict === 'INCONCLUSIVE' || one.isRoutine === true) return false;
  return verdict === 'CONFIRMED' || (one.severity !== 'warning' && one.count >= 10);
}

export function isTold(cause: Observation | undefined, evidence: Evidence): boolean {
  return verdictOf(cause, evidence.observations) !== 'INCONCLUSIVE';
}

function asksAboutOne({ present }: Evidence, { question }: Investigation): boolean {
  return present.some(({ term }) => standsAsName(term, question.text));
}

/** Observations that speak of what the question names; all where it names nothing the file has. */
export function aboutSubject(run: Investigation, evidence: Evidence): Observation[] {
  const subjects = evidence.present.map(({ term }) => term.toLowerCase());
  if (subjects.length === 0 || run.question.text.length > 300) return evidence.observations;
  // A name that nearly all lines hold is that of the whole, whatever it means as a word.
  const most = totalLines(evidence.surveys) * mostOfFile;
  const wholes = evidence.present.filter(({ lines }) => lines > most);
  const text = wholes.reduce((rest, { asked }) => rest.replaceAll(asked, ' '), run.question.text);
  const about = evidence.observations.filter(
    (one) => isAbout(one, subjects, text) && !isOutcomeOnly(one.title.plain) && !isOnlyFeared(one.title.plain),
  );
  return about.length === 0 ? evidence.observations : about;
}

function proofOf(cause: Observation): Claim[] {
  const told = cause.details.filter((claim) => claim.ranges.length > 0);
  const covered = new Set(told.flatMap((claim) => claim.ranges.map((range) => range.lineStart)));
  const rest = cause.evidence.filter((range) => !covered.has(range.lineStart));
  const own: Claim[] =
    rest.length === 0
      ? []
      : [
          {
            text:
              cause.kind === 'finding'
                ? cause.title
                : words(rest.length === 1 ? 'Another of these lines' : 'More of these lines'),
            ranges: rest.slice(0, 6),
          },
        ];
  return cause.kind === 'finding' ? [...own, ...told] : [...told, ...own];
}

export function asClaim(one: Observation): Claim {
  const said = one.details.filter((claim) => claim.ranges.length === 0 || one.kind !== 'finding').slice(0, 4);
  return { text: sentences([one.title, ...said.map((claim) => claim.text)]), ranges: one.evidence.slice(0, 2) };
}

function chainsOf(cause: Observation, evidence: Evidence): Claim[] {
  const survey = evidence.surveys.find((one) => one.info.name === cause.document && one.info.fileType === 'log');
  const chain =
    survey === undefined || (cause.kind !== 'failure' && cause.kind !== 'share') ? undefined : chainOf(survey);
  return chain === undefined ? [] : [chain];
}

/** Where few lines hold what was asked about (a request's id), they are shown in their order. */
function subjectLines(evidence: Evidence): Claim[] {
  const isOfOne = evidence.needles.some((group) => group.some((word) => /\d/.test(word) && word.length >= 5));
  const few = isOfOne && totalLines(evidence.scoped) <= 12;
  if (!few || evidence.scoped.length === 0) return [];
  const spots = evidence.scoped.flatMap((survey) =>
    survey.groups.flatMap((group) => group.spots.map((spot) => ({ survey, spot }))),
  );
  spots.sort((a, b) => (a.spot.timeMs ?? 0) - (b.spot.timeMs ?? 0) || a.spot.line - b.spot.line);
  return [
    {
      text: say`All lines with ${needleWords(evidence)}, in order`,
      ranges: spots.map(({ survey, spot }) => rangeOf(survey, spot)),
    },
  ];
}

/** What begins after the cause and is no smaller story of its own only follows from it. */
function sort(cause: Observation, others: readonly Observation[]): { also: Observation[]; notCause: Claim[] } {
  const also: Observation[] = [];
  const notCause: Claim[] = [];
  for (const one of others) {
    const isLoud = one.kind === 'failure' && one.count >= 20 && one.count > cause.count;
    const isLater = one.document === cause.document && one.firstLine > cause.firstLine;
    // Behind a crash that its reader is sure of, what repeats only follows from it.
    const isAftermath =
      cause.kind === 'finding' && cause.certainty === 'certain' && one.count >= 5 && one.role !== 'cause';
    if ((isLoud || isAftermath) && isLater && cause.kind !== 'share' && cause.kind !== 'trend') {
      notCause.push({
        text: say`${one.title}: the first comes after ${cause.kind === 'failure' ? words('the first line of the cause') : words('the cause')}`,
        ranges: one.evidence.slice(0, 1),
      });
    } else also.push(one);
  }
  return { also, notCause };
}

export function unsettledOf(evidence: Evidence): Text[] {
  const named = evidence.missing.filter((term) => /[A-Z_./:@\d-]/.test(term)).slice(0, 4);
  if (named.length === 0) return [];
  const names = join(
    named.map((term) => say`${term}`),
    ', ',
  );
  return [say`${names} ${words(named.length === 1 ? 'is' : 'are')} nowhere in this file`];
}

/** What to do about another cause than the one that was found is left out. */
function nextOf(cause: Observation, isExplained: boolean, run: Investigation): string[] {
  const own = isExplained ? [] : cause.next;
  return own.length > 0
    ? [...new Set(own)].slice(0, 3)
    : captureNext(run.files.map((file) => file.reading.fileType)).slice(0, 1);
}
