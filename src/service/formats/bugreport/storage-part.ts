import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import type { Part } from './place.ts';

const fullPercent = 95;

/** File systems that are full. */
export function createStoragePart(document: string): Part {
  const findings: Finding[] = [];
  return {
    line({ section }, number, text) {
      if (section !== 'FILESYSTEMS & FREE SPACE') return;
      const match = /^(\S{1,200}) +(\d\S*) +(\d\S*) +(\d\S*) +(\d{1,3})% +(\/\S*)/.exec(text);
      if (!match || Number(match[5]) < fullPercent || findings.length >= 8) return;
      // Images that are mounted read-only are full by design.
      if (!/^\/(?:data|cache|sdcard|storage|mnt\/(?:expand|media))/.test(match[6]!)) return;
      findings.push({
        rule: 'android.storage-full',
        title: `${match[6]} is ${match[5]} % full`,
        explanation: 'Writes to a full file system fail; databases and updates break first.',
        severity: 'error',
        role: 'cause',
        certainty: 'certain',
        count: 1,
        evidence: [citeLine(document, number)],
        signature: `storage full ${match[6]}`,
        subjects: [match[6]!, 'storage'],
        next: ['See what takes the space: `adb shell du -sh /data/*`.'],
      });
    },
    finish: () => ({ findings }),
  };
}
