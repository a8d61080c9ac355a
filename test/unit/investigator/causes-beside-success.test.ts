import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const deployed = [
  'Plan: 3 to add, 0 to change, 0 to destroy.',
  'Apply complete! Resources: 3 added, 0 changed, 0 destroyed.',
  'TASK [Check if the shop answers] ***********************************************',
  'ok: [192.0.2.4]',
  'TASK [Fail if the shop does not answer] ****************************************',
  'skipping: [192.0.2.4]',
  'PLAY RECAP *********************************************************************',
  '192.0.2.4     : ok=9    changed=5    unreachable=0    failed=0    skipped=1    rescued=0    ignored=0',
];
const trained = [
  'Model summary: 415 layers',
  'tensor.py:478: UserWarning: meshgrid: in an upcoming release, it will be required to pass the indexing argument.',
  'train: scanning labels... 595 found, 0 missing, 0 empty, 0 corrupted: 100%',
  '300 epochs completed in 3.215 hours.',
];
const booted = [
  '[    0.000000] Linux version 6.6.10 (build@host) #1 SMP',
  '[    0.001454] No NUMA configuration found',
  '[    0.185797] NMI watchdog: Perf NMI watchdog permanently disabled',
  '[    0.212627] ACPI: _OSC evaluation for CPUs failed, trying _PDC',
  '[    1.501220] EXT4-fs (sda1): mounted filesystem with ordered data mode.',
  '[    5.600000] e1000 0000:00:03.0 enp0s3: renamed from eth0',
];
const backlogged = Array.from({ length: 60 }, (_, at) => {
  const time = `2026-05-12T06:${10 + Math.floor(at / 2)}:${at % 2}0Z`;
  if (at % 3 === 0) return `${time} WARN queue mail backlog ${100 + at} messages`;
  return at % 10 === 5
    ? `${time} ERROR delivery to sms failed: connection refused`
    : `${time} INFO delivered ${at} messages`;
});
const trail = Array.from({ length: 20 }, (_, at) => ({
  eventTime: `2026-05-12T06:${10 + at}:00Z`,
  eventName: 'GetObject',
  ...(at % 4 === 1 ? { errorCode: 'AccessDenied' } : {}),
}));
const wrapped = [
  '20:58:50 [INFO] deploy: found 5 hosts',
  "20:59:13 [INFO] deploy: cp: cannot stat '/home/ci/.ssh/authorized_keys': No such file or directory",
  '21:00:33 [INFO] deploy: installing the boot loader...',
  '21:00:50 [INFO] deploy: installation finished!',
  '21:00:51 [INFO] deploy: host desktop completed',
];
const output = [
  '2026/04/19 19:44:44.805420 [DEBUG] (runner) all templates rendered',
  '2026/04/19 19:44:44.805449 [INFO] (child) spawning: /opt/render.sh',
  'total 24',
  "cat: can't open '/opt/out.txt': No such file or directory",
  '2026/04/19 19:44:49.821257 [INFO] (runner) child process died',
  '2026/04/19 19:44:49.821281 [ERR] (cli) child process died with exit code 0',
];
const database = [
  'Jun 09 20:31:05 red postgres[715]: 2026-06-09 20:31:05.452 CEST [715] DEBUG:  mmap(150994944) with MAP_HUGETLB failed, huge pages disabled: Cannot allocate memory',
  'Jun 09 20:31:05 red postgres[715]: 2026-06-09 20:31:05.534 CEST [715] LOG:  database system is ready to accept connections',
  'Jun 09 20:31:24 red postgres[863]: 2026-06-09 20:31:24.193 CEST [863] ERROR:  unrecognized node type: 16782051',
  'Jun 09 20:31:24 red postgres[863]: 2026-06-09 20:31:24.194 CEST [863] LOG:  could not receive data from client: Connection reset by peer',
];
const tomcat = [
  '12-Mar-2026 17:34:11.498 INFO [main] org.apache.coyote.AbstractProtocol.init Initializing ProtocolHandler ["http-nio-8080"]',
  '12-Mar-2026 17:34:16.565 SEVERE [main] org.apache.catalina.core.StandardContext.startInternal One or more Filters failed to start',
  '12-Mar-2026 17:34:16.567 SEVERE [main] org.apache.catalina.core.StandardContext.startInternal Context [/shop] startup failed due to previous errors',
];
const php = [
  '[01-Nov-2026 06:34:30 UTC] PHP Fatal error:  Composer detected issues in your platform: Your Composer dependencies require a PHP version ">= 8.1.0". You are running 7.4.33. in /srv/shop/platform_check.php on line 24',
];
const ask = askLogs({
  backlogged: ['queue.log', backlogged],
  trail: ['trail.json', [JSON.stringify({ Records: trail })]],
  deployed: ['deploy.log', deployed],
  trained: ['nohup.out', trained],
  booted: ['dmesg.txt', booted],
  wrapped: ['deploy.log', wrapped],
  output: ['render.log', output],
  database: ['journal.txt', database],
  tomcat: ['catalina.out', tomcat],
  php: ['error_log', php],
});
const told = (name: Parameters<typeof ask>[0]) => ask(name, 'why did it fail?');

it('finds no failure in what a run that went well prints', async () => {
  for (const name of ['deployed', 'trained', 'booted', 'wrapped'] as const)
    expect((await told(name)).headline).toContain('Nothing in this file shows a failure');
});

it('reads the output of a command below the line of information that ran it', async () => {
  expect((await told('output')).headline).toContain("cat: can't open '/opt/out.txt': No such file or directory");
});

it('reads the time and the level of a database behind those of the journal', async () => {
  expect((await told('database')).headline).toContain('unrecognized node type: 16782051');
});

it('takes the class and not the thread for what speaks', async () => {
  expect((await told('tomcat')).headline).toMatch(/StandardContext.*: .?One or more Filters failed to start/);
});

it('reads no part of the time into what is said', async () => {
  expect((await told('php')).headline).toMatch(/^.{0,20}PHP Fatal error: Composer detected issues/);
});

it('takes a failure for the cause before a warning that tells of none, however often it comes', async () => {
  expect((await told('backlogged')).headline).toContain('delivery to sms failed: connection refused');
});

it('reads the code of an error that stands in a field', async () => {
  expect((await told('trail')).headline).toContain('AccessDenied');
});
