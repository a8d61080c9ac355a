import { citeLine, maxEvidence } from '../cite.ts';
import type { Finding, TimelineEvent } from '../reading.ts';
import type { ConsoleLine } from './console-line.ts';

/** Follows the clock of a console log: boots, the machine and kernel, the time span. */
export function createBootTracker(document: string) {
  const boots: { line: number; timeMs?: number; version?: string; afterOutput: boolean }[] = [];
  const facts: Record<string, string | number> = {};
  let bootStamps = 0;
  let wallStamps = 0;
  let firstBoot: number | undefined;
  let lastBoot: number | undefined;
  let firstWall: number | undefined;
  let lastWall: number | undefined;
  let lines = 0;
  let previousBootMs = 0;

  function add(line: ConsoleLine): void {
    lines++;
    if (line.bootMs !== undefined) {
      bootStamps++;
      firstBoot ??= line.bootMs;
      // The clock starts over without a version line where the beginning of a boot is missing.
      if (line.bootMs < 5000 && previousBootMs - line.bootMs > 5000 && !isVersion(line)) noteBoot(line);
      previousBootMs = line.bootMs;
      lastBoot = Math.max(lastBoot ?? 0, line.bootMs);
    }
    if (line.wallMs !== undefined && Number.isFinite(line.wallMs)) {
      wallStamps++;
      firstWall = Math.min(firstWall ?? line.wallMs, line.wallMs);
      lastWall = Math.max(lastWall ?? line.wallMs, line.wallMs);
    }
    if (line.context !== '' || lines < 200) readFacts(line);
  }

  function isVersion(line: ConsoleLine): boolean {
    return /^Linux version \d/.test(line.message);
  }

  function noteBoot(line: ConsoleLine, version?: string): void {
    const before = boots.at(-1);
    if (
      before !== undefined &&
      version !== undefined &&
      before.version === undefined &&
      line.number - before.line < 20
    ) {
      before.version = version;
      return;
    }
    if (boots.length >= 500) return;
    const timeMs = line.wallMs ?? line.bootMs;
    boots.push({
      line: line.number,
      afterOutput: lines > 20,
      ...(timeMs === undefined ? {} : { timeMs }),
      ...(version === undefined ? {} : { version }),
    });
  }

  function readFacts(line: ConsoleLine): void {
    const text = line.message.slice(0, 1024);
    if (text.startsWith('Linux version ')) {
      const version = /^Linux version (\S{1,100})/.exec(text)?.[1];
      if (version !== undefined) {
        facts['kernel version'] = version;
        noteBoot(line, version);
      }
      return;
    }
    const known = factForms.find(([, form]) => form.test(text));
    if (known === undefined) return;
    const value = known[1].exec(text)?.[1]?.trim();
    if (value !== undefined && value !== '') facts[known[0]] ??= value.slice(0, 300);
  }

  function restarts() {
    return boots.filter((boot, index) => index > 0 || boot.afterOutput);
  }

  function findings(): Finding[] {
    const again = restarts();
    const firstAgain = again[0];
    if (firstAgain === undefined) return [];
    const times = again.flatMap(({ timeMs }) => (timeMs === undefined ? [] : [timeMs]));
    return [
      {
        rule: 'kernel.boot',
        title: again.length === 1 ? 'The kernel started again' : `The kernel started again ${again.length} times`,
        explanation: 'The log continues with a new boot; times since boot restart there.',
        severity: 'warning',
        role: 'context',
        certainty: 'certain',
        count: again.length,
        evidence: again.slice(0, maxEvidence).map(({ line }) => citeLine(document, line)),
        ...(times[0] === undefined ? {} : { firstTimeMs: times[0], lastTimeMs: times.at(-1) ?? times[0] }),
      },
    ];
  }

  function timeline(): TimelineEvent[] {
    return boots.slice(0, 200).map(({ line, timeMs, version }) => ({
      timeMs: timeMs ?? 0,
      document,
      line,
      severity: 'info',
      text: version === undefined ? 'Kernel starts' : `Kernel ${version} starts`,
    }));
  }

  function clock(): { clock: 'absolute' | 'boot' | 'none'; firstTimeMs?: number; lastTimeMs?: number } {
    if (wallStamps > 0 && wallStamps >= bootStamps) return span('absolute', firstWall, lastWall);
    if (bootStamps > 0) return span('boot', firstBoot, lastBoot);
    return { clock: 'none' };
  }

  function allFacts(): Record<string, string | number> {
    return boots.length > 1 ? { ...facts, boots: boots.length } : { ...facts };
  }

  return { add, findings, timeline, clock, facts: allFacts };
}

const factForms: readonly [string, RegExp][] = [
  ['command line', /^Kernel command line: (.*)/],
  ['machine', /^(?:DMI: |Machine model: |OF: fdt: ?Machine model: |MIPS: machine is |Machine: )(.*)/],
  ['hardware name', /^Hardware name: (.*)/],
  ['processor', /^(?:smpboot: CPU0: |CPU0?: )((?:Intel|AMD|ARM|Genuine|Authentic|Qualcomm|Apple)[^(]{0,80})/],
  ['memory', /^Memory: (\d+K\/\d+K available)/],
  ['tainted', /\bTainted: (.{1,40}?) +\d/],
  ['modules', /^Modules linked in: ?(.{0,300})/],
];

function span(clock: 'absolute' | 'boot', first: number | undefined, last: number | undefined) {
  return {
    clock,
    ...(first === undefined ? {} : { firstTimeMs: first }),
    ...(last === undefined ? {} : { lastTimeMs: last }),
  };
}
