import type { ToldBefore } from '#core/told-before.ts';
import { answerParsed } from './answer-parsed.ts';
import { type Ask, answerSeveral } from './answer-several.ts';
import type { Explain } from './explain/stated-causes.ts';
import { placeOf } from './facts/place.ts';
import { documentsOf } from './facts/records.ts';
import { readRow } from './facts/row.ts';
import { learnSchema, type Schema } from './facts/schema.ts';
import { repeatedStart } from './facts/start-line.ts';
import type { Scene } from './investigation.ts';
import { asksOnset, firstOf, readFollowUp, withForm } from './parse/follow-up.ts';
import { inDoubt } from './parse/in-doubt.ts';
import { inFileWords } from './parse/in-file-words.ts';
import { isEnglish } from './parse/language.ts';
import { lookUp } from './parse/look-up.ts';
import { withSpelling } from './parse/misspelt.ts';
import { asWritten, withNames } from './parse/names-asked.ts';
import { maxQuestion, parseQuestion } from './parse/parse-question.ts';
import { isUnderstood, type Parsed } from './parse/parsed.ts';
import { withoutTalk } from './parse/politeness.ts';
import { severalAsked } from './parse/several-asked.ts';
import { asksForFigure } from './parse/shorthand.ts';
import { asksForCause, asksNothing, isTroubleReport } from './parse/trouble-report.ts';
import { asksWell } from './parse/well-asked.ts';
import { withPassedOver, withTaken } from './parse/words-unused.ts';
import { readQuery } from './query/read-query.ts';
import { writeQuery } from './query/write-query.ts';
import { createFindMoment } from './run/find-moment.ts';
import { isNone } from './run/result.ts';
import { type Answered, explainReport } from './settle-cause.ts';
import type { Settled } from './settle-none.ts';
import { isRun, settleReading } from './settle-reading.ts';
import { despiteUnused } from './settle-unused.ts';
import { type Draft, emptyDraft } from './tell/draft.ts';
import { cannotAnswer, outOfTime } from './tell/draft-of.ts';
import { claimsOf } from './tell/told.ts';
import { clockOf, typedQuery, understood } from './typed-query.ts';
import { say, words } from './wording/say.ts';

/** Answers a question: what is asked for the cause is explained, all else is a query that is run. */
export async function answerQuestion(scene: Scene, asked: string, explain: Explain): Promise<Answered> {
  const { text: typedText, query: meant, told } = readFollowUp(asked);
  const isWritten = readQuery(typedText) !== undefined;
  const text = isWritten ? typedText : await asWritten(withSpelling(withoutTalk(typedText)), scene);
  if (text.trim() === '' || documentsOf(scene).length === 0 || scene.files.length > 1)
    return { draft: await explain(scene), query: text.trim() === '' ? null : 'explain' };
  const isPlain = meant === undefined && told === undefined && readQuery(text) === undefined;
  // A ticket's text tells of a trouble and asks for its cause; its words choose what it is about. A few words may be
  // its title or ask for a figure: that is known once they are read.
  const isReport = isPlain && !asksForFigure(text) && isTroubleReport(text);
  if (isReport && !isFewWords(text)) return explainReport(scene, text, explain);
  const schema = await withNames(await learnSchema(scene), text, scene);
  scene.step('read', {}, `${schema.columns.length} names and ${schema.kinds.length} kinds of lines to ask about`);
  if (!schema.isComplete) return { draft: outOfTime, query: null };
  const typed = meant === undefined ? typedQuery(text, schema) : understood(meant);
  if (typed === undefined && !isEnglish(text)) return { draft: notRead(await explain(scene)), query: 'explain' };
  const question: Question = { text, typed, told, isPlain, isReport };
  const answered = await answerOne(scene, schema, question, explain);
  const isOneQuestion = !isPlain || isReport || typed !== undefined;
  // Of two sentences, or of notes in a row, the second is no part of the first.
  const isSettled = answered.draft.verdict === 'CONFIRMED' && !/\?\s+\w| [+&] |: how \w+,/.test(text);
  const parts = isOneQuestion || isSettled ? undefined : severalAsked(text);
  if (parts === undefined) return isPlain && typed === undefined ? withNearest(answered, text, schema) : answered;
  const ask: Ask = {
    text: (one) => answerOne(scene, schema, { ...question, text: one }, explain),
    query: (one) => answerOne(scene, schema, { ...question, typed: understood(one), isPlain: false }, explain),
  };
  return (await answerSeveral(parts, ask, schema)) ?? answered;
}

/** What has no answer is shown with the lines that come nearest to it; the one that says it all is the answer. */
function withNearest(answered: Answered, text: string, schema: Schema): Answered {
  const { draft } = answered;
  const found = draft.verdict === 'INCONCLUSIVE' ? lookUp(text, schema) : undefined;
  const [line] = found?.lines ?? [];
  if (found === undefined || line === undefined) return answered;
  const proof = claimsOf(found.lines.map(placeOf));
  if (!found.isSaid && draft.proof.length > 0) return answered;
  if (!found.isSaid) return { ...answered, draft: { ...draft, explanation: [...draft.explanation, nearest], proof } };
  const cause = say`${line.text.trim().slice(0, 240)}`;
  return { query: null, draft: { ...emptyDraft, verdict: 'LIKELY', cause, proof: proof.slice(0, 1) } };
}
const nearest = { text: words('These lines come nearest to it'), ranges: [] };

async function answerOne(scene: Scene, schema: Schema, question: Question, explain: Explain): Promise<Answered> {
  const { typed, isPlain, isReport } = question;
  const answered = await answerRead(scene, schema, question, explain);
  if (!isPlain || isReport || typed !== undefined || answered.draft.verdict !== 'INCONCLUSIVE') return answered;
  return (
    (await inOtherWords(scene, schema, question, explain)) ??
    (await answerRead(scene, schema, { ...question, isPartly: true }, explain))
  );
}

/** A question as it was put, and what is known of it before it is read. */
interface Question {
  text: string;
  /** A written query, or one about an answer before. */
  typed: Parsed | undefined;
  told: ToldBefore | undefined;
  /** Neither a written query nor about an answer before. */
  isPlain: boolean;
  /** A few words that may be the title of a ticket. */
  isReport: boolean;
  /** Words of the question in place of which it has words of the file. */
  taken?: string[];
  /** Some of its words may go unused where the others leave one answer. */
  isPartly?: boolean;
}

/** What cannot be answered in the words of the asker may be in those that the file has for the same. */
async function inOtherWords(
  scene: Scene,
  schema: Schema,
  question: Question,
  explain: Explain,
): Promise<Answered | undefined> {
  const { text, taken } = inFileWords(question.text, schema);
  if (text === question.text || text.length > maxQuestion) return undefined;
  const answered = await answerRead(scene, schema, { ...question, text, taken }, explain);
  return answered.draft.verdict === 'INCONCLUSIVE' || answered.query === 'explain' ? undefined : answered;
}

async function answerRead(scene: Scene, schema: Schema, question: Question, explain: Explain): Promise<Answered> {
  const { text, typed, told, isPlain, isReport, taken = [], isPartly = false } = question;
  const meaning = typed ?? (await parseQuestion(text, scene, schema, createFindMoment(scene, schema)));
  const read = restartsTold(meaning, schema) ?? meaning;
  if (isReport && !asksForFigures(read)) return explainReport(scene, text, explain);
  const onset = isPlain ? await answerOnset(scene, schema, text, read, explain) : undefined;
  if (onset !== undefined) return onset;
  const form = told && (await formOf(scene, schema, told));
  const whole: Parsed = form === undefined ? read : { ...read, query: withForm(read.query, form) };
  const first = typed === undefined ? await settleReading(scene, schema, whole) : { parsed: whole };
  const checked =
    isPlain && isRun(first.parsed) ? inDoubt(withPassedOver(first.parsed, text, schema), text, schema) : first.parsed;
  const one = isPartly ? await despiteUnused(scene, schema, checked, text) : undefined;
  return answerSettled(scene, schema, { ...first, checked, ...one, text, isPlain, isReport, taken }, explain);
}

interface Asked extends Settled {
  /** `parsed`, with what of the question it does not stand for. */
  checked: Parsed;
  text: string;
  /** Neither a written query nor about an answer before. */
  isPlain: boolean;
  /** A few words that may be the title of a ticket. */
  isReport: boolean;
  taken: string[];
}

async function answerSettled(scene: Scene, schema: Schema, asked: Asked, explain: Explain): Promise<Answered> {
  const { parsed, checked, run, text, isPlain, isReport, taken } = asked;
  const { take } = parsed.query;
  // A title that names nothing of the file asks for its cause all the same.
  const isTitle =
    isPlain && asksNothing(text) && !isUnderstood(parsed) && text.trim().split(/\s+/).length >= fewestOfTitle;
  if (isTitle || (take === 'unknown' && (asksNothing(text) || asksForCause(text))))
    return explainReport(scene, text, explain);
  const written = writeQuery(parsed.query, clockOf(schema));
  scene.step('query', { query: written.slice(0, 300) }, 'the question as it was read');
  // That there is none of what a word was taken for says nothing of what it is.
  // Nor are all lines the whole that a share is of.
  const isOfAllLines = parsed.query.take === 'share' && parsed.query.where.length === 0;
  if (taken.length > 0 && run !== undefined && (isNone(run.result) || isOfAllLines))
    return { draft: cannotAnswer(taken, []), query: null };
  const told = isPlain && isRun(parsed) ? withTaken(checked, taken) : parsed;
  const draft = await answerParsed(scene, schema, told, explain, run);
  // A sentence of the file, pasted: what it says is known, and why it says so is not.
  const isPasted = isPlain && take === 'list' && asksNothing(text) && /\.\s*$/.test(text);
  // What reads as a figure and has none in this file was a title after all.
  if (isPasted || (isReport && draft.verdict === 'INCONCLUSIVE')) return explainReport(scene, text, explain);
  const isRead = !parsed.isProse && take !== 'unknown';
  return { draft: isRead ? { ...draft, readAs: written } : draft, query: written };
}

const notRead = (draft: Draft): Draft => ({
  ...draft,
  unsettled: [...draft.unsettled, words('I read questions in English only; this is what the file shows')],
});

const fewestOfTitle = 6;

const isFewWords = (text: string): boolean =>
  /^\s*(?:\S+\s+){0,13}\S+\s*$/.test(text) && !/[.!?\n]\s{1,8}\S/.test(text);

/** Understood, and more than the name of some lines, or that there are such. */
const asksForFigures = (read: Parsed): boolean => isUnderstood(read) && !/^(?:list|exists)$/.test(read.query.take);

/** "Did it restart", where no line says so and one says more than once that it started. */
function restartsTold(parsed: Parsed, schema: Schema): Parsed | undefined {
  const { query, absent, unread } = parsed;
  const [word, second] = [...absent, ...unread];
  if (query.take !== 'exists' || word === undefined || second !== undefined || !/^re-?start/i.test(word))
    return undefined;
  const value = repeatedStart(schema);
  if (value === undefined) return undefined;
  const where = [{ field: 'text', is: 'has' as const, value }];
  return { ...parsed, query: { ...query, where }, absent: [], unread: [], isInferred: true };
}

/** "When did it begin?", "is it ok again?", asked first of all: what went wrong is looked for, then the lines that say so. */
async function answerOnset(
  scene: Scene,
  schema: Schema,
  text: string,
  read: Parsed,
  explain: Explain,
): Promise<Answered | undefined> {
  const wellness = asksWell(text);
  const onset =
    wellness === undefined ? asksOnset(text) : { query: { ...wellness, where: firstOf.where }, isOfLines: false };
  if (onset === undefined || (onset.isOfLines && isUnderstood(read))) return undefined;
  const cause = await explain(scene);
  const [line] = cause.proof.flatMap(({ ranges }) => ranges);
  const form = line && (await formOf(scene, schema, { file: line.document, line: line.lineStart }));
  if (form === undefined) return { draft: cause, query: 'explain' };
  const query = withForm(onset.query, form);
  const written = writeQuery(query, clockOf(schema));
  const draft = await answerParsed(scene, schema, { ...understood(query), isInferred: true }, explain);
  return { draft: { ...draft, readAs: written }, query: written };
}

/** What lines have in common that say the same as one line. */
async function formOf(
  scene: Scene,
  schema: Schema,
  { file, line }: Pick<ToldBefore, 'file' | 'line'>,
): Promise<string | undefined> {
  const document = await scene.documents.open(file);
  const [text] = (await document?.lines(line, line)) ?? [];
  return text === undefined ? undefined : schema.book.of(readRow(text, document?.layout).message).wording.text;
}
