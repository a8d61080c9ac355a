import type { Draft } from './answer/draft.ts';
import type { Explain, Scene } from './explain/explanation.ts';
import { documentsOf, eachRecord } from './facts/records.ts';
import { learnSchema, type Schema } from './facts/schema.ts';
import { isEnglish } from './parse/language.ts';
import { type Parsed, parseQuestion } from './parse/parse-question.ts';
import { isTroubleReport, namesOfReport } from './parse/trouble-report.ts';
import type { Condition, Query } from './query/query.ts';
import { readQuery } from './query/read-query.ts';
import { type QueryClock, writeQuery } from './query/write-query.ts';
import { compile } from './run/conditions.ts';
import { runQuery } from './run/run-query.ts';
import { absentFrom, cannotAnswer, draftOf, outOfTime } from './tell/draft-of.ts';
import { nearestNames, offersOf } from './tell/offers.ts';
import { code, say, words } from './tell/say.ts';
import { tellResult } from './tell/tell-result.ts';
import { timeWordsOf } from './tell/times.ts';

export interface Answered {
  draft: Draft;
  /** The written form of how it was read. */
  query: string | null;
}

/** Answers a question: what is asked for the cause is explained, all else is a query that is run. */
export async function answerQuestion(scene: Scene, text: string, explain: Explain): Promise<Answered> {
  if (text.trim() === '' || documentsOf(scene).length === 0 || scene.files.length > 1)
    return { draft: await explain(scene), query: text.trim() === '' ? null : 'explain' };
  // A ticket's text tells of a trouble and asks for its cause; its words choose what it is about.
  if (readQuery(text) === undefined && isTroubleReport(text))
    return { draft: await explain(scene, { about: namesOfReport(text) }), query: 'explain' };
  const schema = await learnSchema(scene);
  scene.step('read', {}, `${schema.columns.length} names and ${schema.kinds.length} kinds of lines to ask about`);
  if (!schema.isComplete) return { draft: outOfTime, query: null };
  const clock = clockOf(schema);
  const typed = typedQuery(text, schema, clock);
  if (typed === undefined && !isEnglish(text)) {
    const draft = await explain(scene);
    return {
      draft: {
        ...draft,
        unsettled: [...draft.unsettled, words('Questions are read in English; this is what the file itself shows')],
      },
      query: 'explain',
    };
  }
  const parsed: Parsed =
    typed === undefined
      ? await parseQuestion(text, scene, schema, (where) => momentOf(scene, schema, where))
      : { query: typed, unread: [], absent: [], isInferred: false, isProse: false };
  const written = writeQuery(parsed.query, clock);
  scene.step('query', { query: written.slice(0, 300) }, 'the question as it was read');
  return { draft: await answer(scene, schema, parsed, written, explain), query: written };
}

/** A written query, where the names in it are the file's. */
function typedQuery(text: string, { columns }: Schema, clock: QueryClock): Query | undefined {
  const query = readQuery(text, clock);
  if (query === undefined || query.take === 'explain' || query.take === 'unknown') return query;
  const known = new Set([...columns.map(({ name }) => name), 'words', 'text']);
  const names = [
    query.of,
    query.by,
    ...query.where.map(({ field }) => field),
    ...(query.against ?? []).map(({ field }) => field),
  ];
  return names.every((name) => name === undefined || known.has(name)) ? query : undefined;
}

function clockOf({ clock }: Schema): QueryClock {
  return { zoneMinutes: clock?.zoneMinutes ?? 0, isBoot: clock !== undefined && (clock.isBoot || clock.isTimeOfDay) };
}

async function answer(scene: Scene, schema: Schema, parsed: Parsed, written: string, explain: Explain): Promise<Draft> {
  const { query, unread, absent } = parsed;
  if (parsed.timeOutside !== undefined) return outside(parsed.timeOutside, schema, written, scene);
  if (absent.length > 0 && !parsed.isProse && (await isSomewhere(scene, absent[0]!)))
    return cannotAnswer(absent, offersOf(schema));
  if (absent.length > 0 && !parsed.isProse) return absentFrom(absent, nearestNames(schema, absent[0]!), written);
  if (query.take === 'explain') return explained(scene, parsed, written, explain);
  if (query.take === 'unknown' || unread.length > 0) return cannotAnswer(unread, offersOf(schema));
  const { result, isWhole } = await runQuery(scene, schema, query);
  const info = documentsOf(scene)[0]!;
  const told = tellResult(query, result, timeWordsOf(info));
  return draftOf(told, written, { unread, isInferred: parsed.isInferred, isWhole, isByModel: false });
}

function outside(label: string, { clock }: Schema, written: string, scene: Scene): Draft {
  const times = timeWordsOf(documentsOf(scene)[0]!);
  const covers =
    clock === undefined
      ? words('its lines state no time')
      : words(`it covers ${times.span(clock.firstMs, clock.lastMs)}`);
  const draft = absentFrom([label], [], written);
  return { ...draft, cause: say`${label} is not in this file: ${covers}` };
}

async function explained(
  scene: Scene,
  { query, absent, isProse }: Parsed,
  written: string,
  explain: Explain,
): Promise<Draft> {
  const about = query.where.map(({ value }) => value);
  const { window } = query;
  const isWindow = window?.fromMs !== undefined || window?.toMs !== undefined;
  const asked = {
    ...(about.length === 0 ? {} : { about }),
    ...(isWindow ? { window: { fromMs: window?.fromMs ?? 0, toMs: window?.toMs ?? Number.MAX_SAFE_INTEGER } } : {}),
  };
  const draft = await explain(scene, asked);
  const missing = isProse || absent.length === 0 ? [] : [say`No line names ${absent.join(', ')}`];
  const readAs = isProse ? [] : [{ text: say`Read as: ${code(written)}`, ranges: [] }];
  return { ...draft, explanation: [...draft.explanation, ...readAs], unsettled: [...draft.unsettled, ...missing] };
}

/** A name is said to be absent only where it stands in no line at all. */
async function isSomewhere({ documents }: Scene, name: string): Promise<boolean> {
  for (const info of documents.infos.filter(({ lines }) => lines > 0).slice(0, 300)) {
    const document = await documents.open(info.name);
    const found = await document?.search({ all: [name], ignoreCase: true, limit: 1, enough: 1 });
    if (found !== undefined && found.total > 0) return true;
  }
  return false;
}

async function momentOf(scene: Scene, schema: Schema, where: readonly Condition[]): Promise<number | undefined> {
  const test = compile(where, schema);
  let found: number | undefined;
  await eachRecord(scene, {
    see(record) {
      if (found === undefined && test(record)) found = record.timeMs;
    },
  });
  return found;
}

export type { Query };
