import type { Finding } from '../reading.ts';
import type { Part } from './place.ts';

const maxPackages = 600;
const fullPercent = 95;
const lowMemoryShare = 0.05;
const longWakelockMs = 60 * 60 * 1000;

/** Memory, storage, battery, wakelocks and installed packages. */
export function createResourcesPart(document: string): Part {
  const facts: Record<string, string | number> = {};
  const findings: Finding[] = [];
  const memory = new Map<string, { kilobytes: number; line: number }>();
  const wakelocks: { name: string; ms: number; times: number; line: number }[] = [];
  const packages: { package: string; version: string; code: string }[] = [];
  let inPartialLocks = false;
  let battery: { temperature?: { value: number; line: number }; health?: { value: number; line: number } } = {};

  return {
    line(place, number, text) {
      if (place.section === 'MEMORY INFO') return memoryLine(number, text);
      if (place.section === 'FILESYSTEMS & FREE SPACE') return storageLine(number, text);
      if (place.service === 'battery') return batteryLine(number, text);
      if (place.service === 'batterystats') return wakelockLine(number, text);
      if (place.service === 'package') packageLine(text);
    },
    finish() {
      return {
        findings: [...findings, ...memoryFindings(), ...batteryFindings(), ...wakelockFindings()],
        facts: { ...facts, ...(packages.length > 0 ? { Packages: packages.length } : {}) },
        tables: {
          ...(wakelocks.length > 0
            ? {
                wakelocks: [...wakelocks]
                  .sort((a, b) => b.ms - a.ms)
                  .slice(0, 50)
                  .map(({ name, ms, times, line }) => ({ wakelock: name, held_ms: ms, times, line })),
              }
            : {}),
          ...(packages.length > 0 ? { packages } : {}),
        },
      };
    },
  };

  function memoryLine(number: number, text: string): void {
    const match = /^(\w+): +(\d+) kB$/.exec(text);
    if (!match) return;
    memory.set(match[1]!, { kilobytes: Number(match[2]), line: number });
    if (match[1] === 'MemTotal') facts.Memory = `${Math.round(Number(match[2]) / 1024)} MiB`;
    if (match[1] === 'MemAvailable') facts['Memory available'] = `${Math.round(Number(match[2]) / 1024)} MiB`;
  }

  function memoryFindings(): Finding[] {
    const total = memory.get('MemTotal');
    const available = memory.get('MemAvailable');
    if (!total || !available || available.kilobytes >= total.kilobytes * lowMemoryShare) return [];
    const megabytes = Math.round(available.kilobytes / 1024);
    return [
      {
        rule: 'android.memory-exhausted',
        title: `Only ${megabytes} MiB of memory were available when the report was taken`,
        explanation: 'With less than a twentieth of memory left, applications are killed and everything slows down.',
        severity: 'warning',
        role: 'symptom',
        certainty: 'certain',
        count: 1,
        evidence: [total, available].map(({ line }) => ({ document, lineStart: line, lineEnd: line })),
        signature: 'memory exhausted',
        subjects: ['memory'],
        next: ['`adb shell dumpsys meminfo` shows who holds it.'],
      },
    ];
  }

  function storageLine(number: number, text: string): void {
    const match = /^(\S{1,200}) +(\d+) +(\d+) +(\d+) +(\d{1,3})% +(\/\S*)/.exec(text);
    if (
      !match ||
      Number(match[5]) < fullPercent ||
      !/^\/(?:data|cache|sdcard|storage|mnt\/(?:expand|media))/.test(match[6]!)
    )
      return;
    findings.push({
      rule: 'android.storage-full',
      title: `${match[6]} is ${match[5]} % full`,
      explanation: 'Writes to a full file system fail; databases and updates break first.',
      severity: 'error',
      role: 'cause',
      certainty: 'certain',
      count: 1,
      evidence: [{ document, lineStart: number, lineEnd: number }],
      signature: `storage full ${match[6]}`,
      subjects: [match[6]!, 'storage'],
    });
  }

  function batteryLine(number: number, text: string): void {
    const match = /^ {2}(level|status|health|temperature|voltage): (-?\d+)$/.exec(text);
    if (!match) return;
    const value = Number(match[2]);
    if (match[1] === 'level') facts['Battery level'] = `${value} %`;
    if (match[1] === 'temperature') {
      facts['Battery temperature'] = `${value / 10} °C`;
      battery = { ...battery, temperature: { value: value / 10, line: number } };
    }
    if (match[1] === 'health') battery = { ...battery, health: { value, line: number } };
  }

  function batteryFindings(): Finding[] {
    const told: Finding[] = [];
    const tell = (line: number, title: string, explanation: string, signature: string) =>
      told.push({
        rule: 'android.battery',
        title,
        explanation,
        severity: 'warning',
        role: 'context',
        certainty: 'certain',
        count: 1,
        evidence: [{ document, lineStart: line, lineEnd: line }],
        signature,
        subjects: ['battery'],
      });
    const { temperature, health } = battery;
    if (temperature && temperature.value >= 48) {
      tell(
        temperature.line,
        `The battery was at ${temperature.value} °C`,
        'Above 48 °C a device slows down and stops charging.',
        'battery hot',
      );
    }
    // 1 unknown, 2 good, 3 overheat, 4 dead, 5 over voltage, 6 failure, 7 cold.
    const states: Record<number, string> = {
      3: 'overheated',
      4: 'dead',
      5: 'over its voltage',
      6: 'failing',
      7: 'too cold',
    };
    const state = health ? states[health.value] : undefined;
    if (health && state)
      tell(
        health.line,
        `The battery reports that it is ${state}`,
        'The battery service gives this health.',
        `battery ${state}`,
      );
    return told;
  }

  function wakelockLine(number: number, text: string): void {
    if (/^\s*All partial wake locks:/.test(text)) inPartialLocks = true;
    else if (text.trim() === '') inPartialLocks = false;
    const match = inPartialLocks
      ? /^\s*Wake lock (.{1,300}): ((?:\d+(?:d|h|m|s|ms) )+)\((\d+) times\)/.exec(text)
      : null;
    if (match) wakelocks.push({ name: match[1]!, ms: durationMs(match[2]!), times: Number(match[3]), line: number });
  }

  function wakelockFindings(): Finding[] {
    return wakelocks
      .filter(({ ms }) => ms >= longWakelockMs)
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 5)
      .map(({ name, ms, times, line }) => ({
        rule: 'android.long-wakelock',
        title: `Wake lock ${name} was held for ${Math.round(ms / 60_000)} minutes`,
        explanation: `It kept the processor awake ${times} times since the battery statistics were reset.`,
        severity: 'warning' as const,
        role: 'cause' as const,
        certainty: 'likely' as const,
        count: times,
        evidence: [{ document, lineStart: line, lineEnd: line }],
        signature: `wakelock ${name.replace(/^u\d+\w+ |^\d+ /, '')}`,
        subjects: [name, 'battery', 'wakelock'],
      }));
  }

  function packageLine(text: string): void {
    const name = /^ {2}Package \[([\w.]{1,200})\] \(/.exec(text)?.[1];
    if (name && packages.length < maxPackages) packages.push({ package: name, version: '', code: '' });
    const last = packages[packages.length - 1];
    if (!last) return;
    const version = /^ {4}versionName=(.{1,100})$/.exec(text)?.[1];
    if (version && last.version === '') last.version = version;
    const code = /^ {4}versionCode=(\d+)/.exec(text)?.[1];
    if (code && last.code === '') last.code = code;
  }
}

/** `1h 2m 3s 4ms`. */
function durationMs(text: string): number {
  const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|d|h|m|s) /g)) total += Number(count) * units[unit!]!;
  return total;
}
