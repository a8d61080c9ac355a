import { tellsEvent } from './explain/explain-event.ts';
import { isOfKind } from './explain/kind-of-cause.ts';
import type { Explain } from './explain/stated-causes.ts';
import type { Schema } from './facts/schema.ts';
import { isSomewhere } from './facts/somewhere.ts';
import { stem, stemsOf } from './facts/stem.ts';
import type { Scene } from './investigation.ts';
import type { Parsed } from './parse/parsed.ts';
import { asksForFigure, isBareNote } from './parse/shorthand.ts';
import { asksAtFirst, asksForCause, isTroubleReport, namesOfReport, wordsNamed } from './parse/trouble-report.ts';
import { isOfQuestions } from './parse/words.ts';
import type { Condition, Query } from './query/query.ts';
import { writeQuery } from './query/write-query.ts';
import { explainWindow } from './settle-window.ts';
import type { Draft } from './tell/draft.ts';
import { atMostLikely } from './tell/draft-of.ts';
import { answered } from './tell/told.ts';
import { join, say, type Text, words } from './wording/say.ts';

export interface Answered {
  draft: Draft;
  /** The written form of how it was read. */
  query: string | null;
}

/** A ticket's words choose what the cause is about; only names that lines have are conditions, the others are said. */
export async function explainReport(scene: Scene, text: string, explain: Explain): Promise<Answered> {
  const about = namesOfReport(text);
  const draft = await explain(scene, { about });
  const known: string[] = [];
  const absent: string[] = [];
  const numbers = isBareNote(text) ? (text.match(/(?<![\w.:/-])\d{4,}(?![\w.:/-])/g) ?? []) : [];
  for (const name of [...about.filter(isNameLike), ...numbers].slice(0, mostNames))
    ((await isSomewhere(scene, name)) ? known : absent).push(name);
  const query = writeQuery({
    take: 'explain',
    where: known.map((value): Condition => ({ field: 'text', is: 'has', value })),
  });
  const missing = absent.length === 0 ? [] : [say`No line names ${absent.join(', ')}`];
  const verdict = absent.length > 0 && draft.verdict === 'CONFIRMED' ? 'LIKELY' : draft.verdict;
  const told = { ...draft, verdict, unsettled: [...draft.unsettled, ...missing] };
  // A few words name one thing: what stands out elsewhere is no answer where it is nowhere.
  if (isBareNote(text) && absent.length > 0) return { draft: besideThePoint(told, absent), query };
  if (await asksElse(scene, text, draft))
    return { draft: asRemark(told, say`I do not know what ${text} refers to`), query };
  return { draft: known.length === 0 ? told : { ...told, readAs: query }, query };
}

/** A time, a place, a name or a number, in a few words. */
const asksOther =
  /^(?=.{1,80}$)[^.!\n]*\b(?:(?:(?!^)when|where|which|who|whose|how (?:many|much|often|long))\b|(?:what|of) (?!happened|went|is|was|the)[a-z]+\??$)/i;

/** "The camera crashes whenever it is opened." */
const isStatement =
  /^(?:the|an?|my|our|we|i|it|this|since|after|when) .*(?:\.|\b(?:is|are|was|were|does|did|cannot|can|keeps?|gets?|got|see|have|fails|crashes|hangs|stops|died|restarts?|crashed|failed|restarted)\b)/i;

/** "Broken serial port in 0.108", "app crashing on launch": with a verb of trouble a few words are a statement, too. */
const tellsTrouble =
  /\b(?:crash(?:es|ing)|fails|failing|hangs|hanging|freez(?:es|ing)|reboot(?:s|ing)|broken|dies|dying|stuck|failed to|cannot|can't|won't|does(?:n't| not)|unable)\b/i;

/** A few words that ask for a figure, or that name what the cause does not speak of, do not ask for the cause. */
async function asksElse(scene: Scene, text: string, draft: Draft): Promise<boolean> {
  if (asksForCause(text)) return isOfOthers(scene, text, draft);
  if (asksAtFirst(text) || asksOther.test(text) || (!isTroubleReport(text) && asksForFigure(text))) return true;
  const named = wordsNamed(text);
  if (named.length === 0 || isStatement.test(text.trim()) || tellsTrouble.test(text)) return false;
  const said = [...(await saidBy(scene, draft))].join(' ');
  const unsaid = named.filter((word) => !said.includes(stem(word)));
  const others: string[] = [];
  for (const word of unsaid) if (await isSomewhere(scene, stem(word))) others.push(word);
  // A statement tells of the trouble in words of its own.
  const isNote = isBareNote(text);
  const most = isNote ? 0 : named.length - unsaid.length;
  return others.length > most || (isNote && unsaid.length === named.length);
}

/** "Why did the BGP session drop?", where neither the cause nor its lines name it, though others do. */
async function isOfOthers(scene: Scene, text: string, draft: Draft): Promise<boolean> {
  const names = (text.match(/\w[\w.:/@-]{0,58}\w/g) ?? []).filter(
    (word) => /^[A-Z]{3,}$/.test(word) || (/[a-z_-]\d|\d[._:-]\d/i.test(word) && isNameLike(word)),
  );
  if (names.length === 0) return false;
  const said = [...(await saidBy(scene, draft))].join(' ');
  if (names.some((name) => [...stemsOf(name)].every((one) => said.includes(one)))) return false;
  return isAnySomewhere(scene, names.slice(0, mostNames));
}

async function isAnySomewhere(scene: Scene, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (await isSomewhere(scene, name)) return true;
  return false;
}

/** The words of a cause and of the lines it rests on. */
async function saidBy({ documents }: Scene, { cause, explanation, proof }: Draft): Promise<Set<string>> {
  const texts = [cause, ...[...explanation, ...proof].map(({ text }) => text)].map(({ plain }) => plain);
  for (const { document: name, lineStart, lineEnd } of proof.flatMap(({ ranges }) => ranges)) {
    const document = await documents.open(name);
    texts.push(...((await document?.lines(lineStart, Math.min(lineEnd, lineStart + mostNames))) ?? []));
  }
  return stemsOf(texts.join(' '));
}

/** Names of a report that are looked for one by one. */
const mostNames = 6;
const isNameLike = (word: string): boolean =>
  /\d|[-_./]/.test(word) && !/^(?:https?|www)\b|^v?\d+(?:\.\d+)*$/.test(word);

/** Words, none of which any line has. */
export async function areNowhere(scene: Scene, unread: readonly string[]): Promise<boolean> {
  const areWords = unread.every((word) => /^[A-Za-z]{3,30}$/.test(word) && !isOfQuestions(word));
  if (unread.length === 0 || unread.length > mostNames || !areWords) return false;
  return !(await isAnySomewhere(scene, unread.map(stem)));
}

/** What was asked about is nowhere in the file: what else stands out is told as that and no more. */
export function besideThePoint(draft: Draft, unread: readonly string[]): Draft {
  return asRemark(draft, say`No line names ${join(unread)}`);
}

/** Nothing answers what was asked; what else stands out is told, and no more. */
function asRemark(draft: Draft, why: Text): Draft {
  if (draft.verdict === 'INCONCLUSIVE') return { ...draft, unsettled: [why, ...draft.unsettled] };
  return { ...draft, verdict: 'INCONCLUSIVE', cause: say`${why}. What stands out in the file: ${draft.cause}` };
}

/** The cause says a word of what was asked about; of what happened to one thing by its name, a word of each. */
function isAbout({ cause, explanation }: Draft, { where }: Query): boolean {
  const said = stemsOf([cause, ...explanation.map(({ text }) => text)].map(({ plain }) => plain).join(' '));
  const isSaid = ({ field, value }: Condition) => {
    const asked = [...stemsOf(value)];
    const known = asked.filter((one) => said.has(one)).length;
    return field === 'words' ? known > asked.length / 2 : known > 0;
  };
  const isNamed = where.length > 1 && where.some(({ field }) => !/^(?:outcome|level|words)$/.test(field));
  return isNamed ? where.every(isSaid) : where.some(isSaid);
}

/** "Why did ada raise the limit?", where neither the cause nor its lines name her, or what she did. */
async function isOfOtherNames(scene: Scene, draft: Draft, { where }: Query): Promise<boolean> {
  const names = where.filter(({ field, is }) => is === '=' && !/^(?:outcome|level)$/.test(field));
  if (names.length === 0) return false;
  const said = await saidBy(scene, draft);
  return !names.some(({ value }) => [...stemsOf(value)].every((one) => said.has(one)));
}

export async function explained(
  scene: Scene,
  schema: Schema,
  { query, absent, unread, isProse }: Parsed,
  explain: Explain,
): Promise<Draft> {
  const about = query.where.map(({ value }) => value);
  const { window } = query;
  const whole = await explain(scene, about.length === 0 ? {} : { about });
  const isOfTime = about.length === 0 && query.of === undefined && !isProse;
  const isBounded = window?.fromMs !== undefined || window?.toMs !== undefined;
  const draft = isOfTime && isBounded ? await explainWindow(scene, schema, window, whole) : whole;
  const missing = isProse || absent.length === 0 ? [] : [say`No line names ${absent.join(', ')}`];
  const told = { ...draft, unsettled: [...draft.unsettled, ...missing] };
  if (unread.length > 0) return besideThePoint(told, unread);
  const isBeside = tellsEvent(query, schema) && !isAbout(told, query);
  if (!isProse && (isBeside || (await isOfOtherNames(scene, told, query))))
    return asRemark(told, words('No line says why'));
  return query.of === undefined ? told : asKind(told, query.of);
}

/** The cause is told; whether it is of the kind that was asked for stands only where its own words show a kind. */
function asKind(told: Draft, kind: string): Draft {
  const isIt = told.verdict === 'INCONCLUSIVE' ? undefined : isOfKind(told.cause.plain, kind);
  if (isIt !== undefined) return { ...told, cause: answered(isIt, told.cause) };
  return {
    ...told,
    verdict: atMostLikely(told.verdict),
    unsettled: [say`Whether that is a ${kind} problem: no line of the cause calls it one`, ...told.unsettled],
  };
}
