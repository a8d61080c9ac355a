import { describe, expect, it } from 'vitest';
import type { Finding } from '#service/formats/reading.ts';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const rule = '='.repeat(56);
const head = `${rule}\n== dumpstate: 2024-05-20 12:30:45\n${rule}\n\nBuild: maker-user 14 A1\nUptime: up 0 weeks, 0 days, 5 hours, 11 minutes\n\n`;
const section = (name: string, command: string, lines: readonly string[]) =>
  `------ ${name} (${command}) ------\n${lines.join('\n')}\n`;
const log = (lines: readonly string[]) =>
  section('SYSTEM LOG', 'logcat -v threadtime -v printable -v uid -d *:v', ['--------- beginning of main', ...lines]);
const say = (time: string, pid: number, tag: string, messages: readonly string[]) =>
  messages.map((message) => `05-20 ${time}.000  1000  ${pid}  ${pid} E ${tag}: ${message}`);

async function reportOf(text: string, files: { name: string; content: string }[] = []) {
  const name = 'bugreport-maker-A1-2024-05-20-12-30-45.txt';
  const zip = makeZip([
    { name: 'main_entry.txt', content: name },
    { name: 'version.txt', content: '2.0' },
    { name, content: head + text },
    ...files,
  ]);
  const reading = await readingOf(temporaryFolder(), 'bugreport.zip', zip);
  const texts = new Map([[name, head + text], ...files.map((file) => [file.name, file.content] as const)]);
  const quoted = ({ evidence }: Finding) =>
    evidence.flatMap(({ document, lineStart, lineEnd }) =>
      texts
        .get(document)!
        .split('\n')
        .slice(lineStart - 1, lineEnd),
    );
  return { reading, findings: reading.findings, quoted };
}

const anr = say('12:29:45', 1500, 'ActivityManager', [
  'ANR in com.example.camera (com.example.camera/.Main)',
  'PID: 14200',
  'Reason: Input dispatching timed out (window is not responding)',
  '  98% 820/android.hardware.camera.provider: 90% user + 8% kernel',
]);
const thread = (name: string, id: number, state: string, sysTid: number, lines: readonly string[]) =>
  `"${name}" prio=5 tid=${id} ${state}\n  | group="main" sCount=1\n  | sysTid=${sysTid} nice=0\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
const dump = (pid: number, name: string, threads: string) =>
  `----- pid ${pid} at 2024-05-20 12:29:45.123456789+0200 -----\nCmd line: ${name}\n\n${threads}----- end ${pid} -----\n\n`;

describe('a bug report', () => {
  it('tells an ANR once, with the processes the main thread waits for over binder and the version of the application', async () => {
    const { findings, quoted } = await reportOf(
      log(anr) +
        section('BINDER TRANSACTIONS', '/dev/binderfs/binder_logs/transactions', [
          '    outgoing transaction 12: 0000000000000000 from 14200:14200 to 790:801 code 3 flags 10 pri 0:110 r1',
          '    outgoing transaction 13: 0000000000000000 from 790:801 to 820:825 code 1 flags 10 pri 0:110 r1',
        ]) +
        section('PROCESSES AND THREADS', 'ps -A -T', [
          'LABEL USER PID TID PPID VSZ RSS WCHAN ADDR S TIME CMD',
          'u:r:x:s0 cam 790 790 1 12 9 wait 0 S 00:00:12 cameraserver',
          'u:r:x:s0 cam 820 820 1 12 9 wait 0 S 00:00:12 camera.provider',
          'u:r:x:s0 cam 820 825 1 12 9 wait 0 S 00:00:12 HwBinder:820_1',
        ]) +
        section('DUMPSYS', '/system/bin/dumpsys', [
          'DUMP OF SERVICE package:',
          '  Package [com.example.camera] (abc):',
          '    versionCode=31 minSdk=24',
          '    versionName=3.1.4',
        ]),
      [
        {
          name: 'FS/data/anr/anr_2024-05-20-12-29-45-123',
          content: dump(
            14200,
            'com.example.camera',
            thread('main', 1, 'Native', 14200, [
              'native: #00 pc 000000000009b9c8  /apex/com.android.runtime/lib64/bionic/libc.so (__ioctl+8)',
              'at android.os.BinderProxy.transactNative(Native method)',
              'at android.os.BinderProxy.transact(BinderProxy.java:540)',
              'at android.hardware.ICameraService$Stub$Proxy.connectDevice(ICameraService.java:722)',
              'at com.example.camera.Main.onResume(Main.java:88)',
            ]),
          ),
        },
      ],
    );
    const told = findings.filter((finding) => finding.rule.includes('anr'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      title:
        'com.example.camera did not respond (ANR): its main thread waits for the binder call ICameraService.connectDevice to cameraserver (pid 790), which waits for camera.provider (pid 820)',
      severity: 'critical',
      certainty: 'certain',
    });
    expect(told[0]!.explanation).toContain('camera.provider (pid 820) used 98 % of a processor');
    expect(told[0]!.explanation).toContain('Installed is com.example.camera 3.1.4 (31)');
    expect(told[0]!.next).toEqual([expect.stringContaining('debuggerd -b 820')]);
    expect(quoted(told[0]!)).toEqual(
      expect.arrayContaining([
        '  at android.hardware.ICameraService$Stub$Proxy.connectDevice(ICameraService.java:722)',
        expect.stringContaining('from 790:801 to 820:825'),
        expect.stringContaining('Reason: Input dispatching timed out'),
      ]),
    );
  });

  it('follows the lock a main thread waits for to the work that holds it, as Dalvik prints it too', async () => {
    const { findings, quoted } = await reportOf(
      section('VM TRACES AT LAST ANR', '/data/anr/traces.txt: 2024-05-20 12:29:45', [
        dump(
          77,
          'com.example.mail',
          thread('main', 1, 'MONITOR', 77, [
            'at com.example.mail.Db.query(Db.java:~211)',
            '- waiting to lock <0x40525a78> (a com.example.mail.Db) held by threadid=14 (AsyncTask #2)',
          ]) +
            thread('AsyncTask #2', 14, 'RUNNABLE', 99, [
              'at java.util.regex.Matcher.find(Matcher.java:358)',
              'at com.example.mail.Db.reindex(Db.java:402)',
            ]),
        ),
      ]),
    );
    const [told] = findings;
    expect(told!.title).toContain(
      'waits for a lock (com.example.mail.Db) that "AsyncTask #2" holds in java.util.regex.Matcher.find',
    );
    expect(told!.explanation).toContain('called by com.example.mail.Db.reindex');
    expect(quoted(told!)).toContain('  at com.example.mail.Db.reindex(Db.java:402)');
  });

  it('blames no main thread that waited for work when it was dumped, nor the processes beside the accused', async () => {
    const idle = thread('main', 1, 'Native', 77, [
      'at android.os.MessageQueue.nativePollOnce(Native method)',
      'at android.os.MessageQueue.next(MessageQueue.java:326)',
    ]);
    const busy = thread('main', 1, 'Native', 12, ['at com.example.other.Slow.work(Slow.java:1)']);
    const { findings } = await reportOf(
      section('VM TRACES AT LAST ANR', '/data/anr/anr_1: 2024-05-20 12:29:45', [
        dump(77, 'com.example.idle', idle),
        dump(12, 'com.example.other', busy),
      ]),
    );
    expect(findings.map(({ role, title }) => [role, title])).toEqual([
      ['context', 'com.example.idle did not respond (ANR): its main thread was idle when its threads were dumped'],
    ]);
  });

  it('names in a deadlock who holds which monitor and who waits for it', async () => {
    const { findings, quoted } = await reportOf(
      log(
        say('12:29:45', 812, 'Watchdog', [
          '*** WATCHDOG KILLING SYSTEM PROCESS: Blocked in handler on main thread (main)',
        ]),
      ) +
        section('VM TRACES AT LAST ANR', '/data/anr/traces.txt: 2024-05-20 12:29:40', [
          dump(
            812,
            'system_server',
            thread('main', 1, 'Blocked', 812, [
              'at com.android.server.wm.Wm.focus(Wm.java:4)',
              '- waiting to lock <0x0b> (a java.util.HashMap) held by thread 52',
              '- locked <0x0a> (a com.android.server.am.Ams)',
            ]) +
              thread('Binder_9', 52, 'Blocked', 900, [
                'at com.android.server.am.Ams.broadcast(Ams.java:1)',
                '- waiting to lock <0x0a> (a com.android.server.am.Ams) held by thread 1',
                '- locked <0x0b> (a java.util.HashMap)',
              ]) +
              thread('Binder_3', 60, 'Blocked', 901, [
                '- waiting to lock <0x0a> (a com.android.server.am.Ams) held by thread 1',
              ]),
          ),
        ]),
    );
    const told = findings.filter(({ severity }) => severity === 'critical');
    expect(told).toHaveLength(1);
    expect(told[0]!.explanation).toContain(
      '"main" (thread 1) holds com.android.server.am.Ams <0x0a> and waits for java.util.HashMap <0x0b> held by "Binder_9" (thread 52)',
    );
    expect(told[0]!.explanation).toContain('1 more thread waits for these locks');
    expect(quoted(told[0]!).filter((line) => / lock(?:ed)? </.test(line))).toEqual([
      '  - waiting to lock <0x0b> (a java.util.HashMap) held by thread 52',
      '  - locked <0x0a> (a com.android.server.am.Ams)',
      '  - waiting to lock <0x0a> (a com.android.server.am.Ams) held by thread 1',
      '  - locked <0x0b> (a java.util.HashMap)',
    ]);
    expect(quoted(told[0]!)).toEqual(expect.arrayContaining([expect.stringContaining('WATCHDOG KILLING')]));
  });

  it('tells a native crash once, from the log, its tombstone and the signal', async () => {
    const lines = [
      '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
      'pid: 611, tid: 640, name: sf_worker  >>> /system/bin/surfaceflinger <<<',
      'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x48',
      'backtrace:',
      '    #00 pc 0000000000081da8  /system/lib64/libsf.so (android::Layer::latch(bool&)+40) (BuildId: 8a1f)',
      '    #01 pc 0000000000099999  /system/lib64/libsf.so (BuildId: 8a1f)',
    ];
    const { findings } = await reportOf(
      log([
        ...say('12:28:00', 611, 'libc', [
          'Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR) in tid 640 (sf_worker), pid 611 (surfaceflinger)',
        ]),
        ...say('12:28:01', 9001, 'DEBUG', lines),
      ]),
      [{ name: 'FS/data/tombstones/tombstone_03', content: `${lines.join('\n')}\n` }],
    );
    expect(findings.filter(({ rule: each }) => each.includes('native'))).toMatchObject([
      {
        count: 1,
        signature: '/system/bin/surfaceflinger SIGSEGV < android::Layer::latch(bool&) < libsf.so',
      },
    ]);
  });

  it('counts a crash that log, event log and drop box tell once, and says what was left of before the last boot apart', async () => {
    const trace = ['java.lang.IllegalStateException: no session', '\tat com.example.app.Session.get(Session.java:12)'];
    const crash = (pid: number) => ['FATAL EXCEPTION: main', `Process: com.example.app, PID: ${pid}`, ...trace];
    const { findings } = await reportOf(
      log(say('12:20:00', 3225, 'AndroidRuntime', crash(3225))) +
        section(
          'EVENT LOG',
          'logcat -b events',
          say('12:20:00', 1500, 'am_crash', [
            '[3225,0,com.example.app,1,java.lang.IllegalStateException,no session,Session.java,12]',
          ]),
        ) +
        section(
          'LAST LOGCAT',
          'logcat -L',
          say('09:00:00', 411, 'AndroidRuntime', [
            'FATAL EXCEPTION: main',
            'Process: com.example.old, PID: 411',
            ...trace,
          ]),
        ) +
        section('DROPBOX SYSTEM APP CRASHES', 'dumpsys dropbox -p data_app_crash', [
          '2024-05-20 12:20:00 data_app_crash (text, 1200 bytes)',
          'Process: com.example.app',
          'PID: 3225',
          '',
          ...trace,
        ]),
    );
    expect(findings.map(({ title, count }) => [title, count])).toEqual([
      ['com.example.app crashed: java.lang.IllegalStateException: no session in com.example.app.Session.get', 1],
      [
        'Before the last boot: com.example.old crashed: java.lang.IllegalStateException: no session in com.example.app.Session.get',
        1,
      ],
    ]);
  });

  it('makes one story of low memory: who was killed, how little there was, and who held it', async () => {
    const { findings } = await reportOf(
      section('MEMORY INFO', '/proc/meminfo', ['MemTotal: 2800000 kB', 'MemFree: 20000 kB', 'MemAvailable: 90000 kB']) +
        log(
          say('12:25:00', 500, 'lowmemorykiller', [
            "Kill 'com.example.game' (12001), uid 10222, oom_score_adj 0 to free 1890123kB rss; reason: device is low on swap",
          ]),
        ) +
        section('DUMPSYS HIGH', '/system/bin/dumpsys', [
          'DUMP OF SERVICE HIGH meminfo:',
          'Total PSS by process:',
          '    912,345K: com.example.hog (pid 2100 / activities)',
          '    612,345K: system (pid 1500)',
        ]),
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'critical', role: 'cause', rule: 'android.low-memory-kill' });
    expect(findings[0]!.explanation).toContain('com.example.hog 891 MiB, system_server 598 MiB');
    expect(findings[0]!.explanation).toContain('a twentieth');
  });

  it('tells kills of the kernel, as on older devices, as the same story', async () => {
    const kill = (at: number, name: string, pid: number, adj: number) => [
      `<6>[ ${at}.000001] lowmemorykiller: Killing '${name}' (${pid}), adj ${adj},`,
      `<6>[ ${at}.000002]    to free 61440kB on behalf of 'kswapd0' (62) because`,
    ];
    const { findings, reading } = await reportOf(
      section('KERNEL LOG', 'dmesg', [
        ...kill(5000, 'com.example.mail', 71, 900),
        ...kill(5003, 'com.example.game', 72, 0),
      ]) + log(say('12:25:00', 800, 'ActivityManager', ['Process com.example.game (pid 72) has died'])),
    );
    expect(findings).toMatchObject([
      {
        title: 'Low memory killer ended com.example.game, which was in the foreground, and 1 more',
        severity: 'critical',
      },
    ]);
    expect(findings[0]!.explanation).toContain('2 processes were killed to free 120 MiB');
    expect(reading.tables?.ended_processes).toMatchObject([
      { process: 'com.example.mail' },
      { process: 'com.example.game' },
    ]);
  });

  it('keeps a crash of before the last boot apart from the same one now', async () => {
    const crash = (time: string, pid: number) =>
      say(time, pid, 'AndroidRuntime', [
        'FATAL EXCEPTION: main',
        `Process: com.example.app, PID: ${pid}`,
        'java.lang.Error: x',
      ]);
    const { findings } = await reportOf(
      log(crash('12:20:00', 41)) + section('LAST LOGCAT', 'logcat -L', crash('09:20:00', 40)),
    );
    expect(findings.map(({ title }) => title.startsWith('Before the last boot: '))).toEqual([false, true]);
  });

  it('says which sections timed out, and which services did not answer', async () => {
    const { reading, findings } = await reportOf(
      section('SYSTEM LOG', 'logcat', ["*** command 'logcat -d' timed out after 20.003s (killing pid 4711)"]) +
        section('DUMPSYS', '/system/bin/dumpsys', [
          'DUMP OF SERVICE media.camera:',
          "*** SERVICE 'media.camera' DUMP TIMEOUT (10000ms) EXPIRED ***",
        ]),
    );
    expect(findings[0]?.title).toBe('Service media.camera did not respond within 10 s when the report was taken');
    expect(reading.unread).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Section SYSTEM LOG timed out after 20.003 s'),
        expect.stringContaining('The state of media.camera is cut off'),
      ]),
    );
  });

  it('calls a wake lock guilty where it kept the device awake for most of the time on battery, and names its application', async () => {
    const { findings } = await reportOf(
      section('DUMPSYS', '/system/bin/dumpsys', [
        'DUMP OF SERVICE batterystats:',
        '  Time on battery: 6h 4m 5s 0ms (100%) realtime, 6h 3m 0s 0ms (99%) uptime',
        '  All partial wake locks:',
        '  Wake lock u0a123 SyncService: 5h 37m 30s 12ms (1 times) max=20250012 realtime',
        '',
        'DUMP OF SERVICE package:',
        '  Package [com.example.leaky] (abc):',
        '    userId=10123',
      ]),
    );
    expect(findings[0]).toMatchObject({
      title: 'Wake lock u0a123 SyncService of com.example.leaky was held for 338 minutes, 93 % of the time on battery',
      severity: 'error',
      certainty: 'certain',
    });
  });

  it('tells a modem crash by kernel and radio log as one', async () => {
    const { findings } = await reportOf(
      section(
        'RADIO LOG',
        'logcat -b radio',
        say('12:20:00', 2300, 'RILJ', ['Modem restart: reason=err_qdi.c:1037', '[UNSL]< UNSOL_MODEM_RESTART']),
      ) +
        section('KERNEL LOG', 'dmesg', [
          '[39640.000000] qcom_q6v5_pas 4080000.remoteproc-mss: fatal error received: err_qdi.c:1037:EX:lte_ml1',
          '[39640.010000] remoteproc remoteproc2: crash detected in 4080000.remoteproc-mss: type fatal error',
        ]),
    );
    expect(findings).toMatchObject([
      { title: "The modem's firmware crashed: err_qdi.c:1037:EX:lte_ml1", severity: 'critical', count: 1 },
    ]);
  });

  it('tells what outlived a reboot as of before it, and says of binary files what they are', async () => {
    const { findings, reading } = await reportOf(log(['05-20 12:00:00.000  1000  1500  1500 I Tag     : fine']), [
      {
        name: 'FS/sys/fs/pstore/console-ramoops-0',
        content: [
          '[ 9170.000000] Unable to handle kernel NULL pointer dereference at virtual address 0000000000000018',
          '[ 9170.000100] Internal error: Oops: 96000005 [#1] PREEMPT SMP',
          '[ 9170.000300] pc : foo_touch_irq+0x54/0x3b0',
          '[ 9170.000400] Call trace:',
          '[ 9170.000500]  foo_touch_irq+0x54/0x3b0',
          '[ 9170.000600]  irq_thread+0x140/0x200',
          '[ 9170.000900] ---[ end trace 1b75b31a2719ed1c ]---',
          '[ 9170.001000] Kernel panic - not syncing: Fatal exception',
          '',
        ].join('\n'),
      },
      { name: 'FS/data/tombstones/tombstone_00.pb', content: '\u0008\u0003\u0012\u0000\u0001google\u0000' },
      { name: 'dumpstate_log-1522.txt', content: 'Timed out after 10s for command dumpsys\nError: failed to open\n' },
    ]);
    expect(findings.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Before the last boot: .*foo_touch_irq/),
    ]);
    expect(reading.unread).toEqual([
      expect.stringContaining('tombstone_00.pb: not read. This is a tombstone in protobuf form'),
    ]);
  });

  it('gives a blocked main thread the same signature in every build and for every lock, pid and device', async () => {
    const signatureOf = async (pid: number, lock: string, frame: string) => {
      const main = thread('main', 1, 'Blocked', pid, [
        `at com.example.A.a(A.java:${pid})`,
        `- waiting to lock <${lock}> (a X) held by thread ${pid}`,
      ]);
      const holder = thread('Worker', pid, 'Native', pid, [`at ${frame}(Wall.java:${pid})`]);
      const text = section('VM TRACES AT LAST ANR', '/data/anr/anr_1: x', [
        dump(pid, 'com.example.app', main + holder),
      ]);
      return (await reportOf(text)).findings[0]?.signature;
    };
    expect(await signatureOf(12, '0x0a', 'com.example.Wall$1.lambda$onDestroy$2')).toBe(
      await signatureOf(99, '0xff', 'com.example.Wall$4.lambda$onDestroy$7'),
    );
    expect(await signatureOf(12, '0x0a', 'com.example.-$$Lambda$Wall$Rhxb7oaAc.run')).toBe(
      await signatureOf(99, '0xff', 'com.example.-$$Lambda$Wall$Zk1.run'),
    );
  });

  it('puts the stamps of traces, which name a zone, on the clock of the device', async () => {
    const content = dump(
      77,
      'com.example.slow',
      thread('main', 1, 'Runnable', 77, ['at com.example.slow.Work.run(Work.java:1)']),
    );
    const { reading, findings } = await reportOf('', [{ name: 'FS/data/anr/anr_1', content }]);
    const deviceTime = Date.parse('2024-05-20T12:29:45Z');
    expect(findings[0]?.firstTimeMs).toBe(deviceTime);
    expect(reading.documents.find(({ name }) => name === 'FS/data/anr/anr_1')?.firstTimeMs).toBe(deviceTime);
  });

  it('reads lines that end as on Windows, and follows the chain of a lock to the one who is stuck in a call', async () => {
    const text = section('VM TRACES AT LAST ANR', '/data/anr/anr_1: 2024-05-20 12:29:45', [
      dump(
        77,
        'com.example.chain',
        thread('main', 1, 'Blocked', 77, [
          'at com.example.chain.A.a(A.java:1)',
          '- waiting to lock <0x0a> (a com.example.chain.A) held by thread 8',
        ]) +
          thread('Worker', 8, 'Blocked', 78, [
            'at com.example.chain.B.b(B.java:1)',
            '- waiting to lock <0x0b> (a com.example.chain.B) held by thread 9',
            '- locked <0x0a> (a com.example.chain.A)',
          ]) +
          thread('Sync', 9, 'Native', 79, [
            'at android.os.BinderProxy.transact(BinderProxy.java:540)',
            'at com.example.IStore$Stub$Proxy.load(IStore.java:7)',
            '- locked <0x0b> (a com.example.chain.B)',
          ]),
      ),
    ]).replaceAll('\n', '\r\n');
    const [told] = (await reportOf(text)).findings;
    expect(told?.explanation).toBe(
      '"main" (thread 1) waits for com.example.chain.A held by "Worker" (thread 8); "Worker" (thread 8) waits for com.example.chain.B held by "Sync" (thread 9); "Sync" waits for the binder call IStore.load.',
    );
  });
});
