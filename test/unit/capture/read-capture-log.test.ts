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
  ])('reads a line in the format %s', (_, line) => {
    expect(parseLogcatLine(line)).toEqual({
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
      evidence: [{ lineStart: 2, lineEnd: 14 }],
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
      evidence: [{ lineStart: 2, lineEnd: 5 }],
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
      signature: 'com.example.game SIGABRT SI_QUEUE < Scene::draw(int)',
    });
  });

  it.each([
    [
      'android.low-memory-kill',
      'I',
      'lowmemorykiller',
      "Kill 'com.example.music' (1234), uid 10090, oom_adj 900 to free 30000kB",
    ],
    ['android.process-death', 'I', 'ActivityManager', 'Process com.example.music (pid 1234) has died: cch CRE'],
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

  it('invents no crash in a quiet log', async () => {
    expect(await findingsOf(noise.repeat(50))).toEqual([]);
  });
});
