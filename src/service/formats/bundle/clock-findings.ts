import { citeLine } from '../cite.ts';
import type { DocumentInfo, Finding, Reading } from '../reading.ts';
import type { ChosenClock, TiedClock } from './choose-clock.ts';
import type { Gathered } from './gather-sightings.ts';
import { isWholeQuarter, quarterMs, toleranceMs } from './pair-clocks.ts';

/** Whether the events prove that a clock is off, beyond what they leave open. */
export function isOff({ offsetMs, uncertaintyMs }: TiedClock): boolean {
  return Math.abs(offsetMs) >= toleranceMs && Math.abs(offsetMs) > 2 * uncertaintyMs;
}

/** What the comparison of clocks came to: a finding for each clock that is off, facts about all. */
export function clockFindings(
  { compared, leftOut, inPart }: Gathered,
  clock: ChosenClock,
  isZoned: (index: number) => boolean,
): { findings: Finding[]; facts: Reading['facts'] } {
  const reference = compared[clock.reference]!;
  const facts: Reading['facts'] = { 'Reference clock': referenceWords(compared, clock, isZoned(clock.reference)) };
  const findings: Finding[] = [];
  const parts = [
    ...(leftOut > 0 ? [`${leftOut} left out, because at most ${compared.length} are compared`] : []),
    ...(inPart > 0 ? [`${inPart} of them only in samples, because they are large`] : []),
  ];
  if (parts.length > 0) facts['Clocks compared'] = `${compared.length} files; ${parts.join('; ')}`;
  for (const tied of clock.tied) {
    const document = compared[tied.document]!;
    if (document.clock === 'boot') {
      facts[`Clock of ${document.name}`] =
        `since boot; boot was at ${new Date(tied.offsetMs).toISOString()} by ${reference.name}`;
    } else if (isOff(tied)) {
      const isZone = !isZoned(tied.document) && isZoned(clock.reference) && isWholeQuarter(tied.offsetMs);
      facts[`Clock of ${document.name}`] = isZone
        ? `local time, ${zoneName(-tied.offsetMs)}`
        : `${offsetWords(tied)} ${reference.name}`;
      findings.push(offsetFinding(tied, compared, reference, isZone));
    }
  }
  return { findings, facts };
}

function offsetFinding(
  tied: TiedClock,
  compared: readonly DocumentInfo[],
  reference: DocumentInfo,
  isZone: boolean,
): Finding {
  const { name } = compared[tied.document]!;
  const by = compared[tied.by.other]!.name;
  const proof = `${eventWords(tied)} are in ${name} and in ${by}, and their times differ by this much, within ${seconds(tied.uncertaintyMs, 3)} s`;
  return {
    rule: 'bundle.clock-offset',
    title: isZone
      ? `${name} prints local time without naming its zone: ${zoneName(-tied.offsetMs)} by ${reference.name}`
      : `The clock of ${name} is ${offsetWords(tied)} that of ${reference.name}`,
    explanation: `${proof}. All times of ${name} are converted to the clock of ${reference.name}; its lines are quoted as they are.`,
    severity: 'info',
    role: 'context',
    certainty: 'likely',
    count: tied.by.agreeing,
    evidence: [citeLine(name, tied.by.line), citeLine(by, tied.by.otherLine)],
    signature: isZone ? 'local time without a zone beside other zones' : 'clocks differ between files',
    subjects: ['clock', 'time zone', name, reference.name],
  };
}

function referenceWords(compared: readonly DocumentInfo[], clock: ChosenClock, isZoned: boolean): string {
  const reasons = [
    ...(isZoned ? ['it names its time zone'] : []),
    ...(clock.agreeing > 1 ? [`${clock.agreeing} files agree on it`] : []),
    `${clock.events} of its events are in other files too`,
  ];
  return `${compared[clock.reference]!.name}: ${reasons.join(', ')}`;
}

function eventWords({ by }: TiedClock): string {
  const texts = by.agreeing - by.ids;
  const parts = [...(by.ids > 0 ? [`${by.ids} ids`] : []), ...(texts > 0 ? [`${texts} lines`] : [])];
  return by.events > by.agreeing ? `${parts.join(' and ')} of ${by.events}` : parts.join(' and ');
}

function offsetWords({ offsetMs }: TiedClock): string {
  return `${seconds(Math.abs(offsetMs), 1)} s ${offsetMs > 0 ? 'behind' : 'ahead of'}`;
}

function zoneName(aheadMs: number): string {
  const minutes = Math.round(aheadMs / quarterMs) * 15;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function seconds(ms: number, most: number): string {
  return (ms / 1000).toFixed(most);
}
