import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KernelScan, scanKernelLines } from '../../../src/service/formats/dmesg/kernel-scan.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

export interface ReportCase {
  title: string;
  /** Undefined where the case says nothing about it. */
  guilty?: string;
  isCorrupted: boolean;
  text: string;
}

/** The made reports: each begins with a line `@@ TITLE | GUILTY or - | Y where corrupted`. */
export function reportCases(): ReportCase[] {
  return textsIn('kernel-reports').flatMap(({ text }) =>
    text
      .split(/^@@ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        const [title = '', guilty = '-', corrupted] = part.slice(0, end).split(' | ');
        const report = { title, isCorrupted: corrupted === 'Y', text: part.slice(end + 1) };
        return guilty === '-' ? report : { ...report, guilty };
      }),
  );
}

/** Logs of machines whose kernel did not crash. */
export function calmLogs(): { name: string; text: string }[] {
  return textsIn('kernel-calm');
}

export function scanText(text: string): Promise<KernelScan> {
  return scanKernelLines(
    'log',
    text.split('\n').map((line, index) => ({ number: index + 1, text: line })),
  );
}

function textsIn(folder: string): { name: string; text: string }[] {
  return readdirSync(join(fixtures, folder)).map((name) => ({
    name,
    text: readFileSync(join(fixtures, folder, name), 'utf8'),
  }));
}
