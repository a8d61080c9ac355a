import { anyOf } from '#core/any-of.ts';
import { literalPattern } from '#core/literal-pattern.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { isSymptom, meansTheSame } from '../question/concepts.ts';
import { isOfWhole } from '../question/of-whole.ts';
import { verdictOf } from '../verdict-rules.ts';
import { asClaim } from './answer-cause.ts';
import { captureNext } from './capture-next.ts';
import type { Draft } from './draft.ts';
import { totalLines } from './look-up.ts';
import { namesItsParts } from './names-its-parts.ts';
import { join, plural, say, type Text, words } from './say.ts';

export const asksWhetherThere =
  /^(?:(?:is|are|was|were) there|any|do(?:es)? .{0,40}\b(?:contain|have|show|mention|appear)|did .{0,60}\b(?:appear|occur|happen)|has .{0,60}\b(?:appeared|occurred|happened)|have .{0,60}\b(?:appeared|occurred))\b/i;

/** A question, not a ticket's statement. */
export const isAsked = /\?|^(?:what|why|is|are|was|were|did|does|do|has|have|any|how|which|when|where|who)\b/i;

/** The question names something by a name of its own, and the file does not. */
export function absentSubject(run: Investigation, evidence: Evidence): Draft | undefined {
  const { question } = run;
  // "The network": what logs call in other words is not absent where they tell of it.
  const isToldOtherwise = (term: string) =>
    isSymptom(term) && evidence.observations.some((one) => one.severity !== 'info' && meansTheSame(one, term));
  const named = evidence.missing.filter(
    (term) => question.phrases.includes(term) || (isName(term, question.text) && !isToldOtherwise(term)),
  );
  const isPlain = question.text.length <= 300 && run.files.length === 1;
  const knowsOthers = evidence.present.some(({ term }) => isName(term, question.text));
  if (!isPlain || named.length === 0 || knowsOthers) return undefined;
  const isOwner = named.every((term) => standsAsName(term, question.text)) && !namesItsParts(evidence);
  if (isOwner && question.phrases.length === 0) return undefined;
  const whether = question.isYesNo && asksWhetherThere.test(question.text);
  // A ticket may name a device or a product that no log knows: where the file states a cause, that is the answer.
  const isAskedFor = named.some(
    (term) => question.phrases.includes(term) || (isAsked.test(question.text) && standsAsName(term, question.text)),
  );
  const [first] = evidence.observations.filter((one) => one.severity !== 'info');
  const statesCause = verdictOf(first, evidence.observations) !== 'INCONCLUSIVE';
  if (!whether && !isAskedFor && statesCause) return undefined;
  const lines = allLines(run);
  const names = join(
    named.slice(0, 4).map((term) => say`${term}`),
    ', ',
  );
  const stand = say`${names} ${words(named.length === 1 ? 'stands' : 'stand')} in none of the ${plural(lines, 'line')} of this file`;
  const others = evidence.observations.filter((one) => one.severity !== 'info').slice(0, 5);
  return {
    verdict: whether ? 'CONFIRMED' : 'INCONCLUSIVE',
    cause: whether ? say`No: ${stand}` : (toldInstead(run, named) ?? say`${stand}, so it cannot tell`),
    explanation: outstanding(run, others),
    proof: extent(run),
    also: others.map(asClaim),
    notCause: [],
    unsettled: [],
    next: whether ? [] : captureNext(run.files.map((file) => file.reading.fileType)).slice(0, 1),
    used: others,
    signature: null,
  };
}

/** Whose lines they are, where they name their writers. */
function toldInstead({ notHere }: Investigation, named: readonly string[]): Text | undefined {
  if (notHere === undefined || !named.includes(notHere.name)) return undefined;
  const { name, services } = notHere;
  const told = join(
    services.slice(0, 6).map((service) => say`${service}`),
    ', ',
  );
  const more = services.length > 6 ? ` and ${services.length - 6} more` : '';
  return say`${name} is not in this file: it tells of ${told}${words(more)}`;
}

function outstanding({ notHere }: Investigation, [first]: readonly Observation[]): Claim[] {
  if (notHere === undefined || first === undefined) return [];
  return [{ text: say`What stands out there: ${first.title}`, ranges: [] }];
}

const asksForNone = /\b(?:without|no|free of|zero) (?:any )?(?:errors?|failures?|warnings?)\b|\berror-free\b/i;

/** Asked for errors where there are none: that is the answer. */
export function noErrors(run: Investigation, evidence: Evidence): Draft {
  const lines = totalLines(evidence.surveys) || allLines(run);
  const others = evidence.observations.filter((one) => one.severity !== 'info').slice(0, 8);
  const warnings = others.filter((one) => one.severity === 'warning').length;
  return {
    verdict: 'CONFIRMED',
    cause: say`${words(run.question.isYesNo && asksForNone.test(run.question.text) ? 'Yes: no' : 'No')} errors: none of the ${plural(lines, 'line')} tells of an error or a failure`,
    explanation: [
      {
        text:
          warnings === 0
            ? words('No warnings either')
            : say`What it warns of is listed below: ${plural(warnings, 'kind')}`,
        ranges: [],
      },
    ],
    proof: [...extent(run), ...others.map(asClaim)],
    also: [],
    notCause: [],
    unsettled: [],
    next: [],
    used: others,
    signature: null,
  };
}

function allLines(run: Investigation): number {
  return run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
}

/** The first and the last line read: what the file does not hold is proved by its extent. */
export function extent(run: Investigation): Claim[] {
  const [info] = run.documents.infos;
  if (info === undefined || info.lines === 0) return [];
  const ranges = [...new Set([1, info.lines])].map((line) => ({ document: info.name, lineStart: line, lineEnd: line }));
  return [{ text: words('Read from its first line to its last'), ranges }];
}

/** Written like a name, or standing where a name stands. A capital alone may only begin a sentence. */
export function isName(term: string, question: string): boolean {
  return (/[_./:@\d-]|[a-z][A-Z]/.test(term) && !isEveryday(term)) || standsAsName(term, question);
}

/** "3rd", "24h", "100mb", "e-mail": words of the language, with a digit or a dash. */
function isEveryday(term: string): boolean {
  if (/^\p{L}+(?:-\p{L}+)+$/u.test(term)) return !partOfSystem.test(term);
  return /^\d+(?:st|nd|rd|th|x|%|[kmgt]?i?b|[kmg]bit|ms|s|sec|min|m|h|hrs?|d|am|pm|uhr|k)$|^\d{1,3}$|^(?:\p{L}\.)+\p{L}?$/iu.test(
    term,
  );
}

/** "payment-service" is a name, "long-running" is not. */
const partOfSystem = anyOf(
  [
    /service|svc|server|srv|api|db|database|worker|gateway|gw|pod|app|client|proxy|manager|controller/,
    /agent|scheduler|queue|cache|node|job|cluster|prod|staging|web|backend|frontend|core|daemon/,
    /engine|handler|processor|consumer|producer|exporter|operator|broker|store|storage|router|switch/,
    /host|driver|module|plugin|runner|bot|auth|billing|payment|payments|checkout|orders?|users?/,
    /inventory|search|mail(?:er)?|redis|postgres|mysql|kafka|nginx/,
  ],
  { before: '(?:^|-)(?:', after: ')(?:-|$)', flags: 'i' },
);

/** "the billing service", "wrong with scheduler". */
export function standsAsName(term: string, question: string): boolean {
  if (isOfWhole(term)) return false;
  const literal = literalPattern(term);
  return new RegExp(
    `\\b${literal} (?:service|server|host|pod|node|container|module|process|daemon|component|driver)\\b|\\b(?:wrong|issues?|problems?|errors?|happened|happening|trouble|going on) (?:with|in|to|on) (?:the )?${literal}\\b`,
    'iu',
  ).test(question);
}
