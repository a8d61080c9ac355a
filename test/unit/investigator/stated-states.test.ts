import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 6, 7, minute)).toISOString();

/** Read every five minutes, whether it has changed or not. */
const readings = Array.from({ length: 24 }, (_, index) =>
  ['th-1', 'th-2'].map(
    (sensor) =>
      `${at(5 * index)} level=info sensor=${sensor} room=attic celsius=${20 + index} status=${sensor === 'th-1' && index >= 6 && index < 9 ? 'fault' : 'ok'}`,
  ),
).flat();

/** Told when it changes. */
const nodes = [
  `${at(0)} INFO nodes: status of node n1 node=n1 status=Ready`,
  `${at(1)} INFO nodes: status of node n2 node=n2 status=Ready`,
  `${at(10)} WARN nodes: pod web-1 failed to start node=n1`,
  `${at(20)} WARN nodes: status of node changed node=n1 status=NotReady reason=DiskPressure`,
  `${at(50)} INFO nodes: status of node changed node=n1 status=Ready`,
  `${at(60)} WARN nodes: status of node changed node=n2 status=NotReady reason=KubeletStopped`,
];

/** How each came out: no mail is in that state until another tells its own. */
const mails = Array.from(
  { length: 30 },
  (_, index) =>
    `${at(index)} mta: to=<a${index % 7}@example.org> delay=${index % 9} status=${index % 3 === 0 ? 'deferred' : 'sent'}`,
);

const logins = [
  `${'May  6 07:00:00'} host1 sshd[411]: session opened for user ada`,
  `${'May  6 07:10:00'} host1 sshd[422]: session opened for user ada`,
  `${'May  6 07:20:00'} host1 sshd[433]: session opened for user bob`,
  `${'May  6 07:30:00'} host1 sshd[422]: session closed for user ada`,
  `${'May  6 07:40:00'} host1 sshd[433]: session closed for user bob`,
  `${'May  6 08:00:00'} host1 sshd[411]: session closed for user ada`,
];

const ask = askLogs({
  readings: ['readings.log', readings],
  nodes: ['nodes.log', nodes],
  mails: ['mail.log', mails],
  logins: ['auth.log', logins],
});

it.each([
  ['readings', 'was th-1 in fault at 07:35?', 'CONFIRMED', 'Yes'],
  ['readings', 'was th-2 in fault at 07:35?', 'LIKELY', 'No'],
  ['readings', 'how long was th-1 in fault?', 'CONFIRMED', '15 min'],
  ['readings', 'what was the status of th-1 at 07:36?', 'CONFIRMED', 'fault'],
  ['readings', 'what is the status of th-1 now?', 'CONFIRMED', 'ok'],
  // "Not ready" is the state that the field calls so, and what failed beside it is none.
  ['nodes', 'how long was n1 NotReady in total?', 'CONFIRMED', '30 min'],
  ['nodes', 'what was the longest NotReady phase of n1?', 'CONFIRMED', '30 min'],
  ['nodes', 'is n2 ready now?', 'CONFIRMED', 'No'],
  ['mails', 'how many mails were deferred?', 'CONFIRMED', '10'],
  // One who has several is told apart by what numbers them.
  ['logins', 'how many sessions were open at the same time at most?', 'CONFIRMED', '3 at once'],
])('%s: "%s" is %s, %s', async (file, question, verdict, headline) => {
  const told = await ask(file as 'nodes', question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe(verdict);
});

/** A word in capitals says what the next cell is. */
const machines = Array.from({ length: 12 }, (_, index) => {
  const time = (minute: number) => `28.06.2026 06:${String(5 * index + minute).padStart(2, '0')}:00`;
  return [
    `${time(0)} | PRESS-1 | STATE | ${index < 3 ? 'IDLE' : index < 9 ? 'RUN' : 'FAULT'}`,
    `${time(1)} | PRESS-2 | STATE | RUN`,
    `${time(2)} | PRESS-1 | COUNT | good=${10 + index} scrap=${index % 2}`,
    `${time(3)} | OVEN-1 | TEMP | ${180 + index}.5 °C`,
  ];
}).flat();
const askMachines = askLogs({ machines: ['line.log', machines] });

it.each([
  ['what was PRESS-1 doing at 06:16?', 'RUN'],
  ['is PRESS-1 in fault now?', 'Yes'],
  ['has PRESS-2 been in fault?', 'No'],
])('names a cell by the word before it: "%s" %s', async (question, part) => {
  expect((await askMachines('machines', question)).headline).toContain(part);
});

const upstreams = [
  `${at(0)} info upstream is up upstream=s1`,
  `${at(3)} warn health check failed for upstream=s1`,
  `${at(5)} warn health check failed for upstream=s1`,
  `${at(10)} warn upstream is down upstream=s1`,
  `${at(20)} info upstream is up upstream=s1`,
];
const askUpstreams = askLogs({ upstreams: ['gateway.log', upstreams] });

it.each([
  ['was s1 up at 07:15?', 'No, s1 was down then'],
  ['was s1 down at 07:15?', 'Yes, s1 was down then'],
  ['was s1 up or down at 07:25?', 'Yes, s1 was up then'],
])('tells up and down apart: "%s" %s', async (question, part) => {
  expect((await askUpstreams('upstreams', question)).headline).toContain(part);
});
