import { maxEvidence } from '../cite.ts';
import type { Finding, LineRange } from '../reading.ts';

/** Rules that report one thing from several places, the most telling first. */
const families: readonly (readonly string[])[] = [
  ['android.deadlock', 'android.watchdog', 'android.dropbox-watchdog', 'android.watchdog-slow'],
  ['android.deadlock', 'android.anr-trace', 'android.anr', 'android.dropbox-anr', 'android.anr-idle'],
  ['android.crash', 'android.dropbox-crash'],
  ['android.native-crash', 'android.dropbox-native-crash', 'android.native-signal'],
  ['android.modem-crash', 'android.modem-restart'],
  [
    'android.low-memory-kill',
    'android.low-memory',
    'kernel.low-memory-killer',
    'android.memory-exhausted',
    'android.memory-holders',
  ],
];
/** Two reports of one process this far apart are two incidents. */
const sameIncidentMs = 15 * 60_000;

/** One finding for what the log, the event log, the drop box, thread dumps and tombstones tell of the same failure. */
export function joinReports(findings: readonly Finding[]): Finding[] {
  let joined = [...findings];
  for (const family of families) {
    const rank = ({ rule }: Finding) => family.indexOf(rule);
    const own = joined.filter((each) => rank(each) >= 0).sort((a, b) => rank(a) - rank(b));
    const groups: Finding[][] = [];
    for (const finding of own) {
      const group = groups.find((each) => each.some((other) => isSame(other, finding)));
      if (group) group.push(finding);
      else groups.push([finding]);
    }
    joined = [...joined.filter((each) => rank(each) < 0), ...groups.map(asOne)];
  }
  // Who holds the memory is no failure by itself.
  return joined.filter((each) => each.rule !== 'android.memory-holders' && !isTold(each, joined));
}

/** What the kernel's rules find unusual in lines that a finding of Android's rules has explained. */
function isTold({ rule, evidence }: Finding, all: readonly Finding[]): boolean {
  if (!rule.startsWith('kernel.')) return false;
  const told = all.filter((each) => each.rule.startsWith('android.')).flatMap((each) => each.evidence);
  return evidence.every(({ document, lineStart, lineEnd }) =>
    told.some((range) => range.document === document && range.lineStart <= lineStart && lineEnd <= range.lineEnd),
  );
}

function isSame(a: Finding, b: Finding): boolean {
  if (isPast(a) !== isPast(b)) return false;
  if (isOfDevice(a)) return true;
  if (processOf(a) !== processOf(b)) return false;
  if (a.signature !== undefined && a.signature === b.signature) return true;
  const pids = pidsOf(a);
  const others = pidsOf(b);
  if (pids.length > 0 && others.length > 0) return pids.some((pid) => others.includes(pid));
  if (a.rule === b.rule) return false;
  return Math.abs((a.firstTimeMs ?? 0) - (b.firstTimeMs ?? a.firstTimeMs ?? 0)) <= sameIncidentMs;
}

function asOne([lead, ...rest]: readonly Finding[]): Finding {
  const group = [lead!, ...rest];
  if (!lead || rest.length === 0) return lead!;
  const times = group
    .flatMap(({ firstTimeMs, lastTimeMs }) => [firstTimeMs, lastTimeMs])
    .filter((ms) => ms !== undefined);
  const said = new Set([lead.explanation]);
  for (const { explanation, rule } of rest) if (!/dropbox|native-signal/.test(rule)) said.add(explanation);
  const pids = new Set(group.flatMap(pidsOf)).size;
  return {
    ...lead,
    explanation: [...said].slice(0, 3).join(' '),
    severity: worst(
      severities,
      group.map(({ severity }) => severity),
    ),
    role: worst(
      roles,
      group.map(({ role }) => role),
    ),
    // What several places report independently is not a guess any more.
    certainty: group.some(({ certainty }) => certainty === 'certain') ? 'certain' : lead.certainty,
    count: Math.max(...group.map(({ count }) => count), pids),
    ...(times.length > 0 && { firstTimeMs: Math.min(...times), lastTimeMs: Math.max(...times) }),
    evidence: apart([
      ...lead.evidence.slice(0, maxEvidence - Math.min(rest.length, 4) * 2),
      ...rest.flatMap(({ evidence }) => evidence.slice(0, 2)),
    ]).slice(0, maxEvidence),
    subjects: [...new Set(group.flatMap(({ subjects }) => subjects ?? []))].slice(0, 24),
  };
}

const severities = ['critical', 'error', 'warning', 'info'] as const;
const roles = ['cause', 'symptom', 'context'] as const;

function worst<Rank extends string>(ranks: readonly Rank[], found: readonly Rank[]): Rank {
  return ranks.find((rank) => found.includes(rank)) ?? found[0]!;
}

/** Without what an earlier range shows already. */
function apart(ranges: readonly LineRange[]): LineRange[] {
  return ranges.filter(
    (range, index) =>
      !ranges
        .slice(0, index)
        .some(
          (each) =>
            each.document === range.document && each.lineStart <= range.lineStart && range.lineEnd <= each.lineEnd,
        ),
  );
}

/** A device has one memory and one modem, whoever reports on them. */
const isOfDevice = ({ rule }: Finding): boolean => /^(?:android|kernel)\.(?:(?:low-)?memory|modem)/.test(rule);

const isPast = ({ title }: Finding): boolean => title.startsWith('Before the last boot: ');

/** A native process is told by its path or by its name, the system server by either of its two. */
function processOf({ subjects }: Finding): string {
  const name = (subjects?.[0] ?? '').split(' ')[0]!.replace(/^.*\//, '');
  return name === 'system' ? 'system_server' : name;
}

function pidsOf({ subjects }: Finding): string[] {
  return (subjects ?? []).filter((each) => /^pid \d+$/.test(each));
}
