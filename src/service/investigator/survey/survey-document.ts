import type { Severity } from '../../formats/reading.ts';
import { longestUptimeMs } from '../../lines/boot-times.ts';
import type { LineFields } from '../../lines/line-fields.ts';
import type { LineMarks, LineMeta, OpenDocument } from '../../lines/open-document.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { statesZone } from '../wording/times.ts';
import { planChosen } from './chosen-lines.ts';
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
import { completeCounts, createFormGroups, stretchCounts } from './complete-counts.ts';
import { countForms } from './count-forms.ts';
import { gravityOf } from './failure.ts';
import { fieldsOf } from './fields-of.ts';
import { watchHolders } from './holders.ts';
import { inAll } from './line-list.ts';
import { planLines } from './line-plan.ts';
import { watchSaturation } from './saturation.ts';
import { watchSignIns } from './sign-ins.ts';
import type { ShareRow, Spot, Survey } from './survey.ts';
import { startsWithTime } from './text-fields.ts';
import { frameOf } from './thrown.ts';
import { watchClock } from './watch-clock.ts';

export interface SurveyOptions {
  signal: AbortSignal;
  /** Lines looked at one by one; of a longer document the severe ones and an even selection of the rest. */
  maxLines: number;
  /** Of a longer document, whose lines are counted by their form: so many are read one by one. Default 60,000. */
  maxSampled?: number;
  /** Lines the question is about, ascending; all where absent. */
  chosen?: Uint32Array;
  /** Times the question is about, where lines could not be chosen by them. */
  isInTime?: (timeMs: number | undefined) => boolean;
  progress?: (linesSeen: number) => void;
}

const stackLine = /^(?:\s+(?:at |\.\.\. \d+ more|File "|in )|\t|Caused by: |Traceback )/;
const exceptionLine = /^(?:Caused by: )?[A-Za-z_$][\w.$]{2,120}(?:Exception|Error|Throwable)\b/;
const thrown = /^(?:[A-Za-z_][\w.]{0,120}\.)?[A-Z]\w{1,80}(?:Error|Exception|Exit|Interrupt|Fault|Warning)(?:: \S|$)/;
const causedBy = /^\s*Caused by: (\S.*)/;
/** A frame, the code it shows below itself, or what was thrown. */
const isOfStack = (text: string) => stackLine.test(text) || thrown.test(text) || /^ {4,}\S/.test(text);
const deadlockStart = /^Found (?:one|\d+) (?:Java-level )?deadlock/;
const blockLines = 2000;
/** Lines read one by one of a document that is longer than is read whole. */
const maxSampledLines = 60_000;
/** Of lines that were chosen so many are read one by one, fewer where they lie far apart; of more some of each form. */
const maxChosen = { near: 60_000, far: 3000 } as const;

/** One pass over a document: what kinds of lines it has, who failed when, and which numbers move. */
export async function surveyDocument(document: ReadDocument, options: SurveyOptions): Promise<Survey> {
  const { info } = document;
  const groups = new Map<string, GroupBuild>();
  const series = new Map<string, SeriesBuild>();
  const shares = new Map<string, ShareRow>();
  const distinct = new Map<string, number>();
  const clock = watchClock();
  const saturation = watchSaturation();
  const { signIns, see: seeSignIn } = watchSignIns();
  const { holders, see: seeHolder } = watchHolders();
  const first = info.firstTimeMs;
  const spanMs = first !== undefined && info.lastTimeMs !== undefined ? info.lastTimeMs - first : 0;
  const hasClock = info.clock !== 'none' && spanMs > 0;
  const bucketOf = (line: number, timeMs: number | undefined) => {
    const share = hasClock && timeMs !== undefined ? (timeMs - first!) / spanMs : (line - 1) / Math.max(1, info.lines);
    return Math.max(0, Math.min(bucketCount - 1, Math.floor(share * bucketCount)));
  };
  let linesSeen = 0;
  let isZoned = false;
  let previous: { group: GroupBuild; line: number }[] = [];
  let latest: { spot: Spot; line: number; group: GroupBuild | undefined; hasFrame: boolean } | undefined;
  let block: { from: number; text: string; spot: Spot } | undefined;
  const blocks: Survey['blocks'] = [];
  let timeMs: number | undefined;

  let stamped = 0;
  let form = -1;
  // A selection in steps has silences of its own making.
  const isSpread = info.lines > options.maxLines && options.chosen === undefined && document.only === undefined;
  const groupsOfForm = createFormGroups();
  const perBucket = new Uint32Array(bucketCount);
  const { only } = document;
  const chosen =
    options.chosen !== undefined && only !== undefined ? inAll([options.chosen, only]) : (options.chosen ?? only);
  const most = info.lines > options.maxLines ? maxChosen.far : maxChosen.near;
  const isLong = chosen === undefined ? info.lines > options.maxLines : chosen.length > most;
  const forms =
    isLong && options.isInTime === undefined
      ? await countForms(document, bucketOf, chosen === undefined ? clock.see : () => {}, options.signal, chosen)
      : undefined;

  const take = (
    text: string,
    fields: LineFields,
    line: number,
    indexed: { timeMs?: number; severity?: Severity },
    next: string,
    isExtra: boolean,
  ) => {
    if (text.trim() === '') {
      // A blank line parts the pieces of a block, it does not end it.
      if (block !== undefined && latest?.line === line - 1) latest.line = line;
      return;
    }
    const hasTime = startsWithTime(text);
    if (hasTime) stamped++;
    const isContinued =
      latest?.line === line - 1 &&
      document.layout?.fields(text) === undefined &&
      (stackLine.test(text) ||
        (chosen !== undefined && isOfStack(text)) ||
        (!hasTime && fields.severity === undefined && stamped > line / 4 && stamped > 3 && !text.startsWith('{')));
    if (isContinued && latest !== undefined) {
      if (line - latest.spot.line < 30) latest.spot.lineEnd = line;
      latest.line = line;
      // The innermost of what was thrown says why, whatever it was wrapped in.
      const inner = causedBy.exec(text)?.[1];
      if (inner !== undefined && latest.group?.count === 1) latest.group.innermost = inner.slice(0, 600);
      // Some runtimes print what was thrown below the stack.
      if (latest.group !== undefined && latest.group.detail === undefined && thrown.test(text))
        latest.group.detail = text.trim().slice(0, 600);
      if (latest.group !== undefined && !latest.hasFrame) {
        const frame = frameOf(text);
        if (frame !== undefined) {
          addFrame(latest.group, frame);
          latest.hasFrame = true;
        }
      }
      if (block === undefined && deadlockStart.test(text)) block = { from: line, text: '', spot: latest.spot };
      if (block !== undefined && line - block.from < 30) block.text += `${text}\n`;
      return;
    }
    if (fields.detail === undefined && exceptionLine.test(next)) fields.detail = next.trim().slice(0, 600);
    if (fields.severity === undefined && indexed.severity !== undefined) fields.severity = indexed.severity;
    if (hasClock && info.clock === 'absolute' && (fields.timeMs ?? longestUptimeMs) < longestUptimeMs)
      delete fields.timeMs;
    timeMs = indexed.timeMs ?? fields.timeMs ?? timeMs;
    if (options.isInTime?.(timeMs) === false) return;
    linesSeen++;
    if (linesSeen <= 50 && !isZoned) isZoned = statesZone(text);
    if (forms === undefined && !isSpread) clock.see(line, indexed.timeMs ?? fields.timeMs);
    const { severity, isFailure } = gravityOf(text, fields);
    const spot: Spot = { line, lineEnd: line, ...(timeMs !== undefined ? { timeMs } : {}) };
    if (block !== undefined) {
      if (blocks.length < 20) blocks.push({ ...block, spot: { ...block.spot } });
      block = undefined;
    }
    const bucket = bucketOf(line, timeMs);
    const group = groupFor(groups, fields, severity, isFailure, spot);
    latest = { spot, line, group: severity === 'info' ? undefined : group, hasFrame: false };
    if (forms !== undefined) groupsOfForm.see(form, group);
    if (group !== undefined) {
      addToGroup(group, fields, spot, bucket);
      const thrower = fields.stack
        ?.split('\n')
        .map(frameOf)
        .find((frame) => frame !== undefined);
      if (thrower !== undefined) addFrame(group, thrower);
      if (severity !== 'info') {
        previous = previous.filter((one) => line - one.line <= 3);
        for (const one of previous) {
          if (one.group !== group) one.group.followedBy.set(group.id, (one.group.followedBy.get(group.id) ?? 0) + 1);
        }
        previous.push({ group, line });
      }
    }
    seeSignIn(fields.message, spot);
    seeHolder(fields.message, spot);
    saturation.see(fields.message, fields.source, spot);
    if (isExtra) return;
    perBucket[bucket]!++;
    addShares(shares, distinct, fields, isFailure, bucket, spot);
    addNumbers(series, fields, spot);
  };

  const plan =
    chosen === undefined
      ? await planLines(
          document,
          isLong ? Math.min(options.maxLines, options.maxSampled ?? maxSampledLines) : options.maxLines,
          forms,
        )
      : planChosen(info.lines, chosen, most, forms);
  const { ranges, extra, stretch, isPicked } = plan;
  let marks: LineMarks | undefined;
  let marksFrom = 0;
  for (const [from, to] of ranges) {
    for (let start = from; start <= to; start += blockLines) {
      options.signal.throwIfAborted();
      const end = Math.min(to, start + blockLines - 1);
      const texts = await document.lines(start, end);
      for (let index = 0; index < texts.length; index++) {
        const text = texts[index]!;
        const line = start + index;
        if (isPicked?.(line) === false && !(latest?.line === line - 1 && isOfStack(text))) continue;
        const fields = fieldsOf(text, document.layout);
        // The index knows the times of every format and zone; the line's own are for documents without one.
        let meta: LineMeta = {};
        if (document.marks !== undefined) {
          if (marks === undefined || line < marksFrom || line >= marksFrom + marks.forms.length) {
            marks = await document.marks(line, end);
            marksFrom = line;
          }
          form = marks.forms[line - marksFrom]!;
          meta = metaOf(document, marks, line - marksFrom);
        } else if (info.indexPath !== undefined) meta = await document.meta(line);
        take(text, fields, line, meta, texts[index + 1] ?? '', extra.has(line));
      }
      options.progress?.(end);
    }
  }

  if (block !== undefined) blocks.push(block);
  if (stretch > 1) stretchCounts([...groups.values()], stretch);
  const isComplete = forms !== undefined;
  if (forms !== undefined)
    completeCounts({ forms, groupsOfForm, groups: [...groups.values()], shares: [...shares.values()], perBucket });

  return {
    info,
    isZoned,
    linesSeen:
      chosen !== undefined && options.isInTime === undefined
        ? chosen.length
        : isComplete
          ? info.lines
          : Math.round(linesSeen * stretch),
    isSampled: isLong && !isComplete && (isSpread || stretch > 1),
    bucketCount,
    bucketTime: (bucket) => (hasClock ? first! + (spanMs * bucket) / bucketCount : undefined),
    groups: [...groups.values()].map(({ spread, ...group }) => ({ ...group, spots: spread.items })),
    series: [...series.values()].map(({ spread, ...one }) => ({ ...one, points: spread.items })),
    shares: [...shares.values()],
    saturations: saturation.all,
    signIns,
    holders,
    blocks,
    ...clock.result(),
  };
}

function metaOf(document: OpenDocument, marks: LineMarks, at: number): LineMeta {
  const timeMs = marks.timesMs[at]!;
  const severity = document.severityOfForm?.(marks.forms[at]!);
  return { ...(Number.isNaN(timeMs) ? {} : { timeMs }), ...(severity === undefined ? {} : { severity }) };
}
