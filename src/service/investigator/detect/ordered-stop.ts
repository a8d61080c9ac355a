import type { Survey } from '../survey/survey.ts';
import { words } from '../wording/say.ts';
import type { Observation } from './observation.ts';

const ordered =
  /\breceived (?:fast |smart |immediate )?shutdown request|\bSIG(?:TERM|INT)\b|\bsignal 15\b|\buser requested shutdown|\b(?:graceful(?:ly)? )?(?:shutdown|stop) (?:was )?requested|\bgraceful(?:ly)? (?:shut(?:ting)? ?down|stop)/i;
const belongs =
  /\bterminat|administrator command|\bclos(?:ed|ing)\b|\bcancel|\binterrupted|\bshut(?:ting)? ?down|\bstopp(?:ed|ing)|\babort(?:ed|ing)|\bexit(?:ed|ing)\b|\breset by peer|\bdisconnect|\bdrain/i;
const shortlyMs = 30_000;
const shortlyLines = 60;

/** What ends because somebody stopped the program on purpose is no trouble. */
export function calmedByStop(observations: readonly Observation[], survey: Survey): Observation[] {
  const stops = survey.groups.filter((group) => ordered.test(group.message));
  if (stops.length === 0) return [...observations];
  return observations.map((one) => {
    if (one.kind !== 'failure' || !belongs.test(one.title.plain)) return one;
    const spots = one.group === undefined ? [] : [one.group.first, one.group.last];
    const stop = stops.find((group) =>
      spots.every((spot) =>
        [group.first, group.last].some((at) =>
          at.timeMs !== undefined && spot.timeMs !== undefined
            ? spot.timeMs >= at.timeMs && spot.timeMs - at.timeMs <= shortlyMs
            : spot.line > at.line && spot.line - at.line <= shortlyLines,
        ),
      ),
    );
    if (stop === undefined || spots.length === 0) return one;
    const { line, lineEnd } = stop.last;
    const told = {
      text: words('It comes with a stop that was asked for'),
      ranges: [{ document: survey.info.name, lineStart: line, lineEnd }],
    };
    return {
      ...one,
      severity: 'info',
      role: 'context',
      isRoutine: true,
      weight: one.weight - 80,
      details: [told, ...one.details],
    };
  });
}
