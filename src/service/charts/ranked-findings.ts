import type { Finding, Reading } from '../formats/reading.ts';
import { severities } from './panel.ts';

const roleOrder = { cause: 0, symptom: 1, context: 2 } as const;
/** What is seen this often, over this share of the record, was there before anything began. */
const background = { count: 5, share: 0.8 };

/** Gravest first, causes before symptoms, what began within the record before what runs through all of it. */
export function rankedFindings(reading: Reading): Finding[] {
  const times = reading.documents
    .flatMap(({ firstTimeMs, lastTimeMs }) => [firstTimeMs ?? [], lastTimeMs ?? []])
    .flat();
  const span = Math.max(...times) - Math.min(...times);
  const runsThrough = ({ count, firstTimeMs, lastTimeMs }: Finding): number =>
    count >= background.count && (lastTimeMs ?? 0) - (firstTimeMs ?? 0) > span * background.share ? 1 : 0;
  return [...reading.findings].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      roleOrder[a.role] - roleOrder[b.role] ||
      runsThrough(a) - runsThrough(b) ||
      (a.firstTimeMs ?? 0) - (b.firstTimeMs ?? 0),
  );
}
