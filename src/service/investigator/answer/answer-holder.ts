import type { Claim, Observation } from '../detect/observation.ts';
import { ranBeside } from '../detect/ran-beside.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { number, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

const holding =
  'block(?:s|ed|ing)?|hold(?:s|ing)?|held|lock(?:s|ed|ing)?|us(?:es|ed|ing) (?:up|all)|eat(?:s|ing)?(?: up)?|ate|hog(?:s|ged|ging)?|occup(?:y|ied|ies|ying)|exhaust(?:s|ed|ing)?|leak(?:s|ed|ing)?|keep(?:s|ing)?|kept|t(?:akes?|ook|aking) (?:all|up)';
const asksWho = new RegExp(
  `\\b(?:who|whom|what|which (?:code|class|job|process|query|session|thread|user|statement|transaction))\\b.{0,30}\\b(?:${holding})\\b`,
  'i',
);
const ofThings =
  /\b(?:connections?|pools?|locks?|tables?|rows?|threads?|slots?|sessions?|handles?|whom|each other|everything|everyone|inserts?|updates?|writes?|queries|others?|jam)\b/i;
const asksForEnd =
  /\bhow (?:did|was|were|has|have) .{0,60}\b(?:end(?:ed)?|resolved?|solved?|cleared?|released?|over|stop(?:ped)?|recover(?:ed)?)\b/i;
const aboutLocks = /\b(?:locks?|locking|jam|block\w*|dead-?lock|hang|hung|queue|waits?|waiting|stand-?still)\b/i;

/** Whether somebody is asked for who keeps others waiting. */
export function asksForHolder(text: string): boolean {
  return (asksWho.test(text) && ofThings.test(text)) || (asksForEnd.test(text) && aboutLocks.test(text));
}

/** Who holds what others wait for, what it did, who waited, and how it ended. */
export async function answerHolder(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { text } = run.question;
  if (run.files.length > 1 || text.length > 300 || !asksForHolder(text)) return undefined;
  const lock = evidence.observations.filter((one) => one.rule === 'lock.holder').sort((a, b) => b.count - a.count)[0];
  const leak = evidence.observations.find((one) => one.rule === 'resource.leak');
  const isOfPool = /\b(?:connections?|pools?|sessions?|handles?|leak\w*)\b/i.test(text);
  const holder = isOfPool ? (leak ?? lock) : (lock ?? leak);
  if (holder === undefined) return ofJob(evidence);
  return holder.rule === 'lock.holder' ? ofLock(run, evidence, holder) : ofLeak(evidence, holder);
}

function ofLeak(evidence: Evidence, leak: Observation): Draft {
  const waiting = evidence.observations.find(
    (one) => one !== leak && one.rule === 'pool.exhausted' && one.kind === 'failure' && one.isRoutine !== true,
  );
  const claims: Claim[] =
    waiting === undefined
      ? []
      : [{ text: say`What waits for it: ${waiting.title}`, ranges: waiting.evidence.slice(0, 2) }];
  const others = evidence.observations.filter((one) => one.rule === 'resource.leak' && one !== leak);
  return lookUp({
    verdict: 'LIKELY',
    cause: leak.title,
    explanation: claims.map(({ text }) => ({ text, ranges: [] })),
    proof: [...leak.details, ...claims],
    also: others.map((one) => ({ text: one.title, ranges: one.evidence.slice(0, 1) })),
    next: leak.next,
    used: [leak, ...(waiting === undefined ? [] : [waiting])],
    signature: leak.signature ?? null,
  });
}

/** No line says who: what ran exactly while the others waited. */
function ofJob(evidence: Evidence): Draft | undefined {
  for (const waiting of evidence.observations) {
    if (waiting.group === undefined || !/pool|connection|lock|wait/.test(waiting.subjects)) continue;
    const survey = evidence.surveys.find((one) => one.info.name === waiting.document);
    const ran = survey === undefined ? undefined : ranBeside(waiting, survey);
    if (ran === undefined) continue;
    return lookUp({
      verdict: 'LIKELY',
      cause: say`${ran.lead}: just then ${waiting.title}`,
      explanation: [{ text: words('No line names who holds it; what ran in exactly that time is told'), ranges: [] }],
      proof: [...ran.claims, { text: say`What waited: ${waiting.title}`, ranges: waiting.evidence.slice(0, 2) }],
      next: waiting.next,
      used: [waiting],
    });
  }
  return undefined;
}

interface Told {
  line: number;
  text: string;
  message: string;
  timeMs: number | undefined;
}

async function ofLock(run: Investigation, evidence: Evidence, lock: Observation): Promise<Draft | undefined> {
  const name = lock.owner ?? '';
  const document = await run.documents.open(lock.document);
  const [firstWait, lastWait] = [lock.evidence[0]?.lineStart, lock.evidence.at(-1)?.lineStart];
  if (document === undefined || firstWait === undefined || lastWait === undefined) return undefined;
  const found = await document.search({ all: [name], limit: 20_000, budgetMs: 2000 });
  const own = [
    ...found.lines.filter((line) => line < firstWait).slice(-8),
    ...found.lines.filter((line) => line > lastWait).slice(0, 8),
  ];
  const told: Told[] = [];
  for (const line of own) {
    const [text = ''] = await document.lines(line, line);
    const fields = fieldsOf(text);
    told.push({ line, text, message: fields.message, timeMs: (await document.meta(line)).timeMs ?? fields.timeMs });
  }
  const before = told.filter(({ line, message }) => line < firstWait && !isWaiting(message));
  const did = before.reverse().find(({ timeMs }) => isNear(timeMs, lock.firstTimeMs, 3_600_000));
  const end = told.find(
    ({ line, message, timeMs }) => line > lastWait && !isWaiting(message) && isNear(timeMs, lock.lastTimeMs, 900_000),
  );
  const waiting = await waitersOf(run, lock, name, firstWait);
  const survey = evidence.surveys.find((one) => one.info.name === lock.document);
  const times = survey === undefined ? undefined : timeWordsOf(survey.info, survey.isZoned);
  const at = (timeMs: number | undefined) =>
    words(timeMs === undefined || times === undefined ? '' : ` at ${times.at(timeMs)}`);
  const span =
    lock.firstTimeMs === undefined || lock.lastTimeMs === undefined || times === undefined
      ? words('')
      : words(`, ${times.span(lock.firstTimeMs, lock.lastTimeMs)}`);
  const doing = did === undefined ? words('') : say` (${shorten(withoutName(did.message, name), 70)})`;
  const first =
    waiting.first === undefined
      ? words('')
      : say`, first ${waiting.first}${waiting.statement === undefined ? words('') : say` with ${shorten(waiting.statement, 60)}`}`;
  const who = say`${name}${doing} held up ${words(waiting.count > 1 ? `${number(waiting.count)} others` : `others ${number(lock.count)} times`)}${first}${span}`;
  const ended: Text | undefined =
    end === undefined ? undefined : say`${shorten(withoutName(end.message, name), 110)}${at(end.timeMs)}`;
  const isEndAsked = asksForEnd.test(run.question.text);
  const range = (line: number) => ({ document: lock.document, lineStart: line, lineEnd: line });
  const after =
    end?.timeMs === undefined || lock.firstTimeMs === undefined
      ? words('')
      : words(`, ${durationWords(end.timeMs - lock.firstTimeMs)} after the first had to wait`);
  return lookUp({
    verdict: isEndAsked && ended === undefined ? 'LIKELY' : 'CONFIRMED',
    cause: isEndAsked
      ? ended === undefined
        ? say`How it ended no line of ${name} tells; ${who}`
        : say`${name}: ${ended}${after}`
      : who,
    explanation: [
      ...(isEndAsked ? [{ text: who, ranges: [] }] : []),
      ...(!isEndAsked && ended !== undefined ? [{ text: say`It ended with ${ended}`, ranges: [] }] : []),
      { text: say`${words(number(lock.count))} lines tell that others wait for it`, ranges: [] },
    ],
    proof: [
      ...(did === undefined ? [] : [{ text: say`What it did before`, ranges: [range(did.line)] }]),
      ...lock.details,
      ...(waiting.line === undefined ? [] : [{ text: words('Who had to wait first'), ranges: [range(waiting.line)] }]),
      ...(end === undefined ? [] : [{ text: words('How it ended'), ranges: [range(end.line)] }]),
    ],
    next: lock.next,
    used: [lock],
    signature: lock.signature ?? null,
  });
}

/** Others by the number or name they are told by, and what the first of them wanted. */
async function waitersOf(
  run: Investigation,
  lock: Observation,
  name: string,
  firstWait: number,
): Promise<{ count: number; first?: string; statement?: string; line?: number }> {
  const document = await run.documents.open(lock.document);
  if (document === undefined) return { count: 0 };
  const waits = await document.search({ all: [name], fromLine: firstWait, limit: 5000, budgetMs: 1500 });
  const names = new Set<string>();
  for (const line of waits.lines.slice(0, 2000)) {
    const [text = ''] = await document.lines(line, line);
    const message = fieldsOf(text).message;
    if (!isWaiting(message)) continue;
    const queue = /Wait queue: ([\d, ]+)/.exec(message)?.[1]?.split(/, ?/);
    const speaker =
      /\b(?:process|thread|session|transaction|trx|pid|connection|query|job|task|worker)[ #=:]{1,2}["'`]?([\w.-]*\d[\w.-]*)/i.exec(
        message,
      )?.[1];
    for (const one of queue ?? (speaker === undefined ? [] : [speaker]))
      if (one !== name) names.add(one.replace(/\.$/, ''));
  }
  const [first] = names;
  if (first === undefined) return { count: 0 };
  const near = await document.lines(Math.max(1, firstWait - 12), firstWait + 6);
  const statement = near
    .map((text, index) => ({ line: Math.max(1, firstWait - 12) + index, text, sql: sql.exec(text)?.[0] }))
    .filter(({ text, sql: one }) => one !== undefined && text.includes(first))
    .at(-1);
  return {
    count: names.size,
    first,
    ...(statement?.sql === undefined ? {} : { statement: statement.sql.slice(0, 120), line: statement.line }),
  };
}

const sql =
  /\b(?:ALTER|UPDATE|DELETE|INSERT|SELECT|CREATE|DROP|TRUNCATE|LOCK|VACUUM|REINDEX|OPTIMIZE|MERGE|CLUSTER)\b.{3,300}/;

function isWaiting(message: string): boolean {
  return /\bwait(?:s|ing|ed)?\b|\bblocked by\b|\bholding the lock\b|\bheld by\b|\blocked by\b/i.test(message);
}

function isNear(timeMs: number | undefined, otherMs: number | undefined, withinMs: number): boolean {
  return timeMs === undefined || otherMs === undefined || Math.abs(timeMs - otherMs) <= withinMs;
}

/** Its own name before what it did is told already. */
function withoutName(message: string, name: string): string {
  const at = message.indexOf(name);
  return at < 0 || at > 40 ? message : message.slice(at + name.length).replace(/^[\]\s:|,-]+/, '') || message;
}
