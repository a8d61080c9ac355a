import { dirname } from 'node:path';
import { bothWatches } from '../../lines/both-watches.ts';
import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { openIndex } from '../../lines/index-reader.ts';
import { openDocumentWith } from '../../lines/open-lines.ts';
import type { ReadContext } from '../format.ts';
import { byGravity } from '../gravity.ts';
import { failingTemplates, ruleFindings } from '../log/findings.ts';
import { createLogObserver } from '../log/log-observer.ts';
import { timelineOf } from '../log/read-log.ts';
import { countSeries, timeFindings } from '../log/time-findings.ts';
import { timeProfile } from '../log/time-profile.ts';
import type { Finding, Reading } from '../reading.ts';
import { createLogcatObserver } from './logcat-observer.ts';

/** Reads Android log text: crashes and system events, then what any log tells by its words. */
export async function readCaptureLog(context: ReadContext): Promise<Reading> {
  const android = createLogcatObserver();
  const general = createLogObserver();
  const { info, indexed, indexFile } = await indexIntoReading(context, {
    name: context.name,
    fileType: 'capture',
    path: context.source.path,
    watch: bothWatches(android.watch, general.watch),
  });
  general.end();
  const index = await openIndex(indexFile);
  await using document = await openDocumentWith(dirname(indexFile), { ...info, path: context.source.path }, index);
  const profile = await timeProfile(index);
  // Android logs are full of small failures: only those said by lines of level error or worse are told.
  const hits = general.hits().filter((hit) => hit.level >= 3 && hit.rule.role !== 'context');
  const told = android.findings(info.name);
  const findings = [
    ...told,
    ...[
      ...ruleFindings(info.name, hits, indexed).map((finding) => ({ ...finding, role: 'symptom' as const })),
      ...failingTemplates(info.name, hits, indexed).slice(0, 10),
    ].filter((finding) => !isWithin(finding, [...told.flatMap(({ evidence }) => evidence), ...android.reports()])),
    ...(await timeFindings(document, indexed, profile)),
  ].sort(byGravity);
  return {
    fileType: 'capture',
    documents: [info],
    findings: findings.slice(0, 300),
    series: [...countSeries(info.name, profile), ...android.series(info.name)],
    timeline: timelineOf(info, findings, []),
    unread: [],
    tables: android.tables(info.name),
    facts: {
      lines: indexed.lines,
      templates: indexed.templates.filter((template) => template.count > 0).length,
      crashes: android.reports().length,
      ...(indexed.hasInferredYear && { years: 'worked out: the stamps name none' }),
    },
  };
}

/** Each line of its evidence is already evidence of what Android's own rules tell, or stands in a report of a crash. */
function isWithin({ evidence }: Finding, told: readonly { lineStart: number; lineEnd: number }[]): boolean {
  return evidence.every(({ lineStart }) =>
    told.some((range) => range.lineStart <= lineStart && lineStart <= range.lineEnd),
  );
}
