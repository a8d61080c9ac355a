import type { Severity } from '../../formats/reading.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import { statesZone } from '../answer/times.ts';
import {
  addNumbers,
  addShares,
  addToGroup,
  bucketCount,
  type GroupBuild,
  groupFor,
  type SeriesBuild,
} from './collect.ts';
import { gravityOf } from './failure.ts';
import { fieldsOf, type LineFields, startsWithTime } from './line-fields.ts';
import { planLines } from './line-plan.ts';
import type { ShareRow, Spot, Survey } from './survey.ts';
import { watchClock } from './watch-clock.ts';

export interface SurveyOptions {
  signal: AbortSignal;
  /** Lines looked at one by one; of a longer document the severe ones and an even selection of the rest. */
  maxLines: number;
  /** Which lines belong to the question; all where absent. */
  scope?: (line: string, timeMs: number | undefined) => boolean;
  progress?: (linesSeen: number) => void;
  /** Words by which lines in scope are found at once: one of these groups stands in each as a whole. */
  needles?: readonly string[][];
}

const stackLine = /^(?:\s+(?:at |\.\.\. \d+ more|File "|in )|\t|Caused by: |Traceback )/;
const exceptionLine = /^(?:Caused by: )?[A-Za-z_$][\w.$]{2,120}(?:Exception|Error|Throwable)\b/;
const blockLines = 2000;

/** One pass over a document: what kinds of lines it has, who failed when, and which numbers move. */
export async function surveyDocument(document: OpenDocument, options: SurveyOptions): Promise<Survey> {
  const { info } = document;
  const groups = new Map<string, GroupBuild>();
  const series = new Map<string, SeriesBuild>();
  const shares = new Map<string, ShareRow>();
  const distinct = new Map<string, number>();
  const clock = watchClock();
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
  let latest: { spot: Spot; line: number } | undefined;
  let timeMs: number | undefined;

  let stamped = 0;

  const take = (
    text: string,
    fields: LineFields,
    line: number,
    indexed: { timeMs?: number; severity?: Severity },
    next: string,
    isExtra: boolean,
  ) => {
    if (text.trim() === '') return;
    const hasTime = startsWithTime(text);
    if (hasTime) stamped++;
    const isContinued =
      latest?.line === line - 1 &&
      (stackLine.test(text) ||
        (!hasTime && fields.severity === undefined && stamped > line / 4 && stamped > 3 && !text.startsWith('{')));
    if (isContinued && latest !== undefined) {
      if (line - latest.spot.line < 30) latest.spot.lineEnd = line;
      latest.line = line;
      return;
    }
    if (fields.detail === undefined && exceptionLine.test(next)) fields.detail = next.trim().slice(0, 600);
    if (fields.severity === undefined && indexed.severity !== undefined) fields.severity = indexed.severity;
    timeMs = indexed.timeMs ?? fields.timeMs ?? timeMs;
    if (options.scope !== undefined && !options.scope(text, timeMs)) return;
    linesSeen++;
    if (linesSeen <= 50 && !isZoned) isZoned = statesZone(text);
    clock.see(line, indexed.timeMs ?? fields.timeMs);
    const { severity, isFailure } = gravityOf(text, fields);
    const spot: Spot = { line, lineEnd: line, ...(timeMs !== undefined ? { timeMs } : {}) };
    latest = { spot, line };
    const bucket = bucketOf(line, timeMs);
    const group = groupFor(groups, fields, severity, isFailure, spot);
    if (group !== undefined) {
      addToGroup(group, fields, spot, bucket);
      if (severity !== 'info') {
        previous = previous.filter((one) => line - one.line <= 3);
        for (const one of previous) {
          if (one.group !== group) one.group.followedBy.set(group.id, (one.group.followedBy.get(group.id) ?? 0) + 1);
        }
        previous.push({ group, line });
      }
    }
    if (isExtra) return;
    addShares(shares, distinct, fields, isFailure, bucket, spot);
    addNumbers(series, fields, spot);
  };

  const { ranges, extra } = await planLines(document, options.maxLines, options.needles);
  for (const [from, to] of ranges) {
    for (let start = from; start <= to; start += blockLines) {
      options.signal.throwIfAborted();
      const end = Math.min(to, start + blockLines - 1);
      const texts = await document.lines(start, end);
      for (let index = 0; index < texts.length; index++) {
        const text = texts[index]!;
        const fields = fieldsOf(text);
        // The index knows the times of every format; it is asked where the line itself did not tell.
        const isTold = fields.timeMs !== undefined && fields.severity !== undefined;
        const meta = info.indexPath === undefined || isTold ? {} : await document.meta(start + index);
        take(text, fields, start + index, meta, texts[index + 1] ?? '', extra.has(start + index));
      }
      options.progress?.(end);
    }
  }

  return {
    info,
    isZoned,
    linesSeen,
    isSampled: info.lines > options.maxLines,
    bucketCount,
    bucketTime: (bucket) => (hasClock ? first! + (spanMs * bucket) / bucketCount : undefined),
    groups: [...groups.values()].map(({ spread, ...group }) => ({ ...group, spots: spread.items })),
    series: [...series.values()].map(({ spread, ...one }) => ({ ...one, points: spread.items })),
    shares: [...shares.values()],
    ...clock.result(),
  };
}
