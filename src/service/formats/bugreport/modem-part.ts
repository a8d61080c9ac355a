import { citeLine } from '../cite.ts';
import type { Part } from './place.ts';
import { kernelSection } from './place.ts';

const maxLines = 200;
/** What drivers of the common modem vendors print when its firmware dies. */
const crashes: readonly RegExp[] = [
  /(?:mss|modem|mpss)\S{0,200}: fatal error received: (.{1,160})/,
  /\bmodem (?:subsystem failure reason|SFR Init: .{0,40}reason): (.{1,160})/i,
  /subsys-restart: .{0,80}\bmodem (crashed)/,
  /remoteproc\S{0,60} ?\S{0,60}: crash detected in \S{0,60}(?:mss|modem|mpss)\S{0,60}: (.{1,80})/,
  /\bmif: .{0,60}\b(CP_?CRASH|CRASH_EXIT)\b/,
  /\bccci\S{0,200} .{0,60}\b(MD\d? (?:exception|assert))/i,
];

/** Crashes of the modem's firmware as the kernel reports them; several lines tell of one. */
export function createModemPart(document: string): Part {
  const lines: number[] = [];
  let reason = '';
  return {
    line({ section }, number, text) {
      if (!kernelSection.test(section) || lines.length >= maxLines) return;
      const match = crashes.map((pattern) => pattern.exec(text)).find((each) => each !== null);
      if (!match) return;
      lines.push(number);
      reason ||= match[1]!;
    },
    finish: () =>
      lines.length === 0
        ? {}
        : {
            findings: [
              {
                rule: 'android.modem-crash',
                title: `The modem's firmware crashed: ${reason}`,
                explanation: 'The kernel restarts it; until then there is no network, calls drop and data stops.',
                severity: 'critical',
                role: 'cause',
                certainty: 'certain',
                count: 1,
                evidence: lines.slice(0, 4).map((line) => citeLine(document, line)),
                signature: `modem crash ${reason.replace(/0x[0-9a-f]+|\d{3,}/g, '#')}`.slice(0, 200),
                subjects: ['modem', reason],
                next: ['Give its ramdump to the modem vendor: `adb shell ls /data/vendor/ramdump`.'],
              },
            ],
          },
  };
}
