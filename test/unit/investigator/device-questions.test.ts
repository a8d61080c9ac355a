import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const report = `Kernel: Linux version 4.14.117-perf (build@host) #1
Uptime: up 0 weeks, 2 days, 3 hours, 4 minutes
MemTotal:        3855820 kB
MemFree:          162344 kB
MemAvailable:     637240 kB
[sys.boot.reason]: [reboot,ota]
  Estimated power use (mAh):
    Capacity: 2770, Computed drain: 52.6, actual drain: 0-27.7
    Screen: 29.8 ( radio=29.8 ) Excluded from smearing
    Uid u0a87: 0.793 ( cpu=0.775 )
`;

async function ask(question: string): Promise<string> {
  const { file, openLines } = textFile(
    { 'report.txt': report },
    {
      fileType: 'bugreport',
      tables: { packages: [{ package: 'org.pump.app', version: '2.1', code: '21', line: 1 }] },
    },
  );
  const answer = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  return `${answer.verdict}: ${answer.cause}`;
}

it.each([
  ['how much memory was free?', 'CONFIRMED: MemAvailable: 637240 kB, MemFree: 162344 kB, MemTotal: 3855820 kB'],
  ['which kernel version is it?', 'CONFIRMED: Kernel: Linux version 4.14.117-perf (build@host) #1'],
  ['what is the uptime?', 'CONFIRMED: Uptime: up 0 weeks, 2 days, 3 hours, 4 minutes'],
  ['what drained the battery?', 'CONFIRMED: Estimated power use: Screen 29.8 mAh, Uid u0a87 0.793 mAh'],
  [
    'did it reboot?',
    'CONFIRMED: What is stated of the last start: [sys.boot.reason]: [reboot,ota], Uptime: up 0 weeks, 2 days, 3 hours, 4 minutes',
  ],
  [
    'which version of org.valve.app is installed?',
    'INCONCLUSIVE: org.valve.app is not among the 1 package listed as installed',
  ],
])('answers from what a bug report states of the whole device: %s', async (question, answer) => {
  expect(await ask(question)).toBe(answer);
});
