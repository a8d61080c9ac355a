import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const audited = [
  ['root', '10.3.0.2', 'failed'],
  ['ann', '10.3.0.3', 'success'],
  ['root', '10.3.0.3', 'failed'],
  ['bob', '10.3.0.2', 'success'],
  ['ann', '10.3.0.4', 'failed'],
].map(
  ([account, address, result], at) =>
    `type=USER_AUTH msg=audit(177857280${at}.120:${900 + at}): pid=${2000 + at} uid=0 ses=3 msg='op=PAM:authentication acct="${account}" exe="/usr/bin/su" addr=${address} terminal=pts/0 res=${result}'`,
);
const pauses = [
  ['Pause Young (Normal) (G1 Evacuation Pause)', 24, 4, '3.456'],
  ['Pause Young (Normal) (G1 Evacuation Pause)', 60, 9, '61.000'],
  ['Pause Full (Ergonomics)', 200, 80, '120.500'],
  ['Pause Young (Concurrent Start) (G1 Humongous Allocation)', 90, 30, '5.044'],
].map(
  ([said, before, after, took], at) =>
    `[${at * 2}.004s][info][gc] GC(${at}) ${said} ${before}M->${after}M(256M) ${took}ms`,
);
const guarded = [
  ['Port scan', 5, 'blocked', 22],
  ['Malware blocked', 8, 'allowed', 80],
  ['Login failure', 2, 'blocked', 22],
  ['Port scan', 5, 'allowed', 443],
  ['Port scan', 6, 'blocked', 22],
].map(
  ([name, severity, act, port], at) =>
    `May 12 06:0${at}:54 fw1 CEF:0|Acme|Guard|4.2|100|${name}|${severity}|src=172.16.0.${at} dpt=${port} act=${act} msg=rule hit`,
);
const ask = askLogs({
  audited: ['audit.log', audited],
  pauses: ['gc.log', pauses],
  guarded: ['guard.log', guarded],
});

it.each([
  ['audited', 'how many authentications failed?', /\b3 lines/],
  ['audited', 'which account had the most failures?', /root: 2 lines/],
  ['pauses', 'what was the longest pause?', /120\.5 ms/],
  ['pauses', 'total pause time', /190 ms/],
  ['pauses', 'how many pauses were longer than 50 ms?', /\b2 lines/],
  ['pauses', 'how many full GCs were there?', /\b1 line/],
  ['guarded', 'how many events were blocked?', /\b3 lines/],
  ['guarded', 'how many port scans were there?', /\b3 lines/],
])('answers of %s: %s', async (log, question, expected) => {
  expect((await ask(log, question)).headline).toMatch(expected);
});
