import type { DocumentInfo, Severity } from '../../formats/reading.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { blocksOf } from '../facts/lines/blocks-of.ts';
import { fieldsOf } from '../facts/lines/fields-of.ts';
import { isFrame } from '../facts/lines/line-shapes.ts';
import { startsWithTime } from '../facts/lines/text-fields.ts';
import { frameOf } from '../facts/lines/thrown.ts';
import { statesZone, timeWordsOf } from '../wording/times.ts';
import {
  addFrame,
  addNumbers,
  addShares,
  addToGroup,
  bucketCount,
  type GroupBuild,
  groupFor,
  type SeriesBuild,
} from './collect.ts';
import { gravityOf } from './failure.ts';
import { completeCounts, countForms, createFormGroups, type FormCounts } from './form-counts.ts';
import { planLines } from './line-plan.ts';
import type { ShareRow, Spot, Survey } from './survey.ts';
import { watchClock } from './watch-clock.ts';

interface SurveyOptions {
  signal: AbortSignal;
  /** Lines looked at one by one; of a longer document the severe ones and an even selection of the rest. */
  maxLines: number;
  /** Of a longer document, whose lines are counted by their form: so many are read one by one. */
  maxSampled: number;
}

const belowThrown = /^(?:\s+in |\t|Caused by: |Traceback )/;
const exceptionLine = /^(?:Caused by: )?[A-Za-z_$][\w.$]{2,120}(?:Exception|Error|Throwable)\b/;
const thrown = /^(?:[A-Za-z_][\w.]{0,120}\.)?[A-Z]\w{1,80}(?:Error|Exception|Exit|Interrupt|Fault|Warning)(?:: \S|$)/;

/** One pass over a document: what kinds of lines it has, who failed when, and which numbers move. */
export async function surveyDocument(document: ReadDocument, options: SurveyOptions): Promise<Survey> {
  const { info } = document;
  const { signal, maxLines, maxSampled } = options;
  const scale = scaleOf(info);
  const clock = watchClock();
  const isLong = info.lines > maxLines;
  const forms = isLong ? await countForms(document, scale.bucketOf, clock.see, signal) : undefined;
  // A selection in steps has silences of its own making.
  const collector = createCollector(document, scale, isLong ? () => {} : clock.see);
  const plan = await planLines(document, isLong ? Math.min(maxLines, maxSampled) : maxLines, forms);
  for await (const { start, texts, timeMs, severity, form } of blocksOf(document, plan.ranges)) {
    signal.throwIfAborted();
    for (const [at, text] of texts.entries()) {
      const known = { timeMs: timeMs(at), severity: severity(at), form: form(at) ?? -1 };
      collector.take({ text, line: start + at, next: texts[at + 1] ?? '', ...known }, plan.extra.has(start + at));
    }
  }
  if (forms !== undefined) collector.complete(forms);
  return {
    info,
    ...collector.result(forms),
    isSampled: isLong && forms === undefined,
    bucketTime: scale.bucketTime,
    ...clock.result(),
  };
}

/** Equal stretches of a document's time, or of its lines where it has none. */
interface Scale {
  hasClock: boolean;
  bucketOf(line: number, timeMs: number | undefined): number;
  bucketTime(bucket: number): number | undefined;
}

function scaleOf({ clock, lines, firstTimeMs: first, lastTimeMs: last }: DocumentInfo): Scale {
  const spanMs = first !== undefined && last !== undefined ? last - first : 0;
  const hasClock = clock !== 'none' && spanMs > 0;
  return {
    hasClock,
    bucketOf(line, timeMs) {
      const share = hasClock && timeMs !== undefined ? (timeMs - first!) / spanMs : (line - 1) / Math.max(1, lines);
      return Math.max(0, Math.min(bucketCount - 1, Math.floor(share * bucketCount)));
    },
    bucketTime: (bucket) => (hasClock ? first! + (spanMs * bucket) / bucketCount : undefined),
  };
}

interface ReadLine {
  text: string;
  line: number;
  next: string;
  timeMs: number | undefined;
  severity: Severity | undefined;
  form: number;
}

/** The line that those below it go on with. */
interface Latest {
  spot: Spot;
  line: number;
  group: GroupBuild | undefined;
  hasFrame: boolean;
}

/** Sorts lines into kinds, counts shares and follows numbers. */
function createCollector(
  { info, layout }: ReadDocument,
  { bucketOf }: Scale,
  see: (line: number, timeMs: number | undefined) => void,
) {
  const groups = new Map<string, GroupBuild>();
  const series = new Map<string, SeriesBuild>();
  const shares = new Map<string, ShareRow>();
  const distinct = new Map<string, number>();
  const groupsOfForm = createFormGroups();
  const perBucket = new Uint32Array(bucketCount);
  let linesSeen = 0;
  let stamped = 0;
  let isZoned = false;
  const follow = followUps();
  let latest: Latest | undefined;
  let timeMs: number | undefined;

  /** Whether it is of a stack, or of the text of the line above, which it is then told with. */
  function goesOnAbove(text: string, line: number, isStampless: boolean): boolean {
    const isOfStack = isFrame(text);
    if (!isOfStack && !isStampless && !belowThrown.test(text)) return false;
    if (layout?.fields(text) !== undefined) return false;
    if (latest?.line === line - 1) continueWith(latest, text, line);
    return isOfStack || latest?.line === line;
  }

  function take({ text, line, next, form, ...known }: ReadLine, isExtra: boolean): void {
    if (text.trim() === '') return;
    const fields = fieldsOf(text, layout);
    const hasTime = startsWithTime(text);
    if (hasTime) stamped++;
    const isStampless = !hasTime && fields.severity === undefined && stamped > line / 4 && stamped > 3;
    if (goesOnAbove(text, line, isStampless && !text.startsWith('{'))) return;
    if (fields.detail === undefined && exceptionLine.test(next)) fields.detail = next.trim().slice(0, 600);
    if (fields.severity === undefined && known.severity !== undefined) fields.severity = known.severity;
    timeMs = known.timeMs ?? timeMs;
    linesSeen++;
    if (linesSeen <= 50 && !isZoned) isZoned = statesZone(text);
    see(line, known.timeMs);
    const { severity, isFailure } = gravityOf(text, fields);
    const spot: Spot = { line, lineEnd: line, timeMs };
    const bucket = bucketOf(line, timeMs);
    const group = groupFor(groups, fields, severity, isFailure, spot);
    latest = { spot, line, group: severity === 'info' ? undefined : group, hasFrame: false };
    groupsOfForm.see(form, group);
    if (group !== undefined) {
      addToGroup(group, fields, spot);
      const [thrower] = fields.stack?.split('\n').flatMap((one) => frameOf(one) ?? []) ?? [];
      if (thrower !== undefined) addFrame(group, thrower);
      if (severity !== 'info') follow(group, line);
    }
    if (isExtra) return;
    perBucket[bucket]!++;
    addShares(shares, distinct, fields, isFailure, bucket, spot);
    addNumbers(series, fields, spot);
  }

  return {
    take,
    complete(forms: FormCounts): void {
      completeCounts({ forms, groupsOfForm, groups: [...groups.values()], shares: [...shares.values()], perBucket });
    },
    result: (forms: FormCounts | undefined) => ({
      times: timeWordsOf(info, isZoned),
      linesSeen: forms === undefined ? linesSeen : info.lines,
      groups: [...groups.values()].map(({ spread, ...group }) => ({ ...group, spots: spread.items })),
      series: [...series.values()].map(({ spread, ...one }) => ({ ...one, points: spread.items })),
      shares: [...shares.values()],
    }),
  };
}

/** Counts for each kind which others come right behind it. */
function followUps(): (group: GroupBuild, line: number) => void {
  let previous: { group: GroupBuild; line: number }[] = [];
  return (group, line) => {
    previous = previous.filter((one) => line - one.line <= 3);
    for (const one of previous) {
      if (one.group !== group) one.group.followedBy.set(group.id, (one.group.followedBy.get(group.id) ?? 0) + 1);
    }
    previous.push({ group, line });
  };
}

/** A line of the stack below another one, or of its text. */
function continueWith(latest: Latest, text: string, line: number): void {
  if (line - latest.spot.line < 30) latest.spot.lineEnd = line;
  latest.line = line;
  const { group } = latest;
  if (group === undefined) return;
  // Some runtimes print what was thrown below the stack.
  if (group.detail === undefined && thrown.test(text)) group.detail = text.trim().slice(0, 600);
  const frame = latest.hasFrame ? undefined : frameOf(text);
  if (frame === undefined) return;
  addFrame(group, frame);
  latest.hasFrame = true;
}
