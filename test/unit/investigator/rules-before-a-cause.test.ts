import { expect, it } from 'vitest';
import { openSubject } from '../../exam/subject.ts';

const stamp = (at: number) => `[${(40 + at / 100).toFixed(6).padStart(12)}]`;
const rule = '='.repeat(66);
const report = [
  rule,
  'BUG: KASAN: use-after-free in ring_take+0x1c/0x90',
  'Read of size 8 at addr ffff88000969e798 by task worker/3789',
  'CPU: 1 PID: 3789 Comm: worker Not tainted 4.11.0+ #41',
  'Call Trace:',
  ' kasan_report+0x22/0x30',
  ' ring_take+0x1c/0x90',
  ' ring_poll+0x40/0x80',
];

/** What a deep search says of a kernel log with this line before its report. */
async function answerAfter(message: string): Promise<string> {
  const usual = Array.from({ length: 60 }, (_, at) => `eth0: poll ${at} done`);
  const lines = [...usual, message, ...report].map((text, at) => `${stamp(at)} ${text}`);
  const subject = await openSubject([{ name: 'dmesg.txt', content: `${lines.join('\n')}\n` }], 'deep');
  try {
    return (await subject.ask('')).answer;
  } finally {
    subject.close();
  }
}

it('tells what stood before a report, and not the rule above it', async () => {
  expect(await answerAfter('eth0: poll 60 done')).not.toContain(rule);
  const told = await answerAfter('ring0: descriptor 7 returned twice');
  expect(told).toMatch(/Just before it, by .*descriptor 7 returned twice/);
});
