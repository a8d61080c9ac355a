import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { say, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';

/** The first words of a system that starts. */
const bootWords =
  /^(?:\[\s*0\.0{3,9}\]\s*)?(?:Booting Linux on|Linux version \d|Command line: BOOT_IMAGE|-- (?:Reboot|Boot [0-9a-f]{32}) --|U-Boot (?:SPL )?\d{4}|FreeBSD \d|Booting paravirtualized kernel)|\bsystem boot(?:ed)?\b|\b(?:rsyslogd|syslogd)\b.{0,20}\b(?:start|restart)\b/i;
/** What a machine says when it goes down on purpose. */
const shutdownWords =
  /\b(?:Reached target.{0,20}(?:Shutdown|Reboot|Power-?Off)|Shutting down|system is going down|Powering off|Rebooting|reboot: |Received SIGTERM from PID 1|systemd-shutdown|exiting on signal 15|watchdog.{0,30}(?:reset|reboot|bite)|thermal shutdown|power key)/i;
const sameBootMs = 30_000;
const lookBackMs = 600_000;

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
  return previous.timeMs === undefined || spot.timeMs === undefined
    ? spot.line - previous.line < 2000
    : spot.timeMs - previous.timeMs < sameBootMs;
}

function describe(survey: Survey, group: MessageGroup, spot: Spot, starts: number): Observation {
  const document = survey.info.name;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const gap = survey.gaps.find((one) => one.after.line <= spot.line && spot.line - one.after.line < 20);
  const beforeMs = gap?.before.timeMs;
  const title =
    gap === undefined || beforeMs === undefined || gap.after.timeMs === undefined
      ? say`The system started${words(spot.timeMs === undefined ? '' : ` at ${times.at(spot.timeMs)}`)}: ${group.message.slice(0, 120)}`
      : say`The system restarted: the log stops at ${words(times.at(beforeMs))} and starts again ${words(durationWords(gap.durationMs))} later, at ${words(times.at(gap.after.timeMs).slice(11))}, with ${group.message.slice(0, 120)}`;
  const lastLine = gap?.before.line ?? spot.line - 1;
  const farewell = lastBefore(survey, spot, (one) => shutdownWords.test(one.message));
  const trouble = lastBefore(survey, spot, (one) => one.isFailure || one.severity === 'warning');
  const details: Observation['details'] = [];
  if (farewell !== undefined)
    details.push({
      text: say`It was shut down on purpose or by a watchdog: ${farewell.group.message.slice(0, 160)}`,
      ranges: [{ document, lineStart: farewell.spot.line, lineEnd: farewell.spot.line }],
    });
  else if (trouble === undefined)
    details.push({
      text: words('There is no error and no warning in the ten minutes before it: those lines are normal traffic'),
      ranges: [{ document, lineStart: Math.max(1, lastLine - 2), lineEnd: lastLine }],
    });
  else
    details.push({
      text: say`The last trouble before it: ${trouble.group.message.slice(0, 160)}`,
      ranges: [{ document, lineStart: trouble.spot.line, lineEnd: trouble.spot.line }],
    });
  if (starts > 1) details.push({ text: words(`It started ${starts} times in this file`), ranges: [] });
  return {
    rule: 'system.reboot',
    kind: 'restart',
    title,
    details,
    severity: 'warning',
    role: 'context',
    certainty: 'certain',
    count: 1,
    document,
    firstLine: spot.line,
    ...(spot.timeMs === undefined ? {} : { firstTimeMs: spot.timeMs }),
    evidence: [...new Set([lastLine, spot.line])].map((line) => ({ document, lineStart: line, lineEnd: line })),
    next: [
      'Attach `cat /sys/fs/pstore/*` or the ramoops of that boot, and the records of the power supply, the watchdog and the serial console for that minute.',
    ],
    weight: 32,
  };
}

function lastBefore(
  survey: Survey,
  spot: Spot,
  isWanted: (group: MessageGroup) => boolean,
): { group: MessageGroup; spot: Spot } | undefined {
  let last: { group: MessageGroup; spot: Spot } | undefined;
  for (const group of survey.groups) {
    if (!isWanted(group)) continue;
    for (const one of [...group.spots, group.first, group.last]) {
      const isNear =
        one.line < spot.line &&
        (one.timeMs === undefined || spot.timeMs === undefined
          ? spot.line - one.line < 300
          : spot.timeMs - one.timeMs <= lookBackMs);
      if (isNear && (last === undefined || one.line > last.spot.line)) last = { group, spot: one };
    }
  }
  return last;
}
