import type { Finding, Reading } from '../formats/reading.ts';
import { silent, toldByRow } from './mark-place.ts';
import { accent, counted, grouped, label, type Panel, type Row, severityScale, type TimeAxis } from './panel.ts';
import { rankedFindings } from './ranked-findings.ts';

const maxFindings = 14;

/** Where to look: the findings, when each was first and last seen, or how often where there is no clock. */
export function findingsPanel(reading: Reading, axis: TimeAxis | undefined): Panel | undefined {
  if (reading.findings.length === 0) return undefined;
  const ranked = rankedFindings(reading);
  const shown = ranked.slice(0, maxFindings);
  const timed = axis === undefined ? [] : shown.filter((finding) => finding.firstTimeMs !== undefined);
  const isOfMany = reading.documents.length > 1;
  const common = { name: 'findings', title: titleOf(ranked), truncated: ranked.length > shown.length };
  if (axis !== undefined && timed.length >= Math.max(1, shown.length / 2)) {
    const spanned = timed.map(
      (finding, index): Row => ({
        finding: nameOf(finding, index, isOfMany),
        first: axis.valueOf(finding.firstTimeMs!),
        last: axis.valueOf(finding.lastTimeMs ?? finding.firstTimeMs!),
        severity: finding.severity,
        count: finding.count,
        ...wordsAndPlace(finding, axis.span(finding.firstTimeMs!, finding.lastTimeMs ?? finding.firstTimeMs!)),
      }),
    );
    const y = { field: 'finding', type: 'nominal', sort: { field: 'first' }, axis: yAxis };
    const color = { field: 'severity', type: 'nominal', scale: severityScale, legend: null };
    return {
      ...common,
      // Of those that are drawn: what has no time here is told below the charts.
      title: titleOf(ranked.filter((finding) => finding.firstTimeMs !== undefined)),
      subtitle: 'First to last time each finding was seen',
      rows: spanned,
      height: { step: 22 },
      drawing: {
        layer: [
          {
            mark: { type: 'rule', strokeWidth: 4, opacity: 0.45, ...silent },
            encoding: { x: { field: 'first', ...axis.encoding() }, x2: { field: 'last' }, y, color },
          },
          {
            mark: { type: 'point', filled: true, size: 70 },
            encoding: { x: { field: 'first', ...axis.encoding() }, y, color, ...toldByRow },
          },
          {
            mark: { type: 'point', filled: true, size: 30, ...silent },
            encoding: { x: { field: 'last', ...axis.encoding() }, y, color },
          },
        ],
      },
    };
  }
  // That each was seen once is no picture.
  if (shown.every(({ count }) => count <= 1)) return undefined;
  return {
    ...common,
    subtitle: 'How often each finding was seen',
    rows: shown.map(
      (finding, index): Row => ({
        finding: nameOf(finding, index, isOfMany),
        count: finding.count,
        severity: finding.severity,
        ...wordsAndPlace(finding),
      }),
    ),
    height: { step: 22 },
    drawing: {
      encoding: {
        y: {
          field: 'finding',
          type: 'nominal',
          sort: shown.map((finding, index) => nameOf(finding, index, isOfMany)),
          axis: yAxis,
        },
      },
      layer: [
        {
          mark: { type: 'bar', color: accent, height: { band: 0.7 } },
          encoding: {
            x: { field: 'count', type: 'quantitative', axis: { title: 'times seen', tickMinStep: 1, tickCount: 6 } },
            color: { field: 'severity', type: 'nominal', scale: severityScale, legend: null },
            ...toldByRow,
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 4, ...silent },
          encoding: {
            x: { field: 'count', type: 'quantitative' },
            text: { field: 'count', type: 'quantitative', format: ',' },
          },
        },
      ],
    },
  };
}

const yAxis = { title: null, domain: false, ticks: false, labelPadding: 6 };

function wordsAndPlace({ title, severity, count, evidence }: Finding, when?: string): Row {
  const words = `${severity}: ${label(title, 120)}, seen ${counted(count, 'time')}`;
  const [proof] = evidence;
  return {
    told: when === undefined ? words : `${words}, ${when}`,
    ...(proof && { document: proof.document, line: proof.lineStart, line_end: proof.lineEnd }),
  };
}

/** Two findings of one title are two rows, told apart by their line, and by their text where there are several. */
function nameOf({ title, evidence: [proof] }: Finding, index: number, isOfMany: boolean): string {
  if (proof === undefined) return label(`${index + 1}  ${title}`, 52);
  const text = proof.document.split('/').at(-1);
  return label(`${isOfMany ? `${text}:${proof.lineStart}` : `line ${grouped(proof.lineStart)}`}  ${title}`, 52);
}

function titleOf(ranked: readonly Finding[]): string {
  const [top] = ranked;
  const more = ranked.length - 1;
  return `${label(top!.title, 96)}${more > 0 ? `, and ${grouped(more)} more ${more === 1 ? 'finding' : 'findings'}` : ''}`;
}
