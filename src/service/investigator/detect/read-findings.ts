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

/** A rule about a device, or about the driver or the file system on it. */
export const isOfDevice = (rule: string): boolean =>
  /^(?:block|usb|net|pci|driver|filesystem|gpu|hardware|thermal|power|iommu|clock)\./.test(rule);

const besideCrash = /^kernel\.(?:fault-injection|messages-lost|complaint|taint)$/;

/** A crash report of the kernel goes before what devices did until then, unless it speaks of that very device. */
function below(crash: Finding | undefined, finding: Finding): Finding {
  const isLower = isOfDevice(finding.rule) || besideCrash.test(finding.rule);
  if (crash === undefined || finding === crash || finding.role !== 'cause' || !isLower) return finding;
  const told = `${crash.title} ${crash.explanation}`.toLowerCase();
  const isNamed = (finding.subjects ?? []).some((name) => name.length >= 3 && told.includes(name.toLowerCase()));
  return isNamed ? finding : { ...finding, role: 'symptom', severity: 'warning' };
}

/** Of a text that was surveyed line by line the survey tells failures itself, with their course. */
export function isToldBySurvey({ rule, role }: Observation): boolean {
  return rule.startsWith('log.') && rule !== 'log.flapping' && role !== 'context';
}

function observe(finding: Finding): Observation {
  const { title, explanation, next = [], ...told } = finding;
  const [lead] = finding.evidence;
  return {
    ...told,
    kind: 'finding',
    title: prose(title),
    details: explanation === '' ? [] : [{ text: prose(explanation), ranges: [] }],
    document: lead!.document,
    firstLine: lead!.lineStart,
    next: next.map((step) => advice(step).md),
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
