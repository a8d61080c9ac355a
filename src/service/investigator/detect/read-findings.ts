import type { Finding, LineRange, Reading } from '../../formats/reading.ts';
import { isOutcomeOnly } from '../facts/trouble-words.ts';
import { advice, prose } from '../wording/say.ts';
import type { Observation } from './observation.ts';

/** What the reader of the file found, as observations; `cited` gives a document's name as it is cited. */
export function observeFindings(reading: Reading, cited: (document: string) => string): Observation[] {
  const renamed = (range: LineRange) => ({ ...range, document: cited(range.document) });
  const crash = reading.findings.find(
    ({ title, rule }) => rule.startsWith('kernel.') && title === reading.crash?.title,
  );
  return reading.findings
    .filter((finding) => finding.evidence.length > 0)
    .map((finding) => observe({ ...below(crash, finding), evidence: finding.evidence.map(renamed) }));
}

const ofDevices =
  /^(?:block|usb|net|pci|driver|filesystem|gpu|hardware|thermal|power|iommu|clock)\.|^kernel\.(?:fault-injection|messages-lost|complaint|taint)$/;

/** A crash report of the kernel goes before what devices did until then, unless it speaks of that very device. */
function below(crash: Finding | undefined, finding: Finding): Finding {
  if (crash === undefined || finding === crash || finding.role !== 'cause' || !ofDevices.test(finding.rule))
    return finding;
  const told = `${crash.title} ${crash.explanation}`.toLowerCase();
  const isNamed = (finding.subjects ?? []).some((name) => name.length >= 3 && told.includes(name.toLowerCase()));
  return isNamed ? finding : { ...finding, role: 'symptom', severity: 'warning' };
}

/** Of a text that was surveyed line by line the survey tells failures itself, with their course. */
export function isToldBySurvey({ rule, role }: Observation): boolean {
  return rule.startsWith('log.') && rule !== 'log.flapping' && role !== 'context';
}

function observe(finding: Finding): Observation {
  const [lead] = finding.evidence;
  return {
    rule: finding.rule,
    kind: 'finding',
    title: prose(finding.title),
    details: finding.explanation === '' ? [] : [{ text: prose(finding.explanation), ranges: [] }],
    severity: finding.severity,
    role: finding.role,
    certainty: finding.certainty,
    count: finding.count,
    document: lead!.document,
    firstLine: lead!.lineStart,
    ...(finding.firstTimeMs === undefined ? {} : { firstTimeMs: finding.firstTimeMs }),
    ...(finding.lastTimeMs === undefined ? {} : { lastTimeMs: finding.lastTimeMs }),
    evidence: finding.evidence,
    ...(finding.signature === undefined ? {} : { signature: finding.signature }),
    next: (finding.next ?? []).map((step) => advice(step).md),
    // That it failed is known: what is told beside it may say why.
    weight: weightOf(finding) - (isOutcomeOnly(finding.title) ? 40 : 0) - (isPast(finding) ? belowPresent : 0),
  };
}

const belowPresent = 25;

/** What was kept from the boot before explains why the device came up again, and nothing that happened since. */
function isPast({ title }: Finding): boolean {
  return title.startsWith('Before the last boot: ');
}

const bySeverity = { critical: 60, error: 42, warning: 18, info: 4 } as const;
const byCertainty = { certain: 18, likely: 8, possible: 0 } as const;
const byRole = { cause: 24, symptom: 0, context: -28 } as const;

function weightOf(finding: Pick<Finding, 'severity' | 'certainty' | 'role'>): number {
  return bySeverity[finding.severity] + byCertainty[finding.certainty] + byRole[finding.role];
}
