import type { Finding, Reading } from '../formats/reading.ts';
import { severities } from './panel.ts';
import { plainTitle } from './plain-template.ts';

const roleOrder = { cause: 0, symptom: 1, context: 2 } as const;
/** What is seen this often, over this share of the record, was there before anything began. */
const background = { count: 5, share: 0.8 };

/** For people: templates worded as their lines read, variants of one wording as one. Gravest first, causes before symptoms, what began within the record before what runs through all of it. */
export function rankedFindings(reading: Reading): Finding[] {
  const times = reading.documents
    .flatMap(({ firstTimeMs, lastTimeMs }) => [firstTimeMs ?? [], lastTimeMs ?? []])
    .flat();
  const span = Math.max(...times) - Math.min(...times);
  const runsThrough = ({ count, firstTimeMs, lastTimeMs }: Finding): number =>
    count >= background.count && (lastTimeMs ?? 0) - (firstTimeMs ?? 0) > span * background.share ? 1 : 0;
  return joined(reading.findings).sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      roleOrder[a.role] - roleOrder[b.role] ||
      runsThrough(a) - runsThrough(b) ||
      (a.firstTimeMs ?? 0) - (b.firstTimeMs ?? 0),
  );
}

function joined(findings: readonly Finding[]): Finding[] {
  const byWords = new Map<string, Finding>();
  for (const one of findings) {
    const title = plainTitle(one.title);
    const key = title === one.title ? `${byWords.size} ${title}` : title;
    const known = byWords.get(key);
    byWords.set(key, known === undefined ? { ...one, title } : together(known, one));
  }
  return [...byWords.values()];
}

function together(known: Finding, other: Finding): Finding {
  const [first, last] = [
    Math.min(known.firstTimeMs ?? Number.POSITIVE_INFINITY, other.firstTimeMs ?? Number.POSITIVE_INFINITY),
    Math.max(known.lastTimeMs ?? Number.NEGATIVE_INFINITY, other.lastTimeMs ?? Number.NEGATIVE_INFINITY),
  ];
  return {
    ...known,
    count: known.count + other.count,
    ...(Number.isFinite(first) && { firstTimeMs: first }),
    ...(Number.isFinite(last) && { lastTimeMs: last }),
  };
}
