import { gzipSync } from 'node:zlib';
import type { FileType } from '#service/formats/reading.ts';
import { makeTar, makeZip } from './make-archives.ts';

/** One small sound file of each kind, made here. */
export async function sampleFiles(): Promise<{ type: FileType; name: string; content: Buffer }[]> {
  const file = (type: FileType, name: string, content: string | Buffer) => ({
    type,
    name,
    content: Buffer.from(content),
  });
  return [
    file('log', 'app.log', log),
    file('dmesg', 'kernel.txt', kernel),
    file('capture', 'logcat.txt', logcat),
    file('config', 'router.cfg', router),
    file('config', 'a.json', '{\n  "server": {\n    "port": 80,\n    "hosts": ["a", "b"]\n  },\n  "retries": 3\n}\n'),
    file('config', 'a.yaml', 'server:\n  port: 80\n  hosts:\n    - a\n    - b\nretries: 3\n'),
    file('config', 'a.xml', '<?xml version="1.0"?>\n<a b="c">\n  <d>1</d>\n  <!-- e -->\n  <d>2</d>\n</a>\n'),
    file('bugreport', 'report.txt', dumpstate),
    file('bugreport', 'report.zip', makeZip([{ name: 'bugreport-a-b.txt', content: dumpstate }])),
    file(
      'bundle',
      'case.zip',
      makeZip([
        { name: 'a.log', content: log },
        { name: 'b/k.txt', content: kernel },
      ]),
    ),
    file(
      'bundle',
      'case.tgz',
      gzipSync(
        await makeTar([
          { name: 'a.log', content: log },
          { name: 'k.txt', content: kernel },
        ]),
      ),
    ),
    file('pcap', 'net.pcap', pcap()),
    file('log', 'app.log.gz', gzipSync(log)),
  ];
}

const log = `2026-11-01T10:00:00Z INFO start
2026-11-01T10:00:01Z ERROR db: connection refused by 10.0.0.5:5432
Traceback (most recent call last):
  File "a.py", line 3, in run
ValueError: bad
2026-11-01T10:00:02Z WARN retry 1
`.repeat(5);
const kernel = `<6>[    1.000000] usb 1-1: new device
[    2.000000][  T77] BUG: KASAN: slab-use-after-free in widget_poll+0x12/0x40
[    2.000001][  T77] Read of size 8 at addr ffff888000000000 by task worker/77
[    2.000004][  T77] Call Trace:
[    2.000006][  T77]  widget_poll+0x12/0x40 drivers/widget.c:12
[    2.000007][  T77]  process_one_work+0x1d0/0x380 kernel/workqueue.c:300
[    3.000000] Out of memory: Killed process 1 (a) total-vm:1kB, anon-rss:1kB, file-rss:0kB
`;
const logcat = `--------- beginning of main
01-08 15:29:55.000  3225  3254 I Example : hello
01-08 15:29:56.000  3225  3225 E AndroidRuntime: FATAL EXCEPTION: main
01-08 15:29:56.000  3225  3225 E AndroidRuntime: Process: com.example.app, PID: 3225
01-08 15:29:56.000  3225  3225 E AndroidRuntime: java.lang.IllegalStateException: no session
01-08 15:29:56.000  3225  3225 E AndroidRuntime: 	at com.example.app.Session.get(Session.java:12)
`;
const router = `!\nhostname r1\n!\ninterface Ethernet0\n ip address 10.0.0.1 255.255.255.0\n ip access-group WEB in\n!
router bgp 65001\n neighbor 10.0.0.2 remote-as 65002\n!\nline vty 0 4\n transport input ssh\n!\nend\n`;
const dumpstate = `${'='.repeat(56)}\n== dumpstate: 2026-01-08 15:30:07\n${'='.repeat(56)}\n
Build: device-userdebug 16\nUptime: up 0 weeks, 0 days, 1 hour, 5 minutes\n
------ KERNEL LOG (dmesg) ------\n${kernel}------ SYSTEM LOG (logcat -v threadtime) ------\n${logcat}------ VM TRACES AT LAST ANR (/data/anr/x: 1) ------
----- pid 1500 at 2026-01-08 15:20:00 -----\nCmd line: a.b\n\n"main" prio=5 tid=1 Blocked\n  at a.b.C(C.java:1)\n  - waiting to lock <0x0a> (a java.lang.Object) held by thread 2\n
"w" prio=5 tid=2 Blocked\n  - waiting to lock <0x0b> (a java.lang.Object) held by thread 1\n\n----- end 1500 -----\n`;

/** One TCP packet of Ethernet and IPv4, three times. */
function pcap(): Buffer {
  const packet = Buffer.from(
    '0202020202020101010101010800450000280001000040060000c0a80001c0a80002303900500000000100000000500220000000000000000000',
    'hex',
  );
  const record = Buffer.alloc(16);
  record.writeUInt32LE(1_700_000_000, 0);
  record.writeUInt32LE(packet.length, 8);
  record.writeUInt32LE(packet.length, 12);
  const head = Buffer.from('d4c3b2a1020004000000000000000000ffff000001000000', 'hex');
  return Buffer.concat([head, record, packet, record, packet, record, packet]);
}
