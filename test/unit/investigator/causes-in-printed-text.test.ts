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

const ask = askLogs({
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
])('finds the line of %s that says why', async (log, cause) => {
  expect((await ask(log, '')).headline).toContain(cause);
});

it.each<[string, string, string]>([
  ['spanish', 'Router image not working?', 'Address already in use'],
  ['spanish', "Can't use the resolver", 'Address already in use'],
  ['bind', "When the host doesn't start - socket error", 'address already in use'],
  ['bind', 'usage of the proxy in front throws exception.', 'address already in use'],
  ['answered', 'Incompatible set of plugins! for [Blocks]\nrun blocks:latest', 'HARD_DEPENDENCY doors'],
])('takes the title of a ticket about %s for a report: %s', async (log, title, cause) => {
  expect((await ask(log, title)).answer).toContain(cause);
});
