import { describe, expect, it } from 'vitest';
import { scanKernelLines } from '../../../src/service/formats/dmesg/kernel-scan.ts';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const boot = '[    0.000000] Linux version 6.1.0 (gcc-12)\n[    1.200000] r8169 0000:02:00.0 eth0: link up\n';
const oops = `[  812.345678] BUG: kernel NULL pointer dereference, address: 0000000000000010
[  812.345690] Oops: 0000 [#1] PREEMPT SMP NOPTI
[  812.345700] CPU: 1 PID: 2345 Comm: pump-test Not tainted 6.1.0 #1
[  812.345710] RIP: 0010:pump_ioctl+0x22/0x60 [pump_driver]
[  812.345750] Call Trace:
[  812.345770]  __x64_sys_ioctl+0x8d/0xd0
[  812.345780]  do_syscall_64+0x58/0xc0
[  812.400000] Kernel panic - not syncing: Fatal exception
`;
const warning = `[   20.000000] ------------[ cut here ]------------
[   20.000001] WARNING: CPU: 0 PID: 7 at net/core/dev.c:100 netif_pump+0x10/0x20
[   20.000002] CPU: 0 PID: 7 Comm: kworker/0:1 Not tainted 6.1.0 #1
[   20.000003] RIP: 0010:netif_pump+0x10/0x20
[   20.000004] Call Trace:
[   20.000005]  process_one_work+0x1e5/0x3f0
[   20.000006] ---[ end trace 0000000000000000 ]---
`;

async function ask(text: string, question: string): Promise<string> {
  const lines = text.trimEnd().split('\n');
  const { crash: _, ...reading } = await scanKernelLines(
    'console.txt',
    lines.map((line, index) => ({ number: index + 1, text: line })),
  );
  const { file, openLines } = textFile({ 'console.txt': text }, { ...reading, fileType: 'dmesg' });
  Object.assign(file.reading.documents[0]!, { clock: 'boot' });
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  return `${report.verdict}: ${report.cause}`;
}

const title = 'BUG: unable to handle kernel NULL pointer dereference in pump_ioctl';

describe('questions about a crash of the kernel', () => {
  it.each(['why did it panic?', 'what caused the crash?'])(
    'tells the cause the report states: %s',
    async (question) => {
      expect(await ask(boot + oops, question)).toBe(`CONFIRMED: ${title}`);
    },
  );

  it.each([
    ['when did it crash?', `${title}, at 13 min 32.346 s after boot`],
    ['did the board panic?', `Yes: ${title}, at 13 min 32.346 s after boot`],
    ['how often did it oops?', `1 crash report: ${title}, at 13 min 32.346 s after boot`],
    ['which driver is at fault?', `The function to look at is pump_ioctl of the module pump_driver: ${title}`],
    ['which process was running?', `It ran in pump-test (pid 2345) on CPU 1: ${title}`],
    ['which source file is guilty?', `The report names no source file: ${title}`],
  ])('tells it in the words of the report: %s', async (question, answer) => {
    expect(await ask(boot + oops, question)).toBe(`CONFIRMED: ${answer}`);
  });

  it.each(['is it a deadlock?', 'is it a use after free?', 'when did it hang?', 'any memory leak?'])(
    'does not take a report of another kind for what is asked: %s',
    async (question) => {
      expect(await ask(boot + oops, question)).toMatch(/^CONFIRMED: No [a-z ]+ is reported: it is BUG: unable/);
    },
  );

  it.each([
    ['is it a null pointer?', `Yes: ${title}, at 13 min 32.346 s after boot`],
    ['was the kernel tainted?', `The report says: Not tainted, with ${title}`],
    ['which syscall?', `The system call was ioctl, with ${title}`],
    ['what is the faulting address?', `The address was 0000000000000010, with ${title}`],
  ])('tells what the report is and says of itself: %s', async (question, answer) => {
    expect(await ask(boot + oops, question)).toBe(`CONFIRMED: ${answer}`);
  });

  it('shows the line of another kind that no title tells', async () => {
    const counted = warning.replace('\n', '\n[   20.000000] refcount_t: underflow; use-after-free.\n');
    expect(await ask(boot + counted, 'is it a use after free?')).toMatch(/refcount_t: underflow/);
  });

  it('takes no warning after which the kernel went on for a crash', async () => {
    expect(await ask(boot + warning, 'did it crash?')).toContain('No: no crash is reported; the kernel went on after');
    expect(await ask(boot + warning, 'which function is to blame?')).toContain('netif_pump');
  });

  it('leaves what is asked about something else to its lines', async () => {
    expect(await ask(boot + oops, 'did eth0 crash?')).not.toContain('Yes');
  });
});
