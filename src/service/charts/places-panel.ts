import type { Reading } from '../formats/reading.ts';
import { toldByRow } from './mark-place.ts';
import { grouped, label, type Panel, type Row, severities, severityScale, type TimeAxis } from './panel.ts';

const maxMarks = 800;
const maxPlaces = 12;

/** What happened where: the loud events of several texts on one time line, a row for each text. */
export function placesPanel(reading: Reading, axis: TimeAxis): Panel | undefined {
  const events = reading.timeline;
  const counts = new Map<string, number>();
  for (const event of events) counts.set(event.document, (counts.get(event.document) ?? 0) + 1);
  if (counts.size < 2) return undefined;
  const places = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, maxPlaces)
    .map(([name]) => name);
  const inPlaces = events.filter((event) => places.includes(event.document));
  const loudFirst = [...inPlaces].sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || a.timeMs - b.timeMs,
  );
  const shown = loudFirst.slice(0, maxMarks);
  const [earliest] = shown.filter((event) => event.severity === shown[0]!.severity).sort((a, b) => a.timeMs - b.timeMs);
  const rows = shown.map(
    (event): Row => ({
      time: axis.valueOf(event.timeMs),
      place: label(event.document, 48),
      severity: event.severity,
      told: `${axis.at(event.timeMs)}, ${event.severity}: ${label(event.text, 120)}`,
      document: event.document,
      line: event.line,
      text: label(event.text, 120),
    }),
  );
  return {
    name: 'places',
    title: label(
      `First ${earliest!.severity === 'info' ? 'event' : earliest!.severity} in ${earliest!.document}, ${axis.words(earliest!.timeMs)}`,
      110,
    ),
    subtitle: `${grouped(counts.size)} texts on one time line`,
    rows,
    truncated: shown.length < events.length,
    height: { step: 22 },
    drawing: {
      mark: { type: 'tick', thickness: 2, opacity: 0.75 },
      encoding: {
        x: { field: 'time', ...axis.encoding() },
        y: {
          field: 'place',
          type: 'nominal',
          axis: { title: null, domain: false, ticks: false, labelPadding: 6 },
        },
        color: { field: 'severity', type: 'nominal', scale: severityScale, legend: null },
        ...toldByRow,
      },
    },
  };
}
