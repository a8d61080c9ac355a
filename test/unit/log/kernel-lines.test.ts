import { describe, expect, it } from 'vitest';
import { log } from '#service/formats/log/format.ts';
import type { Reading } from '#service/formats/reading.ts';
import { lineFolder } from '../../support/line-documents.ts';
import { dyingDisk, nullDereference, outOfMemory } from '../dmesg/made-logs.ts';

interface Entry {
  at: Date;
  host: string;
  program: string;
  text: string;
}

const title = 'BUG: unable to handle kernel NULL pointer dereference in gadget_bind';
const words = (kernelLog: string): string[] =>
  kernelLog
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\[ *[\d.]+\] /, ''));

/** A day of other programs with the kernel's lines in the middle, some of the others between them. */
function entries(kernelLog: string, host = 'node-1', program = 'kernel'): Entry[] {
  const all: Entry[] = [];
  const add = (speaker: string, text: string) =>
    all.push({ at: new Date(Date.UTC(2026, 2, 4, 10, 0, 0, all.length * 250)), host, program: speaker, text });
  const others = (count: number) => {
    for (let n = 0; n < count; n++) add('sshd[812]', `Accepted publickey for operator from 10.0.0.7 port ${4000 + n}`);
  };
  others(80);
  for (const [n, text] of words(kernelLog).entries()) {
    add(program, text);
    if (n % 5 === 2) add('nginx[77]', 'upstream timed out while reading');
  }
  others(80);
  return all;
}

const stamp = (at: Date) => at.toISOString().slice(11, 19);
const forms: Record<string, (entry: Entry) => string> = {
  'a system log': ({ at, host, program, text }) => `Mar  4 ${stamp(at)} ${host} ${program}: ${text}`,
  'a system log that keeps the kernel stamp': ({ at, host, program, text }) =>
    `Mar  4 ${stamp(at)} ${host} ${program}: ${program === 'kernel' ? `[86400.${100000 + at.getMilliseconds()}] ` : ''}${text}`,
  'a journal with ISO times': ({ at, host, program, text }) =>
    `${at.toISOString().slice(0, 19)}+0000 ${host} ${program}: ${text}`,
  'a journal with weekday and zone': ({ at, host, program, text }) =>
    `Wed 2026-03-04 ${stamp(at)} UTC ${host} ${program}: ${text}`,
  'a journal with microseconds': ({ at, host, program, text }) =>
    `Mar 04 ${stamp(at)}.${at.getMilliseconds()}000 ${host} ${program}: ${text}`,
  'syslog by RFC 5424': ({ at, host, program, text }) =>
    `<${program === 'kernel' ? 2 : 30}>1 ${at.toISOString()} ${host} ${program.replace(/\[\d+\]/, '')} - - - ${text}`,
  'a log of a router, facility and level before the program': ({ at, program, text }) =>
    `Wed Mar  4 ${stamp(at)} 2026 ${program === 'kernel' ? 'kern.crit' : 'auth.info'} ${program}: ${text}`,
  'a container log': ({ at, host, program, text }) =>
    `${at.toISOString()} stdout F Mar  4 ${stamp(at)} ${host} ${program}: ${text}`,
  'a container log in JSON': ({ at, host, program, text }) =>
    JSON.stringify({ log: `Mar  4 ${stamp(at)} ${host} ${program}: ${text}\n`, stream: 'stdout', time: at }),
  'a journal in JSON': ({ at, host, program, text }) =>
    JSON.stringify({
      __REALTIME_TIMESTAMP: String(at.getTime() * 1000),
      _HOSTNAME: host,
      _TRANSPORT: program === 'kernel' ? 'kernel' : 'syslog',
      SYSLOG_IDENTIFIER: program.replace(/\[\d+\]/, ''),
      MESSAGE: text,
    }),
};

const print = (all: readonly Entry[], form = forms['a system log']!): string =>
  `${all.map((entry) => form(entry)).join('\n')}\n`;

async function read(text: string): Promise<Reading> {
  using folder = lineFolder();
  return await folder.read(log, text);
}

describe('kernel lines in a log of many programs', () => {
  it.each(Object.entries(forms))('give the crash and its lines: %s', async (_, form) => {
    const text = print(entries(nullDereference), form);
    const lines = text.split('\n');
    const reading = await read(text);
    expect(reading.crash).toEqual({ title, guilty: null, corrupted: false });
    const crash = reading.findings.find((finding) => finding.title === title);
    expect(crash).toMatchObject({ rule: 'kernel.oops', severity: 'critical', role: 'cause', count: 1 });
    expect(lines[crash!.evidence[0]!.lineStart - 1]).toContain('NULL pointer dereference, address');
    expect(crash!.evidence.map(({ lineStart }) => lines[lineStart - 1]).join('\n')).toContain('gadget_bind+0x2e/0x90');
    expect(new Date(crash!.firstTimeMs ?? 0).toISOString().slice(0, 16)).toBe('2026-03-04T10:00');
  });

  it('give memory that ran out and a failing disk by the kernel’s rules, once', async () => {
    const memory = await read(print(entries(outOfMemory)));
    expect(memory.crash).toBeNull();
    expect(memory.findings[0]).toMatchObject({ title: 'Memory ran out: java (pid 3100) was killed' });
    expect(memory.findings.filter(({ title }) => /memory/i.test(title))).toHaveLength(1);
    expect(memory.tables?.['memory users']?.[0]).toMatchObject({ name: 'java' });
    const disk = await read(print(entries(dyingDisk)));
    expect(disk.findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['block.io-error', 'filesystem.ext4', 'kernel.hung-task']),
    );
  });

  it('leave findings, templates and counts of the other programs as they are', async () => {
    const reading = await read(print(entries(nullDereference)));
    const timeout = reading.findings.find(({ rule }) => rule === 'log.timeout');
    expect(timeout?.title).toContain('upstream timed out');
    expect(timeout?.count).toBe(4);
    expect(reading.tables?.templates?.length).toBeGreaterThan(2);
  });

  it('keep the kernels of several machines apart, the earlier crash first', async () => {
    const [a, b] = [entries(nullDereference, 'node-a'), entries(nullDereference, 'node-b')];
    const mixed = a.flatMap((entry, index) => [
      entry,
      { ...b[index]!, text: b[index]!.text.replace('gadget_', 'other_') },
    ]);
    const reading = await read(print(mixed));
    expect(reading.crash).toEqual({ title, guilty: null, corrupted: false });
    expect(reading.findings.map((finding) => finding.title)).toContain(title.replace('gadget', 'other'));
  });

  it.each([
    [
      'said by an application',
      (text: string) => `2026-03-04 10:00:00,250 INFO [import] c.e.Tracker - comment: ${text}`,
    ],
    [
      'quoted with the kernel’s name',
      (text: string) => `2026-03-04 10:00:00 INFO tracker: Mar 4 09:00:00 n1 kernel: ${text}`,
    ],
    ['quoted behind a program’s name', (text: string) => `Mar  4 10:00:00 node-1 tracker[12]: kernel: ${text}`],
    [
      'in the message of a JSON record',
      (text: string) => JSON.stringify({ program: 'tracker', message: `quoted kernel: ${text}` }),
    ],
  ])('are none, and give no crash, where they are %s', async (_, form) => {
    const other = `${form('Accepted the ticket')}\n`.repeat(100);
    const reading = await read(`${other}${words(nullDereference).map(form).join('\n')}\n${other}`);
    expect(reading.crash).toBeNull();
    expect(reading.findings.filter(({ rule }) => rule.startsWith('kernel.'))).toEqual([]);
  });
});
