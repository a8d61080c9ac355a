import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 3, 7, 6, minute)).toISOString();
const line = (minute: number, text: string) => `${clock(minute)} INFO ${text}`;

/** States by the words of the lines themselves, of names of several words, and runs from night to night. */
const works = [
  line(0, 'KILN4: STATE RUN'),
  line(0, 'SAW2: STATE RUN'),
  ...[61, 71, 70].map((degrees, at) => line(3 + at, `KILN4: TEMP DOOR3 ${degrees}.5 degC`)),
  line(7, 'KILN4: STATE STOP (NO FUEL)'),
  line(9, 'SAW2: STATE STOP (BLADE)'),
  line(12, 'SAW2: STATE RUN'),
  line(20, 'KILN4: STATE RUN'),
  line(22, 'manager: The North Gate Watch service entered the stopped state.'),
  line(23, 'manager: The Print Spooler service entered the stopped state.'),
  line(27, 'manager: The Print Spooler service entered the running state.'),
  line(31, 'manager: The North Gate Watch service entered the running state.'),
  line(40, 'link uplink-b offline'),
  line(46, 'link uplink-b online'),
  line(50, 'link uplink-c offline'),
];

/** Each night's copy follows on the last one's end. */
const nights = [1, 2, 3].flatMap((day) =>
  ['attic', 'cellar'].flatMap((host, at) => [
    `2026-04-0${day}T0${1 + at}:00:00Z INFO [${host}] copy started`,
    `2026-04-0${day}T0${1 + at}:${10 + day + at}:00Z INFO [${host}] copy finished: ${day * 100} files, ${day}.5 GB added`,
  ]),
);

const unit = (minute: number, text: string) =>
  `Apr  7 06:${String(minute).padStart(2, '0')}:00 nas systemd[1]: ${text}`;
const session = (minute: number, user: string, pid: number, text: string) =>
  `Apr  7 06:${String(minute).padStart(2, '0')}:00 nas sshd[${pid}]: pam_unix(sshd:session): session ${text} for user ${user}${text === 'opened' ? '(uid=1000) by (uid=0)' : ''}`;
const journal = [
  unit(1, 'Started pantry.service.'),
  unit(5, 'pantry.service: Main process exited, code=exited, status=1/FAILURE'),
  unit(5, "pantry.service: Failed with result 'exit-code'."),
  unit(9, 'Started pantry.service.'),
  'Apr  7 06:10:00 nas pantry[77]: ready to accept connections',
  session(12, 'ida', 501, 'opened'),
  session(13, 'ida', 502, 'opened'),
  session(14, 'olaf', 503, 'opened'),
  session(15, 'ida', 502, 'closed'),
  session(20, 'olaf', 503, 'closed'),
  session(31, 'ida', 501, 'closed'),
];

const ask = askLogs({ works: ['works.log', works], nights: ['nights.log', nights], journal: ['journal.log', journal] });

it.each([
  ['works', 'What state was KILN4 in at 06:10?', 'STOP'],
  ['works', 'what state was SAW2 in at 06:15', 'RUN'],
  ['works', 'How long was KILN4 stopped?', '13 min stopped'],
  ['works', 'How long was the North Gate Watch stopped?', '9 min stopped'],
  ['works', 'Was the Print Spooler running or stopped at 06:25?', 'was stopped then'],
  ['works', 'Was uplink-b online or offline at 06:43?', 'was offline then'],
  ['works', 'what was the highest temp of DOOR3?', '71.5'],
  ['nights', 'Which host had the longest copy?', 'cellar: 14 min'],
  ['nights', 'How long did the shortest copy of attic take?', '11 min'],
  ['journal', 'How many times did pantry fail?', '1 line'],
  ['journal', 'Was pantry up or down at 06:07?', 'was down then'],
  ['journal', 'How long was pantry down?', '4 min down'],
  ['journal', 'Who had the longest ssh session?', 'ida (pid 501): 19 min'],
  ['journal', 'which user opened the most sessions?', 'ida: 2'],
])('%s: "%s" tells %s', async (file, question, headline) => {
  expect((await ask(file, question)).headline).toContain(headline);
});
