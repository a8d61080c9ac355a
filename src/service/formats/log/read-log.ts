import { dirname } from 'node:path';
import { bothWatches } from '../../lines/both-watches.ts';
import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { openIndex } from '../../lines/index-reader.ts';
import { layoutOf } from '../../lines/layouts/line-layout.ts';
import { openDocumentWith } from '../../lines/open-lines.ts';
import { eventsOf } from '../cite.ts';
import type { ReadContext } from '../format.ts';
import { byGravity } from '../gravity.ts';
import type { DocumentInfo, Finding, Reading, TimelineEvent } from '../reading.ts';
import { createAccessLog } from './access-log.ts';
import { watchColumns } from './column-watch.ts';
import { failingTemplates, ruleFindings } from './findings.ts';
import { jvmCrashes } from './jvm-crash.ts';
import { createKernelLines } from './kernel-lines.ts';
import { createLogObserver } from './log-observer.ts';
import { createPeakKeeper } from './metric-points.ts';
import { createMetricGatherer } from './metrics.ts';
import { countSeries, timeFindings } from './time-findings.ts';
import { timeProfile } from './time-profile.ts';
import { traceFindings } from './trace-findings.ts';
import { trendFindings } from './trends.ts';
import { createValueCounts } from './value-counts.ts';
import { writingOf } from './writing.ts';

const maxFindings = 300;
const headBytes = 64 * 1024;
const headLines = 60;

/** Reads a log once: index, templates, and what its lines and their course in time tell. */
export async function readLog(context: ReadContext): Promise<Reading> {
  const observer = createLogObserver();
  const kernelLines = createKernelLines(context.name);
  const accessLog = createAccessLog(context.name);
  const values = createValueCounts();
  const columns = createMetricGatherer(createPeakKeeper);
  const head = await headOf(context);
  const layout = layoutOf(head.split('\n').slice(0, headLines));
  const {
    info: told,
    indexed,
    indexFile,
  } = await indexIntoReading(context, {
    name: context.name,
    fileType: 'log',
    path: context.source.path,
    watch: bothWatches(
      observer.watch,
      layout ? watchColumns(layout, columns, values) : bothWatches(kernelLines.watch, accessLog.watch, 2),
    ),
  });
  observer.end();
  const writing = writingOf(head, told.clock);
  const info: DocumentInfo = { ...told, ...(writing && { writing }) };
  const index = await openIndex(indexFile);
  await using document = await openDocumentWith(dirname(indexFile), { ...info, path: context.source.path }, index);
  const profile = await timeProfile(index);
  const kernel = kernelLines.finish();
  const hits = observer.hits().filter(({ form }) => !kernel.forms.has(form));
  const traces = traceFindings(info.name, observer.traces.examples, observer.traces.counts);
  const traced = new Set(traces.map(({ evidence }) => evidence[0]?.lineStart));
  const found = [
    ...traces,
    ...(await jvmCrashes(document, indexed.templates)),
    ...kernel.findings.filter(({ evidence }) => !traced.has(evidence[0]?.lineStart)),
    ...ruleFindings(info.name, hits, indexed),
    ...failingTemplates(info.name, [...hits, ...Array.from(kernel.forms, (form) => ({ form }))], indexed),
    ...accessLog.findings(),
    ...observer.flaps.findings(info.name),
    ...trendFindings(observer.metrics.series(info.name)),
    ...(await timeFindings(document, indexed, profile)),
  ].sort(byGravity);
  const findings = writing === undefined ? found : [];
  return {
    fileType: 'log',
    documents: [info],
    findings: findings.slice(0, maxFindings),
    series: [...countSeries(info.name, profile), ...(layout ? columns : observer.metrics).seriesBySource(info.name)],
    timeline: timelineOf(info, findings, [...observer.contextLines, ...kernel.timeline]),
    unread: findings.length > maxFindings ? [`${findings.length - maxFindings} minor findings are not listed.`] : [],
    crash: kernel.crash,
    facts: {
      ...kernel.facts,
      lines: indexed.lines,
      'lines with a time': indexed.timedLines,
      templates: indexed.templates.filter((template) => template.count > 0).length,
      ...(indexed.hasInferredYear && { years: 'worked out: the stamps name none' }),
      ...(indexed.clock === 'absolute' && !indexed.hasZone && { 'time zone': 'not named in the file, read as UTC' }),
    },
    tables: {
      ...kernel.tables,
      ...(layout ? values : accessLog).tables(),
      templates: indexed.templates
        .filter((template) => template.count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, 50)
        .map((template) => ({
          template: template.text.slice(0, 300),
          lines: template.count,
          first_line: template.firstLine,
        })),
    },
  };
}

async function headOf({ source }: ReadContext): Promise<string> {
  return new TextDecoder().decode(await source.read(0, headBytes));
}

/** When each finding began, and the starts and changes between them. */
export function timelineOf(
  { name: document }: DocumentInfo,
  findings: readonly Finding[],
  contextLines: readonly { line: number; timeMs: number; text: string }[],
): TimelineEvent[] {
  const events = eventsOf(findings);
  const told = new Set(events.map((event) => event.line));
  for (const { line, timeMs, text } of contextLines) {
    if (Number.isNaN(timeMs) || told.has(line)) continue;
    events.push({ timeMs, document, line, severity: 'info', text });
  }
  return events.sort((a, b) => a.timeMs - b.timeMs || a.line - b.line).slice(0, 2000);
}
