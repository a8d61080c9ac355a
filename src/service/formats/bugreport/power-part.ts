import { stableText } from '../capture/stable-frame.ts';
import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import { createBatteryHistory } from './battery-history.ts';
import type { Part } from './place.ts';

interface Wakelock {
  name: string;
  user: string;
  ms: number;
  times: number;
  line: number;
}

const longWakelockMs = 60 * 60_000;
/** Android slows everything down from here on; 6 is the end. */
const severeThermalStatus = 3;

/** Battery, wakelocks and heat, as the services of the device counted them. */
export function createPowerPart(
  document: string,
  packageOf: (user: string) => string | undefined,
  takenMs: () => number | undefined,
): Part {
  const history = createBatteryHistory();
  const facts: Record<string, string | number> = {};
  const wakelocks: Wakelock[] = [];
  const findings: Finding[] = [];
  let list = '';
  let onBattery: { ms: number; line: number } | undefined;
  return {
    line({ service }, number, text) {
      if (service === 'battery') batteryLine(number, text);
      else if (service === 'batterystats') {
        statsLine(number, text);
        history.line(number, text);
      } else if (service === 'thermalservice') thermalLine(number, text);
    },
    finish() {
      const longest = [...wakelocks].sort((a, b) => b.ms - a.ms);
      return {
        facts,
        series: history.series(document, takenMs()),
        findings: [
          ...findings,
          ...longest
            .filter(({ ms }) => ms >= longWakelockMs)
            .slice(0, 5)
            .map(wakelockFinding),
        ],
        tables:
          longest.length > 0
            ? {
                wakelocks: longest.slice(0, 50).map(({ name, ms, times, line }) => ({
                  wakelock: name,
                  held_minutes: Math.round(ms / 6000) / 10,
                  times,
                  line,
                })),
              }
            : {},
      };
    },
  };

  function batteryLine(number: number, text: string): void {
    const match = /^ {2}(level|health|temperature): (-?\d+)$/.exec(text);
    if (!match) return;
    const value = Number(match[2]);
    if (match[1] === 'level') facts['Battery level'] = `${value} %`;
    if (match[1] === 'temperature') {
      facts['Battery temperature'] = `${value / 10} °C`;
      if (value >= 480)
        tell(
          number,
          'android.battery',
          `The battery was at ${value / 10} °C`,
          'Above 48 °C a device slows down and stops charging.',
          'battery hot',
        );
    }
    // 1 unknown, 2 good.
    const states: Record<number, string> = {
      3: 'overheated',
      4: 'dead',
      5: 'over its voltage',
      6: 'failing',
      7: 'too cold',
    };
    const state = match[1] === 'health' ? states[value] : undefined;
    if (state)
      tell(
        number,
        'android.battery',
        `The battery reports that it is ${state}`,
        'The battery service gives this health.',
        `battery ${state}`,
      );
  }

  function thermalLine(number: number, text: string): void {
    const status = Number(/^Thermal Status: (\d)/.exec(text)?.[1] ?? 0);
    if (status < severeThermalStatus) return;
    const names = ['severe', 'critical', 'an emergency', 'a shutdown'];
    tell(
      number,
      'android.thermal',
      `The device was throttled for heat when the report was taken: status ${status}, ${names[status - 3] ?? 'unknown'}`,
      'From severe on, processors and radios are throttled so far that people notice.',
      'thermal throttling',
    );
  }

  function tell(line: number, rule: string, title: string, explanation: string, signature: string): void {
    if (findings.some((each) => each.signature === signature)) return;
    findings.push({
      rule,
      title,
      explanation,
      severity: 'warning',
      role: 'context',
      certainty: 'certain',
      count: 1,
      evidence: [citeLine(document, line)],
      signature,
      subjects: ['battery', 'temperature'],
    });
  }

  function statsLine(number: number, text: string): void {
    const time = /^ {2}Time on battery: (.{1,80}?) \(/.exec(text);
    if (time) onBattery ??= { ms: durationMs(`${time[1]} `), line: number };
    const title = /^ {2}All (kernel|partial) wake locks:/.exec(text)?.[1];
    if (title || text.trim() === '') list = title ?? '';
    if (list !== 'partial') return;
    const match = /^\s*Wake lock (\S{1,40}) (.{1,300}): ((?:\d+(?:d|h|m|s|ms) )+)\((\d+) times\)/.exec(text);
    if (match && wakelocks.length < 5000)
      wakelocks.push({
        user: match[1]!,
        name: `${match[1]} ${match[2]}`,
        ms: durationMs(match[3]!),
        times: Number(match[4]),
        line: number,
      });
  }

  function wakelockFinding({ name, user, ms, times, line }: Wakelock): Finding {
    const minutes = Math.round(ms / 60_000);
    const share = onBattery && onBattery.ms > 0 ? ms / onBattery.ms : 0;
    const owner = packageOf(user);
    // Awake for a third of the time is what empties a battery.
    const isGuilty = share >= 0.3;
    const tag = name.slice(user.length + 1);
    return {
      rule: 'android.long-wakelock',
      title: `Wake lock ${name}${owner && !tag.includes(owner) ? ` of ${owner}` : ''} was held for ${minutes} minutes${
        share > 0 ? `, ${Math.min(100, Math.round(share * 100))} % of the time on battery` : ''
      }`,
      explanation: `It kept the processor awake, ${times === 1 ? 'taken once' : `taken ${times} times`} since the battery statistics were reset.`,
      severity: isGuilty ? 'error' : 'warning',
      role: 'cause',
      certainty: isGuilty ? 'certain' : 'likely',
      count: times,
      evidence: [line, ...(onBattery ? [onBattery.line] : [])].map((each) => citeLine(document, each)),
      signature: `wakelock ${stableText(tag)}`,
      subjects: [tag, ...(owner ? [owner] : []), 'battery', 'wakelock'],
      next: [`See what takes it and never releases it: \`adb shell dumpsys power\` while it is held.`],
    };
  }
}

/** `1h 2m 3s 4ms `. */
function durationMs(text: string): number {
  const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let total = 0;
  for (const [, count, unit] of text.matchAll(/((?<!\d)\d+)(ms|d|h|m|s) /g)) total += Number(count) * units[unit!]!;
  return total;
}
