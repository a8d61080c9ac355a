import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTshark, findTshark } from '#node/tshark.ts';
import { tsharkHeading } from '#service/formats/pcap/tshark-section.ts';
import { analyzeFile } from '../../../src/commands/analyze-file.ts';
import { openReadingRoom } from '../../../src/commands/open-reading-room.ts';
import { printAnalysis } from '../../../src/commands/print-analysis.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { pcapFile } from '../pcap/build-capture.ts';

const signal = new AbortController().signal;
const capture = pcapFile([{ timeMs: 1_700_000_000_000, bytes: new Uint8Array(60) }]);
const installed = findTshark('tshark', process.env.PATH ?? '');
if (!installed) console.warn('the real tshark: skipped, it is not installed');

/** A shell script in tshark's place; `says` is what it does with a file. */
function fakeTshark(says: string, version = 'TShark (Wireshark) 4.9.7 (Git fake).') {
  const folder = temporaryFolder();
  const program = folder.file('tshark', `#!/bin/sh\n[ "$1" = --version ] && { echo "${version}"; exit 0; }\n${says}\n`);
  chmodSync(program, 0o755);
  const ask = (path: string, limits: { deadlineMs?: number; maxBytes?: number } = {}) =>
    createTshark({ program, maxBytes: 512 * 1024 * 1024, deadlineMs: 30_000, ...limits })(path, signal);
  return { program, folder, ask };
}

it('keeps what tshark says in two parts, whatever their order', async () => {
  const { ask } = fakeTshark(`cat <<'END'

===================================================================
Protocol Hierarchy Statistics
Filter: 

eth                                      frames:1 bytes:60
===================================================================

Warns (1)
=============
   Frequency      Group           Protocol  Summary
           1   Sequence                TCP  Connection reset (RST)
END`);
  expect(await ask('/a')).toEqual({
    version: '4.9.7',
    parts: [
      {
        title: 'Expert information',
        lines: [
          'Warns (1)',
          '   Frequency      Group           Protocol  Summary',
          '           1   Sequence                TCP  Connection reset (RST)',
        ],
      },
      { title: 'Protocol hierarchy', lines: ['eth                                      frames:1 bytes:60'] },
    ],
  });
});

it('hands over the file alone: no environment, a home of its own that is gone afterwards, no names, no scripts', async () => {
  const { ask, folder } = fakeTshark('echo "args $*"; echo "home $HOME"; env | cut -d= -f1 | sort | tr "\\n" " "');
  const section = await ask(join(folder.path, 'a capture'));
  const [args, home, environment] = section.parts[0]!.lines;
  expect(args).toBe(`args -n -q -r ${join(folder.path, 'a capture')} -z expert,note -z io,phs`);
  expect(environment?.split(' ').filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name))).toEqual([
    'HOME',
    'LC_ALL',
    'PATH',
    'TMPDIR',
    'TZ',
  ]);
  expect(existsSync(home!.slice('home '.length))).toBe(false);
});

it('makes hostile output harmless and bounds it', async () => {
  const { ask } = fakeTshark(
    `printf 'a\\033[31mred\\a \\342\\200\\256turned\\n'; i=0; while [ $i -lt 200 ]; do echo line $i; i=$((i+1)); done; head -c 1000 /dev/zero | tr '\\0' x; echo`,
  );
  const [{ lines } = { lines: [] }] = (await ask('/a')).parts;
  expect(lines[0]).toBe('a\\u{1b}[31mred\\u{7} \\u{202e}turned');
  expect(lines).toHaveLength(81);
  expect(lines.at(-1)).toBe('… 122 more lines');
});

it.each([
  ['fails', 'exit 2', {}, 'It could not read this file.'],
  ['complains of damage', 'echo eth; exit 2', {}, 'It complained of damage; this is what it read.'],
  ['takes too long', 'exec sleep 600', { deadlineMs: 300 }, 'It took longer than 1 s and was stopped.'],
  ['never stops talking', 'exec yes', {}, 'Its output was too long and it was stopped.'],
  [
    'takes too much memory',
    "held=$(head -c 80000000 /dev/zero | tr '\\0' x); while :; do :; done",
    { maxBytes: 40_000_000 },
    'It needed more memory than one file may use and was stopped.',
  ],
] as const)('says so in one sentence where tshark %s', async (_, says, limits, note) => {
  expect((await fakeTshark(says).ask('/a', limits)).note).toBe(note);
});

it('says so where tshark is there but does not start', async () => {
  const folder = temporaryFolder();
  const program = folder.file('tshark', 'no program');
  chmodSync(program, 0o755);
  const section = await createTshark({ program, maxBytes: 1e9, deadlineMs: 30_000 })('/a', signal);
  expect(section).toEqual({ version: null, note: 'It is installed, but does not start.', parts: [] });
  expect(tsharkHeading(section)).toBe('From tshark (not checked by logtriage)');
});

it('is started from another thread than the one that asks, which waits until a program is loaded', async () => {
  const { path } = temporaryFolder();
  const { ask } = fakeTshark(`: > ${path}/begun; while [ ! -e ${path}/enough ]; do sleep 0.05; done; echo eth`);
  const asked = ask('/a');
  await expect.poll(() => existsSync(join(path, 'begun'))).toBe(true);
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
  writeFileSync(join(path, 'enough'), '');
  expect((await asked).parts[0]?.lines).toEqual(['eth']);
});

it('ends tshark with the reading that asked for it', async () => {
  const folder = temporaryFolder();
  const program = folder.file('tshark', '#!/bin/sh\nexec sleep 600\n');
  chmodSync(program, 0o755);
  const abort = new AbortController();
  const reason = new Error('called off');
  // Settles only once the process is gone.
  const pending = createTshark({ program, maxBytes: 1e9, deadlineMs: 600_000 })('/a', abort.signal);
  abort.abort(reason);
  await expect(pending).rejects.toBe(reason);
});

it('is found by name or path, and left alone where it is off or missing', () => {
  const { program, folder } = fakeTshark('true');
  expect(findTshark('tshark', `relative:${folder.path}`)).toBe(program);
  expect(findTshark(program, '')).toBe(program);
  expect(findTshark('off', folder.path)).toBeUndefined();
  expect(findTshark('/nowhere/tshark', folder.path)).toBeUndefined();
  expect(findTshark('tshark', '')).toBeUndefined();
});

it('adds a section to the analysis of a capture and changes nothing else in it', async () => {
  const { program, folder } = fakeTshark('echo "<b>9 resets</b>"; exit 0');
  const path = folder.file('a.pcap', capture);
  const options = { path, question: '', signal, progress() {} };
  const without = await analyzeFile(openReadingRoom(), options);
  const { tshark, ...others } = await analyzeFile(openReadingRoom({ tsharkProgram: program }), options);
  expect(tshark).toEqual({
    version: '4.9.7',
    parts: [{ title: 'Expert information', lines: ['<b>9 resets</b>'] }],
  });
  expect({ ...others, duration_ms: 0 }).toEqual({ ...without, duration_ms: 0 });
  expect(printAnalysis({ ...others, tshark }, { hasColour: false })).toContain(
    '  From tshark 4.9.7 (not checked by logtriage):\n    Expert information\n      <b>9 resets</b>\n',
  );
});

it('is not asked about files that are no captures', async () => {
  const { program, folder } = fakeTshark('echo told');
  const path = folder.file('a.log', '2024-01-01T00:00:00Z started\n2024-01-01T00:00:01Z ended\n');
  const room = openReadingRoom({ tsharkProgram: program });
  expect(await analyzeFile(room, { path, question: '', signal, progress() {} })).not.toHaveProperty('tshark');
});

it.runIf(installed)('reads a capture with the real one', async () => {
  const folder = temporaryFolder();
  const path = folder.file('a.pcap', capture);
  const section = await createTshark({ program: installed!, maxBytes: 1e9, deadlineMs: 60_000 })(path, signal);
  expect(readFileSync(path)).toEqual(capture);
  expect(section.version).toMatch(/^\d+\.\d+/);
  expect(section.parts.find(({ title }) => title === 'Protocol hierarchy')?.lines[0]).toMatch(
    /^eth\s+frames:1 bytes:60/,
  );
});
