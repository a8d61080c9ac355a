import type { ToldBefore } from '#core/told-before.ts';
import { levelNamed } from '../lines/level-words.ts';
import { explainEvent } from './explain/explain-event.ts';
import { explainThing } from './explain/explain-thing.ts';
import type { Explain } from './explain/stated-causes.ts';
import { documentsOf } from './facts/records.ts';
import { readRow } from './facts/row.ts';
import { columnNamed, learnSchema, type Schema } from './facts/schema.ts';
import { isSomewhere } from './facts/somewhere.ts';
import { repeatedStart } from './facts/start-line.ts';
import { stem } from './facts/stem.ts';
import type { Scene } from './investigation.ts';
import { columnsCalled } from './parse/columns-called.ts';
import { isUnderstood, type Parsed } from './parse/compose.ts';
import { readFollowUp, withForm } from './parse/follow-up.ts';
import { isEnglish } from './parse/language.ts';
import { withSpelling } from './parse/misspelt.ts';
import { namesAbsent } from './parse/names-absent.ts';
import { withNames } from './parse/names-asked.ts';
import { parseQuestion } from './parse/parse-question.ts';
import { type WrittenOut, writtenOut } from './parse/shorthand.ts';
import { isToldOf } from './parse/told-words.ts';
import { asksForCause, asksNothing, isTroubleReport, namesOfReport } from './parse/trouble-report.ts';
import { isFunctionWord } from './parse/unnamed-noun.ts';
import { isOfQuestions } from './parse/words.ts';
import type { Condition, Query } from './query/query.ts';
import { readQuery } from './query/read-query.ts';
import { type QueryClock, writeQuery } from './query/write-query.ts';
import { createFindMoment } from './run/find-moment.ts';
import type { RunResult } from './run/run.ts';
import { runQuery } from './run/run-query.ts';
import { type Answered, areNowhere, besideThePoint, explained, explainReport } from './settle-cause.ts';
import { isNone, settleReading } from './settle-reading.ts';
import { explainThen } from './settle-window.ts';
import { chartOf } from './tell/chart-of.ts';
import { type Draft, emptyDraft } from './tell/draft.ts';
import { absentFrom, cannotAnswer, draftOf, noneNamed, outOfTime } from './tell/draft-of.ts';
import { nearestNames, offersOf } from './tell/offers.ts';
import { showLines } from './tell/show-lines.ts';
import { tellNext } from './tell/tell-next.ts';
import { tellResult } from './tell/tell-result.ts';
import { say, type Text, words } from './wording/say.ts';
import { timeWordsOf } from './wording/times.ts';

/** Answers a question: what is asked for the cause is explained, all else is a query that is run. */
export async function answerQuestion(scene: Scene, asked: string, explain: Explain): Promise<Answered> {
  const { text: typedText, query: meant, told } = readFollowUp(asked);
  const text = readQuery(typedText) === undefined ? withSpelling(typedText) : typedText;
  if (text.trim() === '' || documentsOf(scene).length === 0 || scene.files.length > 1)
    return { draft: await explain(scene), query: text.trim() === '' ? null : 'explain' };
  const isPlain = meant === undefined && told === undefined && readQuery(text) === undefined;
  const note = isPlain ? writtenOut(text) : undefined;
  // A ticket's text tells of a trouble and asks for its cause; its words choose what it is about. A few words may be
  // its title or ask for a figure: that is known once they are read.
  const isReport = isPlain && note === undefined && isTroubleReport(text);
  if (isReport && !isFewWords(text)) return explainReport(scene, text, explain);
  const schema = await withNames(await learnSchema(scene), typedText, scene);
  scene.step('read', {}, `${schema.columns.length} names and ${schema.kinds.length} kinds of lines to ask about`);
  if (!schema.isComplete) return { draft: outOfTime, query: null };
  const clock = clockOf(schema);
  const typed = meant === undefined ? typedQuery(text, schema, clock) : understood(meant);

  if (typed === undefined && !isEnglish(text)) {
    const draft = await explain(scene);
    return {
      draft: {
        ...draft,
        unsettled: [...draft.unsettled, words('I read questions in English only; this is what the file shows')],
      },
      query: 'explain',
    };
  }
  const parsedText = typed ?? (await parseQuestion(text, scene, schema, createFindMoment(scene, schema)));
  const read = restartsTold(parsedText, schema) ?? parsedText;
  if (isReport && !asksForFigures(read)) return explainReport(scene, text, explain);
  // "Number of invocations in eu-1": a figure, whatever its lines are called.
  const isOfFigure = read.unnamed !== undefined && read.query.take === 'count';
  const isNote = note !== undefined && !isUnderstood(read) && !isOfFigure;
  const answered = isNote ? await answerNote(scene, schema, text, note, explain) : undefined;
  if (answered !== undefined) return answered;
  const form = told === undefined ? undefined : await formOf(scene, schema, told);
  const meaning: Parsed = form === undefined ? read : { ...read, query: withForm(read.query, form) };
  const { parsed, run } = typed === undefined ? await settleReading(scene, schema, meaning) : { parsed: meaning };
  // A title that names nothing of the file asks for its cause all the same.
  const isTitle =
    isPlain && asksNothing(text) && !isUnderstood(parsed) && text.trim().split(/\s+/).length >= fewestOfTitle;
  if (isTitle || (parsed.query.take === 'unknown' && (asksNothing(text) || asksForCause(text))))
    return explainReport(scene, text, explain);
  const written = writeQuery(parsed.query, clock);
  scene.step('query', { query: written.slice(0, 300) }, 'the question as it was read');
  const draft = await answer(scene, schema, parsed, explain, run);
  // What reads as a figure and has none in this file was a title after all.
  if (isReport && draft.verdict === 'INCONCLUSIVE') return explainReport(scene, text, explain);
  // A sentence of the file, pasted: what it says is known, and why it says so is not.
  if (isPlain && parsed.query.take === 'list' && asksNothing(text) && /\.\s*$/.test(text))
    return explainReport(scene, text, explain);
  const isRead = !parsed.isProse && parsed.query.take !== 'unknown';
  return { draft: isRead ? { ...draft, readAs: written } : draft, query: written };
}

/** "5xx after noon": the figure it stands for, or that it cannot be told; undefined where it names a trouble. */
async function answerNote(
  scene: Scene,
  schema: Schema,
  text: string,
  { questions, isTitle }: WrittenOut,
  explain: Explain,
): Promise<Answered | undefined> {
  const findMoment = createFindMoment(scene, schema);
  const readings: Parsed[] = [];
  for (const one of questions) {
    readings.push(await parseQuestion(one, scene, schema, findMoment));
    if (isUnderstood(readings.at(-1)!)) break;
  }
  const asked = readings.find(isUnderstood) ?? readings[0]!;
  const { take, where } = asked.query;
  const asksWhy = take === 'explain' && where.length > 0 && asked.unread.length + asked.absent.length === 0;
  if (!isUnderstood(asked) && !asksWhy) {
    if (isTroubleReport(text)) return explainReport(scene, text, explain);
    if (isTitle) return undefined;
    const draft = await answer(scene, schema, { ...asked, query: { ...asked.query, take: 'unknown' } }, explain);
    return { draft, query: null };
  }
  const { parsed, run } = await settleReading(scene, schema, { ...asked, isInferred: true });
  const written = writeQuery(parsed.query, clockOf(schema));
  const draft = { ...(await answer(scene, schema, parsed, explain, run)), readAs: written };
  if (!isTitle || !isTroubleReport(text)) return { draft, query: written };
  const { cause } = await explain(scene, { about: namesOfReport(text) });
  const standsOut = { text: say`What stands out in the file: ${cause}`, ranges: [] };
  return { draft: { ...draft, explanation: [...draft.explanation, standsOut] }, query: written };
}

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

const asksWhether = ({ isOfAny, query: { expects } }: Parsed): boolean => isOfAny === true && expects !== 'none';

/** Comparatives and words between others are not what was looked for. */
const isContentWord = (word: string): boolean =>
  /^[\w.@/-]{3,}$/.test(word) && !isOfQuestions(word) && !isFunctionWord(word) && !/(?:er|ly)$/i.test(word);

const understood = (query: Query): Parsed => ({
  query,
  unread: [],
  absent: [],
  isInferred: false,
  isProse: false,
  others: [],
});

/** What lines have in common that say the same as one line. */
async function formOf(scene: Scene, schema: Schema, { file, line }: ToldBefore): Promise<string | undefined> {
  const document = await scene.documents.open(file);
  const [text] = (await document?.lines(line, line)) ?? [];
  return text === undefined ? undefined : schema.book.of(readRow(text, document?.layout).message).wording.text;
}

/** A written query; where the file has all its conditions name, the rest may be English: "count of refused with code=4". */
function typedQuery(text: string, schema: Schema, clock: QueryClock): Parsed | undefined {
  const query = readQuery(text, clock);
  if (query === undefined) return undefined;
  const parsed = understood(query);
  if (query.take === 'show') return query.line === undefined ? undefined : parsed;
  if (/^(?:explain|unknown|next)$/.test(query.take)) return parsed;
  const unknown = namesAbsent(query, schema);
  const conditions = [...query.where, ...(query.against ?? [])];
  const missing = conditions.find(({ field }) => unknown.includes(field));
  if (unknown.length > 0) return missing && { ...parsed, absent: [missing.field] };
  const settled = {
    ...query,
    where: query.where.map(withLevelName),
    ...(query.against === undefined ? {} : { against: query.against.map(withLevelName) }),
  };
  return { ...parsed, query: settled };
}

/** A level has one name, however it is typed. */
function withLevelName(condition: Condition): Condition {
  const value = condition.field === 'level' ? levelNamed(condition.value) : undefined;
  return value === undefined ? condition : { ...condition, value };
}

function clockOf({ clock }: Schema): QueryClock {
  return { zoneMinutes: clock?.zoneMinutes ?? 0, isBoot: clock !== undefined && (clock.isBoot || clock.isTimeOfDay) };
}

/** `run`: what the query came to, where it was run already. */
async function answer(scene: Scene, schema: Schema, parsed: Parsed, explain: Explain, run?: RunResult): Promise<Draft> {
  const { query, unread, absent } = parsed;
  if (parsed.timeOutside !== undefined) return outside(parsed.timeOutside, schema, scene);
  if (absent.length > 0 && !parsed.isProse && (await isSomewhere(scene, absent[0]!)))
    return cannotAnswer(absent, offersOf(schema));
  if (absent.length > 0 && !parsed.isProse) {
    // A plain word is the asker's own for the trouble; a name is a thing, and others' troubles are none of its.
    if (query.take === 'explain' && absent.every((word) => /^[a-z]{3,30}$/.test(word)))
      return besideThePoint(await explain(scene), absent);
    if (asksWhether(parsed)) return noneNamed(absent);
    const nearest = nearestNames(schema, absent[0]!);
    return absentFrom(absent[0]!, nearest.length > 0 ? nearest : offersOf(schema));
  }
  if (query.take === 'explain') {
    const times = timeWordsOf(documentsOf(scene)[0]!);
    const event = parsed.isPartly === true ? undefined : await explainEvent(scene, schema, query, times);
    const own = event ?? (await explainThing(scene, schema, query, times));
    if (own !== undefined) return draftOf(own, { unread, isInferred: parsed.isInferred, isWhole: true });
    const then = parsed.isPartly === true ? undefined : await explainThen(scene, schema, query);
    if (then !== undefined) return then;
    return explained(scene, schema, parsed, explain);
  }
  if (query.take === 'next') return tellNext(await explain(scene));
  if (query.take === 'show') return showLines(scene, query);
  if (query.take === 'unknown' || unread.length > 0) {
    const isStrange = query.take !== 'unknown' && (await areNowhere(scene, unread));
    if (isStrange && asksWhether(parsed) && unread.every(isContentWord)) return noneNamed(unread);
    return isStrange ? absentFrom(unread[0]!, offersOf(schema)) : cannotAnswer(unread, offersOf(schema));
  }
  const { result, isWhole, isGuessed } = run ?? (await runQuery(scene, schema, query));
  const isInferred = parsed.isInferred || isGuessed === true;
  const { unnamed } = parsed;
  if (unnamed !== undefined && (isNone(result) || (await isSaidSomewhere(scene, schema, unnamed))))
    return cannotAnswer([unnamed], offersOf(schema));
  const info = documentsOf(scene)[0]!;
  const times = timeWordsOf(info);
  const chart = chartOf(query, result, times);
  const draft = {
    ...draftOf(tellResult(query, result, times), { unread, isInferred, isWhole }),
    ...(chart ? { chart } : {}),
  };
  const remarks = [
    ...(unnamed === undefined ? [] : [say`No line says ${unnamed}`]),
    ...(parsed.left ?? []).map((words) => say`I left out ${words}`),
    ...(parsed.isInferred ? worseLines(query, schema) : []),
  ];
  return { ...draft, unsettled: [...remarks, ...draft.unsettled] };
}

/** In any of its forms: a part of another word is another word. */
async function isSaidSomewhere(scene: Scene, schema: Schema, word: string): Promise<boolean> {
  if (isToldOf(schema, word) || columnsCalled(schema, [word]).length > 0) return true;
  const forms = new RegExp(`(?<![\\w.-])${stem(word)}(?:e?s|e?d|ing|ers?)?(?![\\w-])`, 'i');
  return schema.isWhole ? schema.sample.some(({ text }) => forms.test(text)) : await isSomewhere(scene, stem(word));
}

/** Of a count of errors: what is worse than an error and is not among them. */
function worseLines({ where }: Query, schema: Schema): Text[] {
  const isOfErrors = where.some(({ field, is, value }) => field === 'level' && is === '=' && value === 'error');
  const worse = columnNamed(schema, 'level')?.values.get('critical');
  if (!isOfErrors || worse === undefined) return [];
  return [say`Lines with level ${worse.shown} are not counted among the errors`];
}

function outside(label: string, { clock }: Schema, scene: Scene): Draft {
  const times = timeWordsOf(documentsOf(scene)[0]!);
  const covers =
    clock === undefined
      ? words('its lines have no time')
      : words(`it covers ${times.span(clock.firstMs, clock.lastMs)}`);
  return { ...emptyDraft, cause: say`${label} is not in this file: ${covers}` };
}

export type { Query };
