import type { MessageGroup, Survey } from '../survey/survey.ts';
import { say, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';
import { observeReboots } from './reboots.ts';

const startWords =
  /\b(?:start(?:ing|ed)(?: up)?\b(?! (?:job|task|request|processing|transaction|query|backup|sync|scan|gc|session|thread|worker \d))|boot(?:ing|ed)|initiali[sz](?:ing|ed)|listening on|server (?:is )?ready|restart(?:ing|ed)|Linux version|back-off restarting|crashloopbackoff)/i;

/** Silences, steps of the clock and repeated starts. */
export function observeClockAndRestarts(survey: Survey): Observation[] {
  const reboots = observeReboots(survey);
  const told = new Set(reboots.flatMap((one) => one.evidence.map((range) => range.lineStart)));
  const quiet = silences(survey).filter((one) => !one.evidence.some((range) => told.has(range.lineStart)));
  return [...reboots, ...quiet, ...jumps(survey), ...restarts(survey)];
}

function silences(survey: Survey): Observation[] {
  const times = timeWordsOf(survey.info, survey.isZoned);
  return survey.gaps.slice(0, 2).map((gap) => ({
    ...base(survey, gap.before.line),
    rule: 'log.silence',
    kind: 'silence',
    title: say`Nothing is logged for ${words(durationWords(gap.durationMs))}, ${words(times.span(gap.before.timeMs!, gap.after.timeMs!))}`,
    severity: 'warning',
    role: 'context',
    certainty: 'certain',
    firstTimeMs: gap.before.timeMs!,
    lastTimeMs: gap.after.timeMs!,
    evidence: [range(survey, gap.before.line), range(survey, gap.after.line)],
    subjects: 'silence gap hang stop pause nothing logged reboot',
    weight: 22,
  }));
}

function jumps(survey: Survey): Observation[] {
  const [jump] = [...survey.clockJumps].sort((a, b) => b.backMs - a.backMs);
  if (jump === undefined) return [];
  const times = survey.clockJumps.length;
  return [
    {
      ...base(survey, jump.line),
      rule: 'clock.jump',
      kind: 'clock',
      title: say`The clock jumps back by ${words(durationWords(jump.backMs))}${words(times > 1 ? `, ${times} times in all` : '')}`,
      severity: 'warning',
      role: 'context',
      certainty: 'certain',
      count: times,
      evidence: [{ document: survey.info.name, lineStart: Math.max(1, jump.line - 1), lineEnd: jump.line }],
      subjects: 'clock jump time ntp backwards sync drift',
      weight: 24,
    },
  ];
}

function restarts(survey: Survey): Observation[] {
  const starts = survey.groups
    .filter(
      (group) =>
        group.count >= 3 && group.count <= Math.max(60, survey.linesSeen * 0.02) && startWords.test(group.message),
    )
    .sort((a, b) => b.count - a.count || a.id - b.id);
  const [group] = starts;
  if (group === undefined) return [];
  const times = timeWordsOf(survey.info, survey.isZoned);
  const every = usualStepMs(group);
  const span =
    group.first.timeMs !== undefined && group.last.timeMs !== undefined
      ? `, ${times.span(group.first.timeMs, group.last.timeMs)}`
      : '';
  const rhythm = every === undefined ? '' : `, about every ${durationWords(every)}`;
  return [
    {
      ...base(survey, group.first.line),
      rule: 'process.restarts',
      kind: 'restart',
      title: say`${group.message.slice(0, 160)} comes ${group.count} times${words(`${rhythm}${span}`)}: it starts again and again`,
      severity: 'warning',
      role: 'context',
      certainty: 'likely',
      count: group.count,
      evidence: [group.first, group.last].map((spot) => range(survey, spot.line)),
      subjects: `restart crash loop start ${group.message} ${[...group.sources.keys()].join(' ')}`.toLowerCase(),
      weight: 30,
    },
  ];
}

function usualStepMs(group: MessageGroup): number | undefined {
  const times = group.spots.map((spot) => spot.timeMs).filter((time) => time !== undefined);
  if (times.length < 3 || times.length < group.count) return undefined;
  const steps = times
    .slice(1)
    .map((time, index) => time - times[index]!)
    .sort((a, b) => a - b);
  const middle = steps[steps.length >> 1]!;
  return middle > 0 ? middle : undefined;
}

function base(
  survey: Survey,
  line: number,
): Pick<Observation, 'details' | 'count' | 'document' | 'firstLine' | 'next'> {
  return { details: [], count: 1, document: survey.info.name, firstLine: line, next: [] };
}

function range(survey: Survey, line: number) {
  return { document: survey.info.name, lineStart: line, lineEnd: line };
}
