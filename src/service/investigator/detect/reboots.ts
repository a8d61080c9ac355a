import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { say, type Text, words } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';
import { type Claim, linesAt, type Observation } from './observation.ts';
import { isShortlyBefore, msBetween } from './spans.ts';

/** The first words of a system that starts. */
const bootWords =
  /^(?:\[\s*0\.0{3,9}\]\s*)?(?:Booting Linux on|Linux version \d|Command line: BOOT_IMAGE|-- (?:Reboot|Boot [0-9a-f]{32}) --|U-Boot (?:SPL )?\d{4}|FreeBSD \d|Booting paravirtualized kernel)|\bsystem boot(?:ed)?\b|\b(?:rsyslogd|syslogd)\b.{0,20}\b(?:start|restart)\b/i;
/** What a machine says when it goes down on purpose. */
const shutdownWords =
  /\b(?:Reached target.{0,20}(?:Shutdown|Reboot|Power-?Off)|Shutting down|system is going down|Powering off|Rebooting|reboot: |Received SIGTERM from PID 1|systemd-shutdown|exiting on signal 15|watchdog.{0,30}(?:reset|reboot|bite)|thermal shutdown|power key)/i;
const sameBootMs = 30_000;
const lookBack = { ms: 600_000, lines: 299 };

/** Each start of the system after the beginning of the file: when it went silent, when it came back, and what stood before. */
export function observeReboots(survey: Survey): Observation[] {
  const spots = survey.groups
    .filter((group) => bootWords.test(group.message) && group.count < 200)
    .flatMap((group) => group.spots.map((spot) => ({ group, spot })))
    .filter(({ spot }) => spot.line > 1)
    .sort((a, b) => a.spot.line - b.spot.line);
  const starts = spots.filter(({ spot }, index) => index === 0 || !isSameBoot(spots[index - 1]!.spot, spot));
  return starts.slice(0, 20).map(({ group, spot }) => describe(survey, group, spot, starts.length));
}

function isSameBoot(previous: Spot, spot: Spot): boolean {
  const ms = msBetween(previous, spot);
  return ms === undefined ? spot.line - previous.line < 2000 : ms < sameBootMs;
}

function describe(survey: Survey, group: MessageGroup, spot: Spot, starts: number): Observation {
  const document = survey.info.name;
  const gap = survey.gaps.find((one) => one.after.line <= spot.line && spot.line - one.after.line < 20);
  const lastLine = gap?.before.line ?? spot.line - 1;
  const often = { text: words(`It started ${starts} times in this file`), ranges: [] };
  return {
    rule: 'system.reboot',
    kind: 'restart',
    title: titleOf(survey, group, spot, gap),
    details: [endBefore(survey, spot, lastLine), ...(starts > 1 ? [often] : [])],
    severity: 'warning',
    role: 'context',
    certainty: 'certain',
    count: 1,
    document,
    firstLine: spot.line,
    firstTimeMs: spot.timeMs,
    evidence: [...new Set([lastLine, spot.line])].map((line) => linesAt(document, line)),
    next: [
      'Attach `cat /sys/fs/pstore/*` or the ramoops of that boot, and the records of the power supply, the watchdog and the serial console for that minute.',
    ],
    weight: 32,
  };
}

function titleOf({ times }: Survey, group: MessageGroup, spot: Spot, gap: Survey['gaps'][number] | undefined): Text {
  const message = group.message.slice(0, 120);
  const stopMs = gap?.before.timeMs;
  const startMs = gap?.after.timeMs;
  if (gap === undefined || stopMs === undefined || startMs === undefined)
    return say`The system started${words(spot.timeMs === undefined ? '' : ` at ${times.at(spot.timeMs)}`)}: ${message}`;
  const silence = `the log stops at ${times.at(stopMs)} and starts again ${durationWords(gap.durationMs)} later, at ${times.at(startMs).slice(11)}`;
  return say`The system restarted: ${words(silence)}, with ${message}`;
}

/** What the system last said: that it goes down, else what went wrong. */
function endBefore(survey: Survey, spot: Spot, lastLine: number): Claim {
  const document = survey.info.name;
  const farewell = lastBefore(survey, spot, ({ message }) => shutdownWords.test(message));
  const last = farewell ?? lastBefore(survey, spot, ({ isFailure, severity }) => isFailure || severity === 'warning');
  if (last === undefined)
    return {
      text: words('There is no error and no warning in the ten minutes before it: those lines are normal traffic'),
      ranges: [linesAt(document, Math.max(1, lastLine - 2), lastLine)],
    };
  const meaning =
    farewell === undefined ? 'The last trouble before it' : 'It was shut down on purpose or by a watchdog';
  return { text: say`${words(meaning)}: ${last.message.slice(0, 160)}`, ranges: [linesAt(document, last.line)] };
}

function lastBefore(
  survey: Survey,
  spot: Spot,
  isWanted: (group: MessageGroup) => boolean,
): { message: string; line: number } | undefined {
  let last: { message: string; line: number } | undefined;
  for (const { message, spots, first, last: end } of survey.groups.filter(isWanted)) {
    for (const one of [...spots, first, end]) {
      const isNear = one.line < spot.line && isShortlyBefore(one, spot, lookBack);
      if (isNear && (last === undefined || one.line > last.line)) last = { message, line: one.line };
    }
  }
  return last;
}
