import { explainEvent, tellsEvent } from './explain/explain-event.ts';
import { explainThing } from './explain/explain-thing.ts';
import { ledTo } from './explain/led-to.ts';
import { saidOfEvent } from './explain/said-of-event.ts';
import type { Explain } from './explain/stated-causes.ts';
import { documentsOf } from './facts/records.ts';
import { columnNamed, formOf, type Schema } from './facts/schema.ts';
import { isSomewhere } from './facts/somewhere.ts';
import { stem } from './facts/stem.ts';
import type { Scene } from './investigation.ts';
import { columnsCalled } from './parse/columns-called.ts';
import type { Parsed } from './parse/parsed.ts';
import { isToldOf } from './parse/told-words.ts';
import { isFunctionWord } from './parse/unnamed-noun.ts';
import type { Query } from './query/query.ts';
import { compile } from './run/conditions.ts';
import { isNone, type Result, type RunResult } from './run/result.ts';
import { runQuery } from './run/run-query.ts';
import { notHeardOf } from './run/states/silent.ts';
import { areNowhere, besideThePoint, explained } from './settle-cause.ts';
import { explainThen } from './settle-window.ts';
import { chartOf } from './tell/chart-of.ts';
import { type Draft, emptyDraft } from './tell/draft.ts';
import { absentFrom, cannotAnswer, draftOf, noneNamed } from './tell/draft-of.ts';
import { nearestNames, offersOf } from './tell/offers.ts';
import { showLines } from './tell/show-lines.ts';
import { tellNext } from './tell/tell-next.ts';
import { tellResult } from './tell/tell-result.ts';
import { type Told, told } from './tell/told.ts';
import { join, say, type Text, words } from './wording/say.ts';
import { type TimeWords, timeWordsOf } from './wording/times.ts';

/** Answers what was read of a question. `run`: what its query came to, where it was run already. */
export async function answerParsed(
  scene: Scene,
  schema: Schema,
  parsed: Parsed,
  explain: Explain,
  run?: RunResult,
): Promise<Draft> {
  const { query, unread, absent } = parsed;
  if (parsed.timeOutside !== undefined) return outside(parsed.timeOutside, schema, scene);
  if (absent.length > 0 && !parsed.isProse) return answerAbsent(scene, schema, parsed, explain);
  if (query.take === 'explain') return answerWhy(scene, schema, parsed, explain);
  if (query.take === 'next') return tellNext(await explain(scene));
  if (query.take === 'show') return showLines(scene, query);
  if (query.take === 'unknown' || unread.length > 0) return answerUnread(scene, schema, parsed);
  return answerFigure(scene, schema, parsed, run ?? (await runQuery(scene, schema, query)));
}

/** By its names, which lines do not have where they were looked for. */
async function answerAbsent(scene: Scene, schema: Schema, parsed: Parsed, explain: Explain): Promise<Draft> {
  const { query, absent } = parsed;
  const [name = ''] = absent;
  if (await isSomewhere(scene, name)) return cannotAnswer(absent, offersOf(schema));
  // A word without a number may be what the asker calls the program or the trouble; one with a number is a thing, and
  // the troubles of others are none of its.
  if (query.take === 'explain' && absent.every((word) => /^[a-z][a-z_.-]{2,40}$/i.test(word)))
    return besideThePoint(await explain(scene), absent);
  if (asksWhether(parsed) && absent.every(isContentWord)) return noneNamed(absent);
  const nearest = nearestNames(schema, name);
  return absentFrom(name, nearest.length > 0 ? nearest : offersOf(schema));
}

async function answerWhy(scene: Scene, schema: Schema, parsed: Parsed, explain: Explain): Promise<Draft> {
  const { query, unread, isInferred, isPartly = false } = parsed;
  const times = timesIn(scene);
  if (query.expects === 'before') return tellBefore(scene, schema, parsed);
  const grounds = { unread, isInferred, isWhole: true };
  const event = isPartly ? undefined : await explainEvent(scene, schema, query, times);
  const own = event ?? (await explainThing(scene, schema, query, times));
  if (own !== undefined && own.verdict !== 'INCONCLUSIVE') return draftOf(own, grounds);
  const then = isPartly || own !== undefined ? undefined : await explainThen(scene, schema, query);
  const draft = own === undefined ? (then ?? (await explained(scene, schema, parsed, explain))) : draftOf(own, grounds);
  return (await answerSilence(scene, schema, parsed, draft)) ?? (await answerEvent(scene, schema, parsed, draft));
}

/** Where no reason is found for it, what led to an event, or what its line says of it. */
async function answerEvent(scene: Scene, schema: Schema, parsed: Parsed, draft: Draft): Promise<Draft> {
  const { query, unread, asksReason = false, isPartly = false } = parsed;
  if (draft.verdict !== 'INCONCLUSIVE' || isPartly || unread.length > 0) return draft;
  const isOfReason = asksReason || tellsEvent(query, schema);
  const led = isOfReason ? await ledTo(scene, schema, query, timesIn(scene)) : undefined;
  const told = led ?? saidOfEvent(schema, query);
  return told === undefined ? draft : draftOf(told, { unread, isInferred: true, isWhole: true });
}

/** What led to an event, or else the line right before it. */
async function tellBefore(scene: Scene, schema: Schema, { query, unread, isInferred }: Parsed): Promise<Draft> {
  const times = timesIn(scene);
  const led = await ledTo(scene, schema, query, times);
  if (led !== undefined) return draftOf(led, { unread, isInferred: true, isWhole: true });
  if (query.of !== undefined) return cannotAnswer([], offersOf(schema));
  const next: Query = { ...query, take: 'first' };
  const { result, isWhole } = await runQuery(scene, schema, next);
  return draftOf(tellResult(next, result, times), { unread, isInferred, isWhole });
}

/** Where nothing went wrong in words, what is not heard of any more did. */
async function answerSilence(scene: Scene, schema: Schema, parsed: Parsed, draft: Draft): Promise<Draft | undefined> {
  const { query, unread, absent } = parsed;
  const isBlank = draft.verdict === 'INCONCLUSIVE' && draft.used.length === 0;
  if (!isBlank || query.where.length + unread.length + absent.length > 0) return undefined;
  const asked: Query = { take: 'state', state: notHeardOf, where: [] };
  const { result } = await runQuery(scene, schema, asked);
  if (result.shape !== 'silent' || result.rows.length === 0) return undefined;
  return draftOf(tellResult(asked, result, timesIn(scene)), { unread, isInferred: true, isWhole: true });
}

async function answerUnread(scene: Scene, schema: Schema, parsed: Parsed): Promise<Draft> {
  const { query, unread } = parsed;
  const isStrange = query.take !== 'unknown' && (await areNowhere(scene, unread));
  if (!isStrange) return cannotAnswer(unread, offersOf(schema));
  if (asksWhether(parsed) && unread.every(isContentWord)) return noneNamed(unread);
  return absentFrom(unread[0] ?? '', offersOf(schema));
}

async function answerFigure(scene: Scene, schema: Schema, parsed: Parsed, run: RunResult): Promise<Draft> {
  const { query: asked, unread, unnamed, left = [], taken = [], passedOver = [] } = parsed;
  const { result, isWhole, isGuessed = false, asTold: query = asked } = run;
  const isOther = unnamed !== undefined && (isNone(result) || isOfSeveralKinds(query, schema));
  if (unnamed !== undefined && (isOther || (await isSaidSomewhere(scene, schema, unnamed))))
    return cannotAnswer([unnamed], offersOf(schema));
  const times = timesIn(scene);
  const undone = sayNotDone(query, result);
  if (undone !== undefined) return draftOf(undone, { unread, isInferred: true, isWhole });
  const chart = chartOf(query, result, times);
  const isInferred = parsed.isInferred || isGuessed || passedOver.length > 0;
  const draft = draftOf(tellResult(query, result, times), { unread, isInferred, isWhole });
  const remarks = [
    ...(unnamed === undefined ? [] : [say`No line says ${unnamed}`]),
    ...taken.map((words) => say`Whether ${words} means what it was read as`),
    ...left.map((words) => say`I left out ${words}`),
    ...(passedOver.length === 0 ? [] : [say`I did not use: ${join(passedOver)}`]),
    ...(parsed.isInferred ? worseLines(query, schema) : []),
  ];
  return { ...draft, ...(chart && { chart }), unsettled: [...remarks, ...draft.unsettled] };
}

const notDone =
  /\b(?:skip\w*|not|never|cannot|can't|couldn't|fail\w*|abort\w*|cancel\w*|denied|refused|reject\w*|would|dry[- ]run)\b/i;

/** "Was it deployed" of lines that all tell of it as skipped: that they name it is no yes. */
function sayNotDone({ take, where, of, expects }: Query, result: Result): Told | undefined {
  const said = where.filter(({ field }) => field === 'words');
  const isDeed = take === 'exists' && (expects ?? of) === undefined && said.some(({ value }) => !notDone.test(value));
  if (!isDeed || result.shape !== 'exists' || where.some(({ field }) => field === 'outcome')) return undefined;
  const [place] = result.places;
  if (place === undefined || !result.places.every(({ text }) => notDone.test(text))) return undefined;
  const headline = say`No line says that it was done; ${place.text.trim().slice(0, 240)}`;
  return { ...told(headline, result.places), verdict: 'INCONCLUSIVE' };
}

const timesIn = (scene: Scene): TimeWords => timeWordsOf(documentsOf(scene)[0]!);

const asksWhether = ({ isOfAny, query: { expects } }: Parsed): boolean => isOfAny === true && expects !== 'none';

/** Comparatives, amounts and words between others are not what was looked for. */
const isContentWord = (word: string): boolean =>
  !isFunctionWord(word) &&
  !/(?<!(?:kill|serv|work|handl|own|tim|us|driv|load|schedul))er$|ly$|^\d[\d.,]*[a-zµ%°]+$/i.test(word);

/** Lines that say different things are not all what a noun that none of them has is for. */
function isOfSeveralKinds({ take, of, where }: Query, schema: Schema): boolean {
  const isToldOnce = where.some(({ is }) => is === '!=');
  if (take !== 'count' || of !== undefined || isToldOnce || !where.some(({ field }) => field === 'words')) return false;
  const held = schema.sample.filter(compile(where, schema));
  const kinds = new Set(held.map((record) => formOf(record, schema))).size;
  // Names that no other line has make each line a kind of its own.
  return kinds > 1 && kinds < held.length;
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
  const covers =
    clock === undefined ? 'its lines have no time' : `it covers ${timesIn(scene).span(clock.firstMs, clock.lastMs)}`;
  return { ...emptyDraft, cause: say`${label} is not in this file: ${words(covers)}` };
}
