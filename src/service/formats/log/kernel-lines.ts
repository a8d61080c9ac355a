import type { LineWatch } from '../../lines/form-book.ts';
import { createKernelScanner, type KernelScan, type KernelScanner } from '../dmesg/kernel-scan.ts';
import { lineText } from '../line-text.ts';
import type { Finding, Reading, TimelineEvent } from '../reading.ts';
import { type KernelSpeech, kernelSpeechOf, mayBeKernelSpeech } from './kernel-speech.ts';

/** Machines whose kernels are told apart; those beyond are read as one. */
const maxHosts = 16;
const longestLine = 65_536;

/** What the kernels that speak in a log come to; empty where none does. */
interface KernelPart {
  /** The forms of its lines: the kernel's rules tell of them, not those for the words of any program. */
  forms: ReadonlySet<number>;
  findings: Finding[];
  timeline: TimelineEvent[];
  facts: KernelScan['facts'];
  tables: KernelScan['tables'];
  crash: NonNullable<Reading['crash']> | null;
}

/** Watches for the kernel's lines among those of other programs and reads each machine's on its own. */
export function createKernelLines(document: string): { watch: LineWatch; finish(): KernelPart } {
  const scanners = new Map<string, KernelScanner>();
  const forms = new Set<number>();
  const watch: LineWatch = {
    interest: (line) => (mayBeKernelSpeech(line) ? 1 : 0),
    line(line) {
      const speech = kernelSpeechOf(lineText(line, longestLine));
      if (speech === undefined) return;
      forms.add(line.form);
      hear(line.number, speech, line.timeMs);
    },
  };

  function hear(number: number, speech: KernelSpeech, timeMs: number): void {
    const host = scanners.has(speech.host) || scanners.size < maxHosts ? speech.host : '';
    let scanner = scanners.get(host);
    if (scanner === undefined) {
      scanner = createKernelScanner(document);
      scanners.set(host, scanner);
    }
    scanner.speech(number, speech.text, Number.isNaN(timeMs) ? undefined : timeMs);
  }

  function finish(): KernelPart {
    const scans = [...scanners.values()].map((scanner) => scanner.finish());
    const crashes = scans.flatMap((scan) => (scan.crash === null ? [] : [{ crash: scan.crash, line: lineOf(scan) }]));
    const only = scans.length === 1 ? scans[0] : undefined;
    return {
      forms,
      findings: scans.flatMap((scan) => scan.findings),
      timeline: scans.flatMap((scan) => scan.timeline),
      facts: only?.facts ?? {},
      tables: only?.tables ?? {},
      crash: crashes.sort((a, b) => a.line - b.line)[0]?.crash ?? null,
    };
  }

  return { watch, finish };
}

function lineOf({ findings, crash }: KernelScan): number {
  const told = findings.find(({ title }) => title === crash?.title);
  return told?.evidence[0]?.lineStart ?? Number.POSITIVE_INFINITY;
}
