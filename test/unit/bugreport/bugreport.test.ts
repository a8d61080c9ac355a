import { expect, it } from 'vitest';
import { makeZip } from '../../support/make-archives.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const rule = '='.repeat(56);
const dumpstate = `${rule}
== dumpstate: 2026-01-08 15:30:07
${rule}

Build: device-userdebug 16 X.1 test-keys
Build fingerprint: 'maker/device/device:16/X.1/1:userdebug/test-keys'
Kernel: Linux version 6.6.30 (builder) #1
Command line: androidboot.bootreason=watchdog ro
Uptime: up 0 weeks, 0 days, 1 hour, 5 minutes

------ MEMORY INFO (/proc/meminfo) ------
MemTotal:        4000000 kB
MemFree:           20000 kB
MemAvailable:     100000 kB
------ KERNEL LOG (dmesg) ------
<6>[   10.000000] init: starting
<5>[  100.000000] audit: type=1400 audit(1767886207.500:4): avc: denied
<3>[  200.000000] Out of memory: Killed process 4321 (com.example.big) total-vm:9000000kB, anon-rss:3000000kB, file-rss:0kB, shmem-rss:0kB
------ SYSTEM LOG (logcat -v threadtime -v printable -v uid -d *:v) ------
--------- beginning of main
01-08 15:29:55.000 10076  3225  3254 I Example : hello
01-08 15:29:56.000 10076  3225  3225 E AndroidRuntime: FATAL EXCEPTION: main
01-08 15:29:56.000 10076  3225  3225 E AndroidRuntime: Process: com.example.app, PID: 3225
01-08 15:29:56.000 10076  3225  3225 E AndroidRuntime: java.lang.IllegalStateException: no session
01-08 15:29:56.000 10076  3225  3225 E AndroidRuntime: 	at com.example.app.Session.get(Session.java:12)
01-08 15:29:56.000 10076  3225  3225 E AndroidRuntime: 	at com.example.app.Main.onCreate(Main.java:34)
12-31 23:59:59.000 10076  3225  3254 I Example : of the year before
------ VM TRACES AT LAST ANR (/data/anr/anr_1: 2026-01-08 15:20:00) ------

----- pid 1500 at 2026-01-08 15:20:00 -----
Cmd line: com.example.stuck

"main" prio=5 tid=1 Blocked
  | group="main" sCount=1
  at com.example.stuck.Store.read(Store.java:10)
  - waiting to lock <0x0abc> (a java.lang.Object) held by thread 12
  - locked <0x0def> (a java.lang.Object)
  at com.example.stuck.Main.draw(Main.java:5)

"Worker" prio=5 tid=12 Blocked
  at com.example.stuck.View.update(View.java:20)
  - waiting to lock <0x0def> (a java.lang.Object) held by thread 1
  - locked <0x0abc> (a java.lang.Object)

"Idle" prio=5 tid=13 Waiting
  at java.lang.Object.wait(Native method)

----- end 1500 -----

------ TOMBSTONE (/data/tombstones/tombstone_00: 2026-01-08 15:10:00) ------
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'maker/device/device:16/X.1/1:userdebug/test-keys'
pid: 700, tid: 712, name: RenderThread  >>> com.example.draw <<<
signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
Abort message: 'no surface'
backtrace:
      #00 pc 000000000004e0c8  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)
      #01 pc 0000000000012345  /system/lib64/libdraw.so (Surface::lock()+88)
------ SYSTEM PROPERTIES (getprop) ------
[ro.product.model]: [Device 9]
[sys.boot.reason]: [kernel_panic,bug]
[sys.system_server.start_count]: [3]
------ DUMPSYS (/system/bin/dumpsys) ------
-------------------------------------------------------------------------------
DUMP OF SERVICE battery:
Current Battery Service state:
  level: 12
  health: 3
  temperature: 512
--------- 0.003s was the duration of dumpsys battery, ending at: 2026-01-08 15:31:49
DUMP OF SERVICE batterystats:
  All partial wake locks:
  Wake lock u0a106 Sync: 3h 12m 1s 88ms (41 times) max=3088 realtime

DUMP OF SERVICE package:
  Package [com.example.app] (cdce25a):
    versionCode=28 minSdk=24
    versionName=9.1
`;

it('reads every section, citing lines of the report itself', async () => {
  const reading = await readingOf(temporaryFolder(), 'report.txt', dumpstate);
  expect(reading.fileType).toBe('bugreport');
  const told = reading.findings.map(({ title }) => title);
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringContaining('com.example.app crashed: java.lang.IllegalStateException: no session'),
      `Deadlock in com.example.stuck: "main" and "Worker" wait for each other's locks`,
      'com.example.draw crashed with SIGABRT SI_QUEUE in Surface::lock(): no surface',
      'The device last booted because of watchdog',
      'system_server was started 3 times since boot',
      'Only 98 MiB of memory were available when the report was taken',
      'The battery was at 51.2 °C',
      'The battery reports that it is overheated',
      'Wake lock u0a106 Sync was held for 192 minutes',
    ]),
  );
  expect(
    reading.findings.some(({ title, rule }) => title.includes('com.example.big') && !rule.startsWith('android')),
  ).toBe(true);
  const lines = dumpstate.split('\n');
  const deadlock = reading.findings.find((finding) => finding.rule === 'android.deadlock');
  expect(deadlock?.evidence.map(({ lineStart }) => lines[lineStart - 1])).toEqual([
    '"main" prio=5 tid=1 Blocked',
    '"Worker" prio=5 tid=12 Blocked',
  ]);
  expect(reading.facts).toMatchObject({ Device: 'Device 9', 'Battery level': '12 %', Kernel: '6.6.30' });
  expect(reading.tables?.packages).toEqual([
    { package: 'com.example.app', version: '9.1', code: '28', line: lines.indexOf('    versionName=9.1') + 1 },
  ]);
});

it('puts events of all clocks on one timeline and says how each time is known', async () => {
  const { tables, documents } = await readingOf(temporaryFolder(), 'report.txt', dumpstate);
  const events = tables?.events ?? [];
  const known = (word: string) => events.find(({ event }) => String(event).includes(word));
  expect(known('IllegalStateException')).toMatchObject({
    time_ms: Date.parse('2026-01-08T15:29:56Z'),
    time_known_by: 'logcat wall clock',
  });
  // The audit line ties 100 s after boot to 1767886207.5 s; the kill was 100 s later.
  expect(known('com.example.big')).toMatchObject({
    time_ms: 1_767_886_307_500,
    time_known_by: 'kernel uptime, mapped',
  });
  expect(known('report was taken')).toMatchObject({ time_known_by: 'dumpstate start' });
  expect(new Date(documents[0]!.firstTimeMs!).toISOString()).toBe('2025-12-31T23:59:59.000Z');
});

it('reads the zip as it comes from a device, with the files beside the report', async () => {
  const trace = dumpstate.slice(dumpstate.indexOf('----- pid 1500'), dumpstate.indexOf('------ TOMBSTONE'));
  const zip = makeZip([
    { name: 'version.txt', content: '2.0' },
    { name: 'main_entry.txt', content: 'report-of-device.txt' },
    { name: 'report-of-device.txt', content: dumpstate.replace(/^------ VM TRACES[\s\S]*?(?=------ TOMBSTONE)/m, '') },
    { name: 'FS/data/anr/anr_2026', content: trace },
  ]);
  const reading = await readingOf(temporaryFolder(), 'bugreport.zip', zip);
  expect(reading.fileType).toBe('bugreport');
  expect(reading.documents[0]?.name).toBe('report-of-device.txt');
  expect(reading.members?.map(({ name }) => name)).toContain('FS/data/anr/anr_2026');
  const deadlock = reading.findings.find(({ rule: each }) => each === 'android.deadlock');
  expect(deadlock?.evidence[0]).toMatchObject({ document: 'FS/data/anr/anr_2026' });
});

it('reads one that is cut off anywhere', async () => {
  for (let cut = 200; cut < dumpstate.length; cut += 397) {
    const reading = await readingOf(temporaryFolder(), 'cut.txt', dumpstate.slice(0, cut));
    expect(reading.documents[0]?.lines).toBe(
      dumpstate.slice(0, cut).split('\n').length - (dumpstate[cut - 1] === '\n' ? 1 : 0),
    );
  }
});
