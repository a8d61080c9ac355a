import { describe, expect, it } from 'vitest';
import { detectCapture } from '#service/formats/capture/detect.ts';
import { capture } from '#service/formats/capture/format.ts';
import { parseLogcatLine } from '#service/formats/capture/logcat-line.ts';
import type { Finding } from '#service/formats/reading.ts';
import { lineFolder } from '../../support/line-documents.ts';

const head = (second: number, pid: number, level: string, tag: string) =>
  `11-05 10:00:${String(second).padStart(2, '0')}.123  ${pid}  ${pid} ${level} ${tag}: `;
const say = (pid: number, level: string, tag: string, messages: readonly string[], second = 1) =>
  messages.map((message) => `${head(second, pid, level, tag)}${message}\n`).join('');
const noise = say(500, 'I', 'chatty', ['uid=1000 identical 3 lines'], 0);

async function findingsOf(text: string): Promise<Finding[]> {
  using folder = lineFolder();
  return (await folder.read(capture, text, 'logcat.txt')).findings;
}

const javaCrash = (pid: number) => [
  'FATAL EXCEPTION: main',
  `Process: com.example.shop, PID: ${pid}`,
  'java.lang.RuntimeException: Unable to start activity',
  '\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3270)',
  'Caused by: java.lang.NullPointerException: Attempt to invoke virtual method on a null object',
  '\tat com.example.shop.Cart.total(Cart.java:42)',
  '\tat com.example.shop.CartActivity.onCreate(CartActivity.java:18)',
];

describe('Android log text', () => {
  it.each([
    ['threadtime', '11-05 10:00:00.123  1702  2395 D PowerManagerService: acquire lock'],
    ['threadtime with uid', '11-05 10:00:00.123  1000  1702  2395 D PowerManagerService: acquire lock'],
    ['threadtime with a named uid', '11-05 10:00:00.123 u0_a76  1702  2395 D PowerManagerService: acquire lock'],
    ['threadtime with year and zone', '2026-11-05 10:00:00.123 +0100  1702  2395 D PowerManagerService: acquire lock'],
    ['epoch', '1762336800.123  1702  2395 D PowerManagerService: acquire lock'],
    ['time', '11-05 10:00:00.123 D/PowerManagerService( 1702): acquire lock'],
    ['brief', 'D/PowerManagerService( 1702): acquire lock'],
    ['process', 'D( 1702) acquire lock  (PowerManagerService)'],
    ['monotonic', '   12345.123  1702  2395 D PowerManagerService: acquire lock'],
    ['usec', '11-05 10:00:00.123456  1702  2395 D PowerManagerService: acquire lock'],
    ['colour', '\u001b[38;5;33m11-05 10:00:00.123  1702  2395 D PowerManagerService: acquire lock\u001b[0m'],
    ['an older Android Studio', '11-05 10:00:00.123 1702-2395/com.example D/PowerManagerService: acquire lock'],
    [
      'Android Studio',
      '2026-11-05 10:00:00.123  1702-2395  PowerManagerService     com.example             D  acquire lock',
    ],
  ])('reads a line in the format %s', (_, line) => {
    expect(parseLogcatLine(line)).toMatchObject({
      pid: 1702,
      level: 'D',
      tag: 'PowerManagerService',
      message: 'acquire lock',
    });
  });

  it('is known by its lines, and other logs are not it', () => {
    const sample = (text: string) => {
      const bytes = Buffer.from(text);
      return detectCapture({ name: 'x', sizeBytes: bytes.length, head: bytes, tail: bytes });
    };
    expect(sample(`--------- beginning of main\n${noise}${noise}`)).toBeGreaterThan(0.9);
    expect(sample('D/Tag( 12): a\nI/Tag( 12): b\nW/Other(  3): c\n')).toBeGreaterThan(0.9);
    expect(sample('[ 11-05 10:00:00.123  1702: 2395 D/Tag ]\nhello\n\n'.repeat(5))).toBeGreaterThan(0.9);
    expect(sample('--------- beginning of /dev/log/main\nraw words\nmore of them\n')).toBeGreaterThan(0.8);
    expect(sample(`cut at its start\n${noise}`)).toBeGreaterThan(0.7);
    expect(sample('2026-01-01 10:00:00,123 INFO [main] a.B - x\n'.repeat(9))).toBe(0);
    expect(sample('Nov  3 09:23:38 host app[1]: x\n'.repeat(9))).toBe(0);
    expect(sample('[   12.345678] usb 1-1: new device\n'.repeat(9))).toBe(0);
  });

  it('names a Java crash by its root cause and process, whatever stands between its lines', async () => {
    const lines = say(812, 'E', 'AndroidRuntime', javaCrash(812)).split('\n').filter(Boolean);
    const crash = (await findingsOf(noise + lines.map((line) => `${line}\n${noise}`).join('')))[0];
    expect(crash).toMatchObject({
      rule: 'android.crash',
      severity: 'critical',
      certainty: 'certain',
      signature:
        'com.example.shop NullPointerException < com.example.shop.Cart.total < com.example.shop.CartActivity.onCreate',
      // What was thrown, then what it was caused by.
      evidence: [
        { lineStart: 2, lineEnd: 6 },
        { lineStart: 10, lineEnd: 14 },
      ],
    });
    expect(crash!.title).toContain('com.example.shop crashed: java.lang.NullPointerException');
  });

  it('counts crashes of one cause together', async () => {
    const text =
      noise +
      say(812, 'E', 'AndroidRuntime', javaCrash(812)) +
      noise +
      say(999, 'E', 'AndroidRuntime', javaCrash(999), 9);
    expect((await findingsOf(text)).filter((finding) => finding.rule === 'android.crash')).toMatchObject([
      { count: 2 },
    ]);
  });

  it('tells an ANR with its reason', async () => {
    const text = say(1702, 'E', 'ActivityManager', [
      'ANR in com.example.shop (com.example.shop/.MainActivity)',
      'PID: 4321',
      'Reason: Input dispatching timed out (Waiting because the touched window has not finished)',
      'Load: 7.3 / 6.0 / 5.1',
    ]);
    expect((await findingsOf(noise + text))[0]).toMatchObject({
      rule: 'android.anr',
      title: 'com.example.shop does not respond (ANR): input dispatching timed out',
      evidence: [{ lineStart: 2, lineEnd: 4 }],
    });
  });

  it('tells a native crash by signal, abort message and backtrace', async () => {
    const text = say(900, 'F', 'DEBUG', [
      '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
      "Build fingerprint: 'google/sailfish/sailfish:10/QP1A'",
      'pid: 812, tid: 830, name: RenderThread  >>> com.example.game <<<',
      'signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------',
      "Abort message: 'vector out of range'",
      '    #00 pc 0000000000022988  /system/lib64/libc.so (abort+116)',
      '    #01 pc 00000000000311ac  /data/app/lib/arm64/libgame.so (Scene::draw(int)+24)',
    ]);
    expect((await findingsOf(noise + text))[0]).toMatchObject({
      rule: 'android.native-crash',
      signature: 'com.example.game SIGABRT < Scene::draw(int)',
    });
  });

  it.each([
    [
      'android.low-memory-kill',
      'I',
      'lowmemorykiller',
      "Kill 'com.example.music' (1234), uid 10090, oom_adj 900 to free 30000kB",
    ],
    ['android.process-death', 'I', 'ActivityManager', 'Process com.example.music (pid 1234) has died: fg  TOP'],
    [
      'android.watchdog',
      'W',
      'Watchdog',
      '*** WATCHDOG KILLING SYSTEM PROCESS: Blocked in handler on foreground thread (android.fg)',
    ],
    ['android.binder', 'E', 'JavaBinder', '!!! FAILED BINDER TRANSACTION !!!  (parcel size = 1048576)'],
    [
      'android.selinux',
      'W',
      'audit',
      'avc:  denied  { read } for  comm="netd" scontext=u:r:netd:s0 tcontext=u:r:netd:s0 tclass=capability permissive=0',
    ],
    [
      'android.jank',
      'I',
      'Choreographer',
      'Skipped 120 frames!  The application may be doing too much work on its main thread.',
    ],
    [
      'android.service-restart',
      'W',
      'ActivityManager',
      'Scheduling restart of crashed service com.example/.Sync in 1000ms',
    ],
  ])('tells %s', async (rule, level, tag, message) => {
    expect((await findingsOf(noise + say(700, level, tag, [message]))).map((finding) => finding.rule)).toContain(rule);
  });

  it('tells a process that is started over and over', async () => {
    const text = Array.from({ length: 5 }, (_, i) =>
      say(1702, 'I', 'ActivityManager', [`Start proc ${900 + i}:com.example.sync/u0a90 for service x`], i),
    ).join('');
    expect((await findingsOf(noise + text))[0]).toMatchObject({ rule: 'android.restart-loop', count: 5 });
  });

  it.each([
    ['long', (message: string) => `[ 11-05 10:00:00.123   812:  812 E/AndroidRuntime ]\n${message}\n\n`],
    ['thread', (message: string) => `E(  812:  830) ${message}\n`],
    ['process', (message: string) => `E(  812) ${message}  (AndroidRuntime)\n`],
    ['tag', (message: string) => `E/AndroidRuntime: ${message}\n`],
    ['raw', (message: string) => `${message}\n`],
    [
      'Android Studio',
      (message: string) =>
        message.startsWith('\tat')
          ? `                     ${message}\n`
          : `2026-11-05 10:00:00.123   812-812   AndroidRuntime          com.example.shop        E  ${message}\n`,
    ],
  ])('reads a crash in the format %s', async (_, print) => {
    const text = `--------- beginning of crash\n${javaCrash(812).map(print).join('')}`;
    expect((await findingsOf(text))[0]).toMatchObject({
      rule: 'android.crash',
      signature:
        'com.example.shop NullPointerException < com.example.shop.Cart.total < com.example.shop.CartActivity.onCreate',
    });
  });

  it('keeps the end of what was thrown in its title, and not the paths before it', async () => {
    const paths = Array.from({ length: 6 }, (_, index) => `/data/app/com.example.shop-${index}/lib/arm64`).join(', ');
    const thrown = `java.lang.UnsatisfiedLinkError: PathClassLoader[${paths}] couldn't find "libcart.so"`;
    const report = [
      'FATAL EXCEPTION: main',
      'Process: com.example.shop, PID: 812',
      thrown,
      '\tat com.example.shop.Cart.load(Cart.java:7)',
    ];
    const text = report.map((line) => `11-05 10:00:00.123   812   812 E AndroidRuntime: ${line}\n`).join('');
    const [finding] = await findingsOf(`--------- beginning of crash\n${text}`);
    expect(finding?.title).toContain('couldn\'t find "libcart.so"');
  });

  it('reads a crash whose stamp Android Studio prints once', async () => {
    const [first = '', ...rest] = javaCrash(812);
    const head = '2026-11-05 10:00:00.123   812-812   AndroidRuntime          com.example.shop        E  ';
    const text = `--------- beginning of crash\n${head}${first}\n${rest.map((line) => `${' '.repeat(head.length)}${line}\n`).join('')}`;
    expect((await findingsOf(text))[0]).toMatchObject({
      signature:
        'com.example.shop NullPointerException < com.example.shop.Cart.total < com.example.shop.CartActivity.onCreate',
    });
  });

  it('tells kills of the low memory killer as one story, the worst first', async () => {
    const kill = (name: string, pid: number, score: number) =>
      `Kill '${name}' (${pid}), uid 10090, oom_score_adj ${score} to free 102400kB rss; reason: low watermark is breached`;
    const text =
      say(500, 'I', 'lowmemorykiller', [kill('com.a', 71, 950), kill('com.b', 72, 900), kill('com.game', 73, 0)]) +
      say(500, 'I', 'killinfo', ['[73,10090,0,0,102400,5]']) +
      say(900, 'I', 'am_proc_died', ['[0,73,com.game,0,2]']);
    const told = await findingsOf(noise + text);
    expect(told.map(({ title }) => title)).toEqual([
      'Low memory killer ended com.game, which was in the foreground, and 2 more',
    ]);
    expect(told[0]).toMatchObject({ count: 3, severity: 'critical', evidence: [{ lineStart: 4 }, {}, {}] });
    expect(told[0]!.explanation).toContain('300 MiB');
  });

  it('tells nothing of empty processes that are trimmed, but why others were killed', async () => {
    const trimmed =
      say(900, 'I', 'am_kill', ['[0,2617,com.example.dialer,985,empty #17]']) +
      say(900, 'I', 'am_proc_died', ['[0,2617,com.example.dialer,985,20]', '[0,2618,com.example.clock,915,19]']);
    expect(await findingsOf(noise + trimmed)).toEqual([]);
    const killed =
      say(900, 'I', 'ActivityManager', [
        'Killing 71:com.example.music/u0a9 (adj 200): excessive cpu 9000 during 300000',
      ]) +
      say(900, 'I', 'am_kill', ['[0,71,com.example.music,200,excessive cpu 9000 during 300000]']) +
      say(900, 'I', 'am_proc_died', ['[0,71,com.example.music]']);
    expect(await findingsOf(noise + killed)).toMatchObject([
      { rule: 'android.process-killed', count: 1, title: 'Killed: com.example.music (excessive cpu # during #)' },
    ]);
  });

  it('names processes known from their start, and sums what the garbage collector took', async () => {
    const collected = Array.from(
      { length: 45 },
      () =>
        'Background concurrent copying GC freed 10(1MB) AllocSpace objects, 0(0B) LOS objects, 1% free, 9MB/9MB, paused 20ms,5ms total 80ms',
    );
    const text =
      say(900, 'I', 'am_proc_start', ['[0,4242,10077,com.example.shop,activity,x]']) + say(4242, 'I', 'art', collected);
    expect((await findingsOf(text))[0]).toMatchObject({
      rule: 'android.gc-storm',
      title: '45 garbage collections in com.example.shop (pid 4242) stopped it for 1.1 s in all',
    });
  });

  it('tells how the heap filled up where a process crashed for want of memory, once, and names its own code', async () => {
    const collected = Array.from({ length: 20 }, (_, i) =>
      say(
        4242,
        'I',
        'art',
        [
          `Background concurrent copying GC freed 10(1MB) AllocSpace objects, 1% free, ${60 + i * 10}MB/256MB, paused 1ms total 80ms`,
        ],
        i,
      ),
    ).join('');
    const text =
      collected +
      say(4242, 'I', 'art', ['Clamp target GC heap from 279MB to 256MB'], 30) +
      say(
        4242,
        'W',
        'art',
        ['Throwing OutOfMemoryError "Failed to allocate a 99 byte allocation with 0 free bytes"'],
        31,
      ) +
      say(
        4242,
        'E',
        'AndroidRuntime',
        [
          'FATAL EXCEPTION: main',
          'Process: com.example.gallery, PID: 4242',
          'java.lang.OutOfMemoryError: Failed to allocate a 99 byte allocation',
          '\tat dalvik.system.VMRuntime.newNonMovableArray(Native Method)',
          '\tat com.example.gallery.Cache.decode(Cache.kt:77)',
        ],
        32,
      );
    const told = await findingsOf(text);
    expect(told.map(({ rule }) => rule)).toEqual(['android.crash']);
    expect(told[0]!.title).toMatch(/in com\.example\.gallery\.Cache\.decode$/);
    expect(told[0]!.explanation).toContain('Its heap grew from 60 to 250 of 256 MB in 19.0 s');
  });

  it('follows the heap of the process that collects most over time', async () => {
    using folder = lineFolder();
    const text = Array.from({ length: 8 }, (_, i) =>
      say(
        7,
        'D',
        'dalvikvm',
        [`GC_FOR_ALLOC freed 1K, 1% free ${1024 * (10 + i * 2)}K/49152K, paused 9ms, total 9ms`],
        i,
      ),
    ).join('');
    const { series } = await folder.read(capture, text, 'logcat.txt');
    expect(series.find(({ unit }) => unit === 'MB')).toMatchObject({
      name: 'Java heap of pid 7',
      points: Array.from({ length: 8 }, (_, i) => ({ value: 10 + i * 2, line: i + 1 })),
    });
  });

  it('tells a daemon that init starts again and again, unless its crash tells it', async () => {
    const exit = say(1, 'I', 'init', ["Service 'vendor.audio-hal' (pid 812) received signal 6"]);
    expect((await findingsOf(noise + exit))[0]).toMatchObject({ rule: 'android.service-exit' });
    const crash = say(900, 'F', 'DEBUG', [
      'pid: 812, tid: 830, name: writer  >>> /vendor/bin/hw/audio <<<',
      'signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------',
    ]);
    expect((await findingsOf(crash + exit)).map(({ rule }) => rule)).toEqual(['android.native-crash']);
  });

  it('counts a start told by two buffers once, and a death that a crash explains not at all', async () => {
    const once = (pid: number) =>
      say(900, 'I', 'ActivityManager', [`Start proc ${pid}:com.example.shop/u0a1 for service`]) +
      say(900, 'I', 'am_proc_start', [`[0,${pid},10001,com.example.shop,service,x]`]) +
      say(pid, 'E', 'AndroidRuntime', javaCrash(pid)) +
      say(900, 'I', 'ActivityManager', [`Process com.example.shop (pid ${pid}) has died`]) +
      say(900, 'I', 'am_proc_died', [`[0,${pid},com.example.shop]`]);
    const told = await findingsOf([811, 812, 813, 814].map(once).join(''));
    expect(told.find(({ rule }) => rule === 'android.restart-loop')).toMatchObject({ count: 4 });
    expect(told.map(({ rule }) => rule)).not.toContain('android.process-death');
  });

  it.each([
    [
      'am_crash',
      '[4321,0,com.example.shop,11,java.lang.IllegalStateException,no, session,Cart.java,12]',
      'android.crash',
      'no, session, at Cart.java:12',
    ],
    [
      'am_anr',
      '[0,4321,com.example.shop,11,Input dispatching timed out (window)]',
      'android.anr',
      'Input dispatching timed out',
    ],
  ])('reads %s where only the events buffer still has it', async (tag, message, rule, said) => {
    const [told] = await findingsOf(noise + say(900, 'I', tag, [message]));
    expect(told).toMatchObject({ rule, count: 1, subjects: expect.arrayContaining(['com.example.shop', 'pid 4321']) });
    expect(told!.title).toContain(said);
    const both = say(900, 'I', tag, [message]) + say(4321, 'E', 'AndroidRuntime', javaCrash(4321));
    expect((await findingsOf(both)).filter((each) => each.rule === 'android.crash')).toHaveLength(1);
  });

  it('says which process kept the processor busy while another did not respond', async () => {
    const text = say(1702, 'E', 'ActivityManager', [
      'ANR in com.example.shop',
      'PID: 4321',
      'Reason: Input dispatching timed out',
      'CPU usage from 0ms to 5400ms later:',
      '  98% 820/camera.provider: 90% user + 8% kernel',
      '  1% 4321/com.example.shop: 1% user + 0% kernel',
    ]);
    expect((await findingsOf(text))[0]!.explanation).toContain('camera.provider (pid 820) used 98 % of a processor');
  });

  it('invents no crash in a quiet log', async () => {
    expect(await findingsOf(noise.repeat(50))).toEqual([]);
  });
});
