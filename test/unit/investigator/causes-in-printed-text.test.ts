import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

/** What programs, installers and devices print, pasted into a report without times or levels. */
const hypervisor = [
  ...Array.from(
    { length: 6 },
    () => "  vmm: warning: host doesn't support requested feature: CPUID.07H:EBX.sgx [bit 2]",
  ),
  "  vmm: -device scsi-cd,bus=scsi.0,lun=9,drive=drive-cd1: Can't create LUN 9, bus supports only 7 units",
  '  TASK ERROR: start failed: VMM exited with code 1',
];
const flight = [
  'sercon: Registering CDC/ACM serial driver',
  'sercon: Successfully registered the CDC/ACM serial driver',
  '[i] microSD mounted: /fs/microsd',
  'param: selected parameter default file /fs/mtd_params',
  ' 0:   RC_MAP_ROLL: match',
  ' 1000.0000000:   RC1_MIN: match',
  'baro: SPI bus 1 at 3 (11000 KHz)',
  'nsh: gyro3: command not found',
  'sensors: FATAL: no gyroscope found: /dev/gyro0',
  'sensors: start failed',
];
const prefixless = [
  '[] INFO [Coordinator id=3] Starting up. (queue.Coordinator)',
  "JVM warning: INFO: os::commit_memory(0x00007f4e0ff1b000, 12288, 0) failed; error='Cannot allocate memory' (errno=12)",
];
const printer = [
  'Printer is now online.',
  'echo: Last Updated: today | Author: (default config)',
  'Error:1',
  ': Heating failed. BED thermistor short circuit !',
  'Error:Printer stopped due to errors. Fix the error and use M999 to restart.',
];
const installer = [
  'Setting up metrics-agent (1:2.0) ...',
  'groupmod: group metrics is used by a running process',
  'dpkg: error processing metrics-agent (--configure):',
  ' subprocess installed post-installation script returned error exit status 6',
  'E: Sub-process /usr/bin/dpkg returned an error code (1)',
];
const bind = [
  '2026-05-18 23:00:50 fail: Acme.Hosting.Host[11]',
  '2026-05-18 23:00:50       Hosting failed to start',
  '2026-05-18 23:00:50       System.IO.IOException: Failed to bind to address http://127.0.0.1:5999: address already in use.',
  '2026-05-18 23:00:50        ---> Acme.Connections.AddressInUseException: Address already in use',
  '2026-05-18 23:00:50        ---> System.Net.Sockets.SocketException (98): Address already in use',
  '2026-05-18 23:00:50          at System.Net.Sockets.Socket.DoBind(EndPoint endPointSnapshot, SocketAddress address)',
];
const raised = [
  'Traceback (most recent call last):',
  '  File "/srv/backup/locking.py", line 286, in wait_for_readers',
  '    raise LockTimeout(self.path)',
  'backup.locking.LockTimeout: /srv/backup/repo.lock',
  'backup 3.1: exception in remote call:',
];
const answered = [
  '[16:22:14] [main/INFO]: Loading Blocks 2.1',
  '[16:22:14] [main/WARN]: The plugin "old_walls" contains invalid entries in its manifest',
  '[16:22:15] [main/WARN]: Plugin resolution failed',
  '[16:22:15] [main/INFO]: Reason: [HARD_DEPENDENCY doors 3.9 {depends hinges >= 5.23}]',
  '[16:22:15] [main/ERROR]: Incompatible set of plugins!',
];
const restarts = [
  ...Array.from(
    { length: 60 },
    (_, second) => `Jul 20 13:${String(second).padStart(2, '0')}:00 desk systemd[1]: Started session ${second}.`,
  ),
  ...Array.from({ length: 14 }, (_, turn) => [
    `Jul 20 14:00:${String(turn * 3).padStart(2, '0')} desk systemd[1]: Unit greeter.service entered failed state.`,
    `Jul 20 14:00:${String(turn * 3).padStart(2, '0')} desk systemd[1]: greeter.service failed.`,
  ]).flat(),
  'Fatal server error:',
  '(EE) no screens found',
];
const spanish = [
  'sep 15 14:48:02 nube systemd[1]: Starting resolver...',
  'sep 15 14:48:02 nube resolver[25529]: failed to create listening socket for port 53: Address already in use',
  "sep 15 14:48:02 nube systemd[1]: resolver.service: Failed with result 'exit-code'.",
];

const chained = [
  'Traceback (most recent call last):',
  '  File "/usr/lib/python3/registry.py", line 7, in find',
  '    return engines[name]',
  "KeyError: 'shop'",
  '',
  'During handling of the above exception, another exception occurred:',
  '',
  'Traceback (most recent call last):',
  '  File "/srv/shop/manage.py", line 22, in main',
  '    points = entry_points().get("shop")',
  "AttributeError: 'Points' object has no attribute 'get'",
];
const typed = [
  'ops@node7:~# k describe pod dns-57575',
  'Error from server (NotFound): pods "dns-57575" not found',
  'ops@node7:~# k describe pod dns-57575 -n kube-system',
  'Name:                 dns-57575',
  'Events:',
  '  Warning  FailedMount  5m57s  kubelet  MountVolume.SetUp failed for volume "zones": configmap "dns-zones" not found',
];
const loaded = [
  ...Array.from({ length: 9 }, () => '[Err] [MeshShape.cc:60] No mesh specified'),
  'simserver: symbol lookup error: /home/ada/lib/libTray.so: undefined symbol: _ZN3tf219BroadcasterC1Ev',
  'process has died [pid 15611, exit code 127, cmd /opt/sim/bin/simserver]',
  'shutting down processing monitor...',
];
const inner = [
  '2026-12-16 17:03:14,970 WARN org.acme.store.Storage: java.io.IOException: Incompatible cluster ids in /tmp/store: node id = C-1; data id = C-2',
  '2026-12-16 17:03:14,975 FATAL org.acme.store.Node: Initialization failed for pool <registering>. Exiting.',
  'java.io.IOException: All specified directories are failed to load.',
  '\tat org.acme.store.Storage.read(Storage.java:477)',
  '2026-12-16 17:03:14,990 WARN org.acme.store.Node: Ending pool service',
];
const removed = [
  'Job for boxd.service failed because the control process exited with error code.',
  'Nov 15 14:25:47 host7 systemd[1]: boxd.service: Main process exited, code=exited, status=1/FAILURE',
  'Nov 15 14:25:47 host7 boxd[59496]: failed to start daemon: ERROR: the stacked storage-driver has been deprecated and removed',
];
const zones = [
  "Feb 20 09:49:58 ns2 named[2005]: the default for the 'auth-nxdomain'",
  "option is now 'no'",
  "Feb 20 09:49:58 ns2 modprobe: modprobe: Can't locate module net-pf-10",
  'Feb 20 09:49:58 ns2 named[2005]: dns_master_load: db.127.0.0:1: no TTL',
  'specified',
  'Feb 20 09:49:58 ns2 named[2005]: exiting (due to fatal error)',
];
const renderer = [
  ...Array.from(
    { length: 3 },
    () => 'libva error: vaGetDriver() failed with unknown libva error, driver_name = (null)',
  ),
  "[4949:0706/102153.444415:FATAL:gpu_manager.cc(415)] GPU process isn't usable. Goodbye.",
  'Trace/breakpoint trap (core dumped)',
];

const made = [
  "make: *** No rule to make target 'gen/tables.py', needed by 'gen/tables.c'. Stop.",
  'Job failed: exit code 1',
];
const daemonSaid = [
  'Oct 03 18:26:46 web1 webctl[10721]: E526: Syntax error on line 5 of /etc/web/shop.conf:',
  "Oct 03 18:26:46 web1 webctl[10721]: Invalid command 'php_value', defined by a module that is not included",
  'Oct 03 18:26:46 web1 systemd[1]: web.service: Control process exited, code=exited status=1',
];
const mail = [
  'Jun  2 12:44:48 mx1 postfix/smtp[12672]: 898F77: to=<ada@example.org>, relay=none, status=bounced (mail for example.org loops back to myself)',
  'Jun  2 12:44:56 mx1 postfix/smtp[12672]: connect to mx.example.com[2001:db8::1]:25: Connection timed out',
];
const byHand = [
  'FATAL: Could not determine fully qualified hostname.  Please set visible_hostname',
  'Cache: Terminated abnormally.',
  'ada@JOSH:~$ cached',
  'FATAL: Unable to open configuration file: /etc/cached.conf: (13) Permission denied',
  'Aborted (core dumped)',
  'ada@JOSH:~$ sudo cached',
  'FATAL: Could not determine fully qualified hostname.  Please set visible_hostname',
  'Aborted (core dumped)',
];
const compiled = [
  '  CC(target) Release/obj.target/sign/src/keypair.o',
  "../src/sign/keypair.c:2:10: fatal error: 'crypto/sha.h' file not found",
  '#include <crypto/sha.h>',
  '         ^~~~~~~~~~~~~~',
  '1 error generated.',
  'make: *** [Release/obj.target/sign/src/keypair.o] Error 1',
];

const drivers = [
  '/usr/src/wl/sys/wl_linux.c:388: warning: initialization from incompatible pointer type',
  "/usr/src/wl/sys/wl_linux.c:391: error: unknown field 'set_multicast_list' specified in initializer",
  'make[1]: *** [/usr/src/wl/sys/wl_linux.o] Error 1',
];
const packages = [
  'Loading mirror speeds from cached hostfile',
  'No package kernel-devel-5.6.8-1.el7.example.x86_64 available.',
  'Error: Nothing to do',
];

const kernel = (line: string, second: number) => `[   ${second}.004979] ${line}`;
const warned = [
  kernel('------------[ cut here ]------------', 11),
  kernel('WARNING: CPU: 0 PID: 0 at net/sched/sch_generic.c:443 dev_watchdog+0x3e8/0x420', 12),
  kernel('CPU: 0 PID: 0 Comm: swapper/0 Not tainted 6.1.0 #25', 12),
  kernel('Call trace:', 12),
  kernel(' dev_watchdog+0x3e8/0x420', 12),
  kernel(' call_timer_fn+0x34/0x150', 12),
];
const rootless = [
  kernel('sd 0:0:0:0: [sda] Sense Key : Medium Error [current]', 11),
  kernel('blk_update_request: I/O error, dev sda, sector 4488, op 0x0:(READ)', 11),
  ...Array.from({ length: 40 }, (_, index) => kernel(`usb 1-${index}: new high-speed USB device`, 12)),
  kernel('Kernel panic - not syncing: Fatal exception in interrupt', 13),
];

const ask = askLogs({
  warned: ['dmesg.txt', warned],
  rootless: ['dmesg.txt', rootless],
  drivers: ['log.txt', drivers],
  packages: ['log.txt', packages],
  made: ['log.txt', made],
  daemonSaid: ['log.txt', daemonSaid],
  mail: ['log.txt', mail],
  byHand: ['log.txt', byHand],
  compiled: ['log.txt', compiled],
  chained: ['log.txt', chained],
  typed: ['log.txt', typed],
  loaded: ['log.txt', loaded],
  inner: ['log.txt', inner],
  removed: ['log.txt', removed],
  zones: ['log.txt', zones],
  renderer: ['log.txt', renderer],
  hypervisor: ['log.txt', hypervisor],
  flight: ['log.txt', flight],
  prefixless: ['log.txt', prefixless],
  printer: ['log.txt', printer],
  installer: ['log.txt', installer],
  bind: ['log.txt', bind],
  raised: ['log.txt', raised],
  answered: ['log.txt', answered],
  restarts: ['log.txt', restarts],
  spanish: ['log.txt', spanish],
});

it.each<[string, string]>([
  ['hypervisor', "Can't create LUN 9, bus supports only 7 units"],
  ['flight', 'no gyroscope found: /dev/gyro0'],
  ['prefixless', 'Cannot allocate memory'],
  ['printer', 'Heating failed. BED thermistor short circuit !'],
  ['installer', 'groupmod: group metrics is used by a running process'],
  ['bind', 'Failed to bind to address http://127.0.0.1:5999: address already in use'],
  ['raised', 'LockTimeout: /srv/backup/repo.lock'],
  ['answered', 'Reason: [HARD_DEPENDENCY doors 3.9 {depends hinges >= 5.23}]'],
  ['restarts', 'no screens found'],
  ['spanish', 'resolver: failed to create listening socket for port 53: Address already in use'],
  ['chained', "'Points' object has no attribute 'get'"],
  ['typed', 'configmap "dns-zones" not found'],
  ['loaded', 'symbol lookup error'],
  ['inner', 'Incompatible cluster ids in /tmp/store'],
  ['removed', 'the stacked storage-driver has been deprecated and removed'],
  ['zones', 'no TTL specified'],
  ['renderer', "GPU process isn't usable"],
  ['made', "No rule to make target 'gen/tables.py'"],
  ['daemonSaid', "Invalid command 'php_value'"],
  ['mail', 'loops back to myself'],
  ['byHand', 'Could not determine fully qualified hostname'],
  ['compiled', "'crypto/sha.h' file not found"],
  ['drivers', "unknown field 'set_multicast_list'"],
  ['packages', 'No package kernel-devel-5.6.8-1.el7.example.x86_64 available'],
])('finds the line of %s that says why', async (log, cause) => {
  expect((await ask(log, '')).headline).toContain(cause);
});

it.each<[string, string, string]>([
  ['spanish', 'Router image not working?', 'Address already in use'],
  ['spanish', "Can't use the resolver", 'Address already in use'],
  ['bind', "When the host doesn't start - socket error", 'address already in use'],
  ['bind', 'usage of the proxy in front throws exception.', 'address already in use'],
  ['answered', 'Incompatible set of plugins! for [Blocks]\nrun blocks:latest', 'HARD_DEPENDENCY doors'],
  [
    'zones',
    'Bind on Redhat ? The third attempt failed. In the log above you see that named is not starting.',
    'no TTL',
  ],
  ['inner', 'Ending pool service.', 'Incompatible cluster ids'],
])('takes the title of a ticket about %s for a report: %s', async (log, title, cause) => {
  expect((await ask(log, title)).answer).toContain(cause);
});

it.each(['warned', 'rootless'])(
  'is not sure of %s, which ended nothing or had something else before it',
  async (log) => {
    expect((await ask(log, '')).verdict).toBe('LIKELY');
  },
);
