import { gzipSync } from 'node:zlib';
import { makeTar, makeZip } from '../make-archives.ts';

/** A file of the day, told from every other by its name and by a word inside. */
export interface Capture {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Stands in its content alone: wherever it turns up, this file was told of. */
  word: string;
  /** What a verdict on it has to quote. */
  proof: string;
}

type Make = (word: string) => Promise<string | Buffer> | string | Buffer;

const log = (word: string) =>
  `2026-11-01T10:00:00Z INFO start\n2026-11-01T10:00:01Z ERROR db: ${word} refused the connection\n2026-11-01T10:00:02Z WARN retry 1\n`;
const kernel = (word: string) => `[    1.000000] usb 1-1: new device
[    2.000000][  T77] BUG: KASAN: slab-use-after-free in ${word}_poll+0x12/0x40
[    2.000001][  T77] Read of size 8 at addr ffff888000000000 by task worker/77
[    2.000004][  T77] Call Trace:
[    2.000006][  T77]  ${word}_poll+0x12/0x40 drivers/${word}.c:12
[    2.000007][  T77]  process_one_work+0x1d0/0x380 kernel/workqueue.c:300
`;
const logcat = (word: string) => `--------- beginning of main
01-08 15:29:55.000  3225  3254 I Example : hello
01-08 15:29:56.000  3225  3225 E AndroidRuntime: FATAL EXCEPTION: main
01-08 15:29:56.000  3225  3225 E AndroidRuntime: Process: com.${word}.app, PID: 3225
01-08 15:29:56.000  3225  3225 E AndroidRuntime: java.lang.IllegalStateException: no ${word} session
`;
const quiet = (word: string) =>
  Array.from({ length: 40 }, (_, line) => `2026-11-01T10:00:${line + 10}Z INFO ${word} tick ${line}`).join('\n');
const trace = (word: string) =>
  `${log(word)}Traceback (most recent call last):\n  File "${word}.py", line 3, in run\nValueError: bad ${word}\n`;

const refused = (word: string) => `${word} refused the connection`;
const kinds: readonly (readonly [ending: string, make: Make, proof: (word: string) => string])[] = [
  ['.log', log, refused],
  ['.dmesg.txt', kernel, (word) => `${word}_poll`],
  ['.logcat.txt', logcat, (word) => `no ${word} session`],
  ['.log.gz', (word) => gzipSync(log(word)), refused],
  [
    '.zip',
    (word) =>
      makeZip([
        { name: 'app.log', content: log(word) },
        { name: 'kernel.txt', content: kernel(word) },
      ]),
    (word) => word,
  ],
  ['.trace.log', trace, (word) => word],
  ['.tgz', async (word) => gzipSync(await makeTar([{ name: 'app.log', content: log(word) }])), refused],
  ['.quiet.log', quiet, (word) => word],
];

/** As many as asked for, of every kind in turn. */
export async function makeCaptures(count: number): Promise<Capture[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [ending, make, proof] = kinds[index % kinds.length]!;
      // Letters alone, since digits may be left out where things are told apart.
      const word = `zq${String(index)
        .padStart(2, '0')
        .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}wx`;
      return {
        name: `${word}${ending}`,
        bytes: new Uint8Array(Buffer.from(await make(word))),
        word,
        proof: proof(word),
      };
    }),
  );
}

/** What people share that is no log. */
export const chatter = [
  { name: 'cake.png', bytes: '\u0089PNG', mimetype: 'image/png' },
  { name: 'IMG_2041.HEIC', bytes: 'x', mimetype: 'image/heic' },
  { name: 'demo.mp4', bytes: 'x', mimetype: 'video/mp4' },
  { name: 'contract.pdf', bytes: '%PDF', mimetype: 'application/pdf' },
  { name: 'lunch.txt', bytes: 'Pizza or pasta today? Please vote until 11:30.\nThe place by the river is closed.\n' },
  { name: 'README.md', bytes: '# Devkit\n\nHow to flash the board: see the wiki.\n' },
] as const;
