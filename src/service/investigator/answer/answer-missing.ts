import { literalPattern } from '#core/literal-pattern.ts';
import type { Claim } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { isSymptom, meansTheSame } from '../question/concepts.ts';
import { looksLikeName } from '../words/asked-word.ts';
import { type NearSpelling, nearSpellings } from '../words/near-spellings.ts';
import { countOf } from '../words/unit.ts';
import { asksWhetherThere, extent, isAsked, isName, standsAsName } from './answer-absence.ts';
import { asClaim } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { namesItsParts } from './names-its-parts.ts';
import { neverTogether } from './never-together.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';
import { valueNotRecorded } from './value-not-recorded.ts';

const maxQuestionChars = 300;

/** What was asked about is nowhere in the file: that comes before anything else the file tells. */
export async function answerMissing(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { question } = run;
  if (question.pattern !== undefined || run.files.length !== 1 || question.text.length > maxQuestionChars)
    return undefined;
  const lost = missingSubjects(run, evidence);
  // The program whose log this is need not be named in it.
  const isOwner = lost.every((term) => standsAsName(term, question.text)) && !namesItsParts(evidence);
  const missing = isOwner && question.phrases.length === 0 ? [] : lost;
  if (missing.length === 0) return neverTogether(run, evidence);
  const near = await nearTo(run, missing[0]!);
  const whether =
    question.isYesNo && (asksWhetherThere.test(question.text) || /^(?:did|has|have|was|were)\b/i.test(question.text));
  const names = join(
    missing.slice(0, 4).map((term) => say`${term}`),
    ', ',
  );
  const { within } = run;
  const stand =
    within !== undefined
      ? say`${names} ${words(missing.length === 1 ? 'stands' : 'stand')} in none of its ${plural(countOf(within.lines), 'line')}`
      : say`${names} ${words(missing.length === 1 ? 'is' : 'are')} not in this file: ${words(missing.length === 1 ? 'it stands' : 'they stand')} in none of the ${plural(linesOf(run), 'line')}${span(run, evidence)}`;
  const alike = evidence.observations.filter((one) => one.severity !== 'info' && meansTheSame(one, question.text));
  const meant = near.find(({ text }) => lettersOf(text) !== lettersOf(missing[0]!));
  const guess = meant === undefined ? words('') : say`; did you mean ${meant.text}?`;
  return {
    verdict: whether && alike.length === 0 ? 'CONFIRMED' : 'INCONCLUSIVE',
    cause: say`${words(whether ? 'No: ' : question.intent === 'count' ? 'None: ' : '')}${stand}${guess}`,
    explanation: searched(evidence, missing, near).map((text) => ({ text, ranges: [] })),
    proof: [...extent(run), ...(await claimsOf(run, near))],
    also: alike.slice(0, 4).map(asClaim),
    notCause: [],
    unsettled: [],
    next: [],
    used: alike.slice(0, 4),
    signature: null,
  };
}

/** Names and ids first; without one, what is looked for where none of its words is there, or a value none records. */
function missingSubjects(run: Investigation, evidence: Evidence): string[] {
  const { question } = run;
  const asked = evidence.found.filter(({ part }) => part.part === 'term' || part.part === 'quoted');
  const lost = asked.filter(({ unit }) => unit === undefined).map(({ part }) => part.word.text);
  const quoted = lost.filter((term) => question.phrases.includes(term));
  if (quoted.length > 0 && quoted.length === question.phrases.length && evidence.needles.length === 0) return quoted;
  const value = valueNotRecorded(question.text, asked);
  if (value !== undefined) return [value];
  const ids = lost.filter((term) => isId(term) && !isOfVersion(term, question.text));
  const hasOther = asked.some(({ part, unit }) => unit !== undefined && isId(part.word.text));
  const isLookUp = /^(?:find|count|when|which|around|check)$/.test(question.intent);
  const isOne = ids.some((id) => standsBehindNoun(id, question.text));
  if (ids.length > 0 && (isOne || ((isLookUp || isAsked.test(question.text)) && (!hasOther || isLookUp)))) return ids;
  // "Did anyone call DELETE?": what is written in capitals is meant as it is written.
  const shouted = lost.filter((term) => /^[A-Z]{3,12}$/.test(term));
  if (shouted.length > 0 && question.isYesNo && isLookUp) return shouted;
  const called = lost.filter((term) => standsForSomebody(term, question.text));
  if (called.length > 0 && isLookUp) return called;
  const names = lost.filter((term) => isName(term, question.text));
  const subjects = names.length > 0 ? names : lost;
  const areAllLost = lost.length > 0 && lost.length === asked.length;
  return areAllLost && isAskedFor(run, evidence, subjects)
    ? subjects.sort((a, b) => question.text.indexOf(a) - question.text.indexOf(b)).slice(0, 3)
    : [];
}

/** What failed is known by how lines are worded, not by the everyday nouns beside it. */
const speaksOfTrouble =
  /\b(?:problems?|issues?|wrong|ok|okay|healthy|fine|trouble\w*|errors?|fail\w*|warnings?|exceptions?|unusual|strange|fehl\w*|ausf[aä]ll\w*|probl[eè]m\w*|erreurs?|[eé]chou\w*|panne|fall[oó]\w*)\b/i;

/** Trouble has many words: whether there was some is told by what the file tells of, not by the absence of a word. */
function isAskedFor({ question }: Investigation, { observations }: Evidence, lost: readonly string[]): boolean {
  const told = observations.filter((one) => one.severity !== 'info');
  if (speaksOfTrouble.test(question.text) && !lost.some((word) => /\d/.test(word) || isName(word, question.text)))
    return false;
  if (told.some((one) => meansTheSame(one, question.text))) return false;
  if (/^(?:find|count|when)$/.test(question.intent)) return true;
  if (!question.isYesNo || question.asksForHealth || !/^(?:check|around)$/.test(question.intent)) return false;
  if (asksWhetherThere.test(question.text)) return true;
  return lost.some((word) => !isSymptom(word)) && !told.some((one) => one.role !== 'context' && one.isRoutine !== true);
}

/** An id, a numbered name, a path: something there is one of. */
function isId(term: string): boolean {
  return looksLikeName(term) && /\d/.test(term) && term.length >= 4 && isName(term, '');
}

function isOfVersion(term: string, text: string): boolean {
  return (
    /^v?\d+(?:\.\d+){1,3}$/i.test(term) &&
    new RegExp(`\\b(?:version|release|upgrade|update|to|since) v?${literalPattern(term)}`, 'i').test(text)
  );
}

function standsBehindNoun(id: string, text: string): boolean {
  return new RegExp(
    `\\b(?:order|request|user|session|trace|job|transaction|id|pod|host|node|device|account|customer|payment|shipment|invoice|message|batch|task|build|ip|address|server|instance)s?\\s*(?:id|no\\.?|number|#)?\\s*[:=#]?\\s*${literalPattern(id)}`,
    'i',
  ).test(text);
}

/** "how many times did bob ...", "for user kim". */
function standsForSomebody(term: string, text: string): boolean {
  return new RegExp(
    `\\b(?:did|does|has|user|account|called|named|customer|client|host|member)\\s+${literalPattern(term)}\\b(?! (?:in|out|up|down|to|the|by)\\b)`,
    'i',
  ).test(text);
}

function searched(evidence: Evidence, missing: readonly string[], near: readonly NearSpelling[]): Text[] {
  const told: Text[] = [words('Looked for in upper and lower case, as a word of its own and inside others')];
  for (const { part, within } of evidence.found) {
    if (within === undefined || !missing.includes(part.word.text)) continue;
    told.push(
      say`${part.word.text} stands only inside longer words or ids, as in ${within.example}, ${plural(within.lines, 'place')}`,
    );
  }
  if (near.length > 0)
    told.push(
      say`Closest in spelling: ${join(
        near.map(({ text, places }) => say`${text} (${plural(places, 'place')})`),
        ', ',
      )}`,
    );
  return told;
}

async function nearTo(run: Investigation, term: string): Promise<NearSpelling[]> {
  const all: NearSpelling[] = [];
  for (const info of run.documents.infos.slice(0, 40)) {
    if (!run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document !== undefined) all.push(...(await nearSpellings(document, term, run.signal)));
  }
  const byText = new Map<string, NearSpelling>();
  for (const one of all) byText.set(one.text, { ...one, places: one.places + (byText.get(one.text)?.places ?? 0) });
  return [...byText.values()].sort((a, b) => a.distance - b.distance || b.places - a.places).slice(0, 3);
}

async function claimsOf(run: Investigation, near: readonly NearSpelling[]): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const { text } of near) {
    for (const info of run.documents.infos.slice(0, 40)) {
      const document = await run.documents.open(info.name);
      const line = (await document?.search({ all: [text], limit: 1, budgetMs: 1000, enough: 1 }))?.lines[0];
      if (line === undefined) continue;
      claims.push({
        text: say`The first line with ${text}`,
        ranges: [{ document: info.name, lineStart: line, lineEnd: line }],
      });
      break;
    }
  }
  return claims;
}

function linesOf(run: Investigation): number {
  return run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
}

function span(run: Investigation, evidence: Evidence): Text {
  const info = run.documents.infos.find((one) => one.firstTimeMs !== undefined && one.lastTimeMs !== undefined);
  if (info === undefined) return words('');
  const isZoned = evidence.surveys.some((survey) => survey.isZoned);
  return words(`, ${timeWordsOf(info, isZoned).span(info.firstTimeMs!, info.lastTimeMs!)}`);
}

/** Of two that differ in a digit, one is not meant for the other. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '');
}
