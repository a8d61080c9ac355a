import type { ProcessNames } from '../capture/process-names.ts';
import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import type { Part } from './place.ts';

interface Holder {
  name: string;
  pid: number;
  kilobytes: number;
  line: number;
}

const lowMemoryShare = 0.05;
const maxHolders = 2000;

/** How much memory there was, and which processes held it. */
export function createMemoryPart(document: string, names: ProcessNames): Part {
  const facts: Record<string, string | number> = {};
  const memory = new Map<string, { kilobytes: number; line: number }>();
  const lists: Record<'meminfo' | 'procrank', Holder[]> = { meminfo: [], procrank: [] };
  let isByProcess = false;
  return {
    line({ section, service }, number, text) {
      if (section === 'MEMORY INFO') return total(number, text);
      if (section.startsWith('PROCRANK')) return ranked(number, text);
      if (service !== 'meminfo') return;
      if (/^Total (?:PSS|RSS) by process:/.test(text)) isByProcess = lists.meminfo.length === 0;
      else if (/^Total |^\S/.test(text)) isByProcess = false;
      const row = isByProcess ? /^\s+([\d,]+)(K|kB): (.{1,200}?) \(pid (\d+)/.exec(text) : null;
      if (row)
        hold('meminfo', {
          name: row[3]!,
          pid: Number(row[4]),
          kilobytes: Number(row[1]!.replaceAll(',', '')),
          line: number,
        });
    },
    finish() {
      const holders = holdersNow();
      return {
        facts,
        findings: [...exhausted(), ...holding(holders)],
        tables:
          holders.length > 0
            ? {
                memory_by_process: holders
                  .slice(0, 50)
                  .map(({ name, kilobytes, pid, line }) => ({ process: name, mib: mib(kilobytes), pid, line })),
              }
            : {},
      };
    },
  };

  function total(number: number, text: string): void {
    const match = /^(\w+): +(\d+) kB$/.exec(text);
    if (!match || memory.has(match[1]!)) return;
    memory.set(match[1]!, { kilobytes: Number(match[2]), line: number });
    if (match[1] === 'MemTotal') facts.Memory = `${mib(Number(match[2]))} MiB`;
    if (match[1] === 'MemAvailable') facts['Memory available'] = `${mib(Number(match[2]))} MiB`;
  }

  /** `PID Vss Rss Pss Uss … cmdline`. */
  function ranked(number: number, text: string): void {
    const row = /^\s*(\d+) +\d+K +\d+K +(\d+)K +\d+K.* (\S{1,200})\s*$/.exec(text);
    if (row) hold('procrank', { name: row[3]!, pid: Number(row[1]), kilobytes: Number(row[2]), line: number });
  }

  function hold(list: 'meminfo' | 'procrank', holder: Holder): void {
    if (holder.name === 'system') holder.name = 'system_server';
    if (lists[list].length < maxHolders) lists[list].push(holder);
    names.learn(holder.pid, holder.name);
  }

  function holdersNow(): Holder[] {
    const list = lists.meminfo.length > 0 ? lists.meminfo : lists.procrank;
    return [...list].sort((a, b) => b.kilobytes - a.kilobytes);
  }

  function exhausted(): Finding[] {
    const all = memory.get('MemTotal');
    const available = memory.get('MemAvailable');
    if (!all || !available || available.kilobytes >= all.kilobytes * lowMemoryShare) return [];
    return [
      {
        rule: 'android.memory-exhausted',
        title: `Only ${mib(available.kilobytes)} MiB of memory were available when the report was taken`,
        explanation: 'With less than a twentieth of memory left, applications are killed and everything slows down.',
        severity: 'warning',
        role: 'symptom',
        certainty: 'certain',
        count: 1,
        evidence: [all, available].map(({ line }) => citeLine(document, line)),
        signature: 'memory exhausted',
        subjects: ['memory'],
        next: ['`adb shell dumpsys meminfo` shows who holds it.'],
      },
    ];
  }

  function holding(holders: readonly Holder[]): Finding[] {
    const most = holders.slice(0, 3);
    if (most.length === 0) return [];
    const told = most.map(({ name, kilobytes }) => `${name} ${mib(kilobytes)} MiB`).join(', ');
    return [
      {
        rule: 'android.memory-holders',
        title: `${most[0]!.name} held the most memory`,
        explanation: `When the report was taken, the most was held by ${told}.`,
        severity: 'info',
        role: 'context',
        certainty: 'certain',
        count: 1,
        evidence: most.slice(0, 2).map(({ line }) => citeLine(document, line)),
        subjects: ['memory', ...most.map(({ name }) => name)],
      },
    ];
  }
}

const mib = (kilobytes: number): number => Math.round(kilobytes / 1024);
