import type { MessageGroup, Survey } from '../survey/survey.ts';
import { join, number, say, words } from '../wording/say.ts';
import type { Observation } from './observation.ts';
import { occasionsOf } from './recurrence.ts';

/** What a boot loader or firmware prints of why it starts. */
const reason =
  /\brst:0x[0-9a-f]{1,8} \(([A-Z][A-Z0-9_]{2,40})\)|\b(?:reset|reboot|restart|boot) (?:cause|reason|source)\b[ :=]{1,3}(?:0x[0-9a-f]{1,8}[ :,]{1,2})?[("'[]?([A-Za-z][\w.-]{1,40})|\bbootreason[ :=]{1,3}([A-Za-z][\w,.-]{1,40})/i;
/** Somebody switched it on. */
const calm = /power_?-?on|^POR$|RESET_POR|cold|^normal|deep_?-?sleep/i;
const fewestResets = 2;

/** A device that says at each start why the one before ended. */
export function observeDeviceResets(survey: Survey): Observation[] {
  const starts = survey.groups.flatMap((group) => {
    const match = reason.exec(group.message);
    const why = match?.[1] ?? match?.[2] ?? match?.[3];
    return why === undefined ? [] : [{ group, why }];
  });
  const resets = starts.filter(({ why }) => !calm.test(why));
  const count = resets.reduce((sum, { group }) => sum + group.count, 0);
  if (count < fewestResets) return [];
  const byReason = new Map<string, { group: MessageGroup; count: number }>();
  for (const { group, why } of resets) {
    const known = byReason.get(why);
    byReason.set(why, {
      group: known === undefined || group.count > known.group.count ? group : known.group,
      count: (known?.count ?? 0) + group.count,
    });
  }
  const ranked = [...byReason].sort((a, b) => b[1].count - a[1].count);
  const { group } = ranked[0]![1];
  const document = survey.info.name;
  const reasons = join(
    ranked.slice(0, 4).map(([why, one]) => say`${why} (${words(number(one.count))})`),
    ', ',
  );
  const occasions = occasionsOf(survey, group);
  return [
    {
      group,
      rule: 'device.resets',
      kind: 'restart',
      title: say`The device resets ${words(number(count))} times: ${reasons}`,
      details: occasions === undefined ? [] : [occasions],
      severity: 'error',
      role: 'cause',
      certainty: 'certain',
      count,
      document,
      firstLine: group.first.line,
      ...(group.first.timeMs === undefined ? {} : { firstTimeMs: group.first.timeMs }),
      ...(group.last.timeMs === undefined ? {} : { lastTimeMs: group.last.timeMs }),
      evidence: [group.first, group.last].map(({ line }) => ({ document, lineStart: line, lineEnd: line })),
      signature: `device resets ${ranked[0]![0]}`,
      subjects:
        `reset resets reboot reboots restart restarts crash boot device power watchdog ${ranked.map(([why]) => why).join(' ')}`.toLowerCase(),
      next: [
        'Look at what stands before each reset; capture supply, temperature and the task that ran at that moment.',
      ],
      weight: 72,
    },
  ];
}
