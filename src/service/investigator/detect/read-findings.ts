import type { Finding, LineRange, Reading } from '../../formats/reading.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { advice, prose } from '../wording/say.ts';
import { isBackground, isStrewn } from './background.ts';
import { isOutcomeOnly } from './cause-words.ts';
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

/** Growth, shares and bursts of a text that was surveyed line by line are told by the survey, with their course. */
export function isToldBySurvey(observation: Observation): boolean {
  return /^log\.(?:.*growth|error-share-rise|error-burst|failing-template|level-change|.*-drop)$/.test(
    observation.rule,
  );
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
    subjects: [finding.title, ...(finding.subjects ?? [])].join(' ').toLowerCase(),
    next: (finding.next ?? []).map((step) => advice(step).md),
    // That it failed is known: what is told beside it may say why.
    weight: weightOf(finding) - (isOutcomeOnly(finding.title) ? 40 : 0),
  };
}

const bySeverity = { critical: 60, error: 42, warning: 18, info: 4 } as const;
const byCertainty = { certain: 18, likely: 8, possible: 0 } as const;
const byRole = { cause: 24, symptom: 0, context: -28 } as const;

function weightOf(finding: Pick<Finding, 'severity' | 'certainty' | 'role'>): number {
  return bySeverity[finding.severity] + byCertainty[finding.certainty] + byRole[finding.role];
}

/** What a reader tells of lines the survey has seen too comes with their kind, and with how it lies in the file. */
export function placedFindings(told: readonly Observation[], surveys: readonly Survey[]): Observation[] {
  const byDocument = new Map<string, Map<number, MessageGroup>>();
  for (const { info, groups } of surveys) {
    if (info.fileType !== 'log' && info.fileType !== 'capture') continue;
    const byLine = new Map<number, MessageGroup>();
    for (const group of groups) {
      if (group.severity === 'info') continue;
      for (const line of group.at.lines) byLine.set(line, group);
    }
    byDocument.set(info.name, byLine);
  }
  const restless = restlessIn(told, surveys);
  return told.map((one) => {
    if (restless.has(one)) return { ...one, isRoutine: true, weight: one.weight - 40 };
    const group = byDocument.get(one.document)?.get(one.firstLine);
    const survey = surveys.find(({ info }) => info.name === one.document);
    if (group === undefined || survey === undefined) return one;
    if (!one.rule.startsWith('log.'))
      return one.count >= fewestRecurring && group.count >= one.count ? { ...one, group } : one;
    const isRoutine = isBackground(survey, group);
    const weight = one.weight - (isRoutine ? 40 : isStrewn(survey, group) ? 24 : 0);
    return { ...one, group, isRoutine, weight };
  });
}

const fewestRecurring = 3;
const fewestRestless = 4;

/** Many ports or peers that go up and down from the start to the end, as those of people's desks do. */
function restlessIn(told: readonly Observation[], surveys: readonly Survey[]): ReadonlySet<Observation> {
  const flapping = told.filter((one) => {
    const info = surveys.find((survey) => survey.info.name === one.document)?.info;
    if (one.rule !== 'log.flapping' || info?.firstTimeMs === undefined || info.lastTimeMs === undefined) return false;
    const spanMs = info.lastTimeMs - info.firstTimeMs;
    return (one.lastTimeMs ?? 0) - (one.firstTimeMs ?? 0) > spanMs * 0.7;
  });
  return new Set(flapping.length >= fewestRestless ? flapping : []);
}
