import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number, second = 0): string =>
  `2026-05-12 06:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}`;

/** Each press stops and goes on again, in words that no list of states has. */
const press = [
  [1, 'P-1', 'misfeed at gripper 3'],
  [1, 'P-1', 'halted by misfeed'],
  [4, 'P-1', 'misfeed cleared by op7'],
  [10, 'P-2', 'misfeed at gripper 1'],
  [10, 'P-2', 'halted by misfeed'],
  [12, 'P-2', 'misfeed cleared by op9'],
  [20, 'P-1', 'misfeed at gripper 2'],
  [20, 'P-1', 'halted by misfeed'],
  [29, 'P-1', 'misfeed cleared by op7'],
].map(([minute, name, text], index) => `${at(Number(minute), index)} ${name} ${text}`);

const bans = [
  `${at(2)} fence: Ban 198.51.100.7`,
  `${at(3)} fence: seen 203.0.113.9 again`,
  `${at(32)} fence: Unban 198.51.100.7`,
];

const mill = [
  `${at(1)} <PRG> Cycle start O77`,
  `${at(3)} <ALM> 1104 Coolant level low, feed hold`,
  `${at(9)} <ALM> 1104 cleared`,
  `${at(10)} <PRG> Cycle end O77`,
];

const sudo = [
  `${at(1)} box sudo: mia : TTY=pts/0 ; USER=root ; COMMAND=/usr/bin/apt update`,
  `${at(5)} box sudo: sven : TTY=pts/1 ; USER=root ; COMMAND=/usr/sbin/nft flush ruleset`,
  `${at(6)} box sudo: mia : TTY=pts/0 ; USER=root ; COMMAND=/usr/bin/apt upgrade`,
  `${at(7)} box sudo: mia : TTY=pts/0 ; USER=root ; COMMAND=/usr/bin/tail -f /var/log/syslog`,
];

const sshd = [31402, 40771, 52810, 60011].map(
  (port, index) =>
    `${at(index)} box sshd[${900 + index}]: Failed password for root from 198.51.100.7 port ${port} ssh2`,
);

const ask = askLogs({
  press: ['press.log', press],
  bans: ['fence.log', bans],
  mill: ['mill.log', mill],
  sudo: ['auth.log', sudo],
  sshd: ['sshd.log', sshd],
});

it('counts what is told by several lines once, by the line that begins it', async () => {
  expect((await ask('press', 'how many misfeeds were there?')).headline).toMatch(/\b3 lines/);
  expect((await ask('press', 'which press had the most misfeeds?')).headline).toMatch(/P-1: 2 lines/);
});

it('counts lines where lines are asked for', async () => {
  expect((await ask('press', 'how many lines mention misfeed?')).headline).toMatch(/\b9 lines/);
});

it('takes what has no name for its state to last until the line that says it is over', async () => {
  expect((await ask('press', 'longest misfeed?')).headline).toContain('9 min');
  expect((await ask('bans', 'how long was 198.51.100.7 banned?')).headline).toContain('30 min banned');
});

it('quotes the line that tells of an event where no other gives its reason', async () => {
  const { verdict, headline } = await ask('mill', 'why was there a feed hold?');
  expect(headline).toContain('Coolant level low');
  expect(verdict).toBe('LIKELY');
});

it('adds up neither ports nor process numbers', async () => {
  expect((await ask('sshd', 'how many failed passwords in total?')).headline).toMatch(/\b4 lines/);
});
