import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import { mailQuestions } from './mail-questions.ts';
import type { TradeLog } from './questions.ts';
import { steps, syslogOf, textOf } from './times.ts';

export interface Mail {
  id: string;
  /** When it was tried, a second after it was queued. */
  triedMs: number;
  user: string;
  domain: string;
  size: number;
  delay: number;
  status: 'sent' | 'deferred' | 'bounced';
}

/** What the other side said of those that bounced. */
export interface Refusal {
  code: string;
  reason: string;
}

const userNames = [
  ['ann', 'bob', 'cleo', 'dan', 'eve'],
  ['marta', 'nils', 'olga', 'piet', 'rosa'],
];
const domainNames = [
  ['example.org', 'initech.test', 'globex.test', 'hooli.test', 'umbrella.test'],
  ['acme.test', 'contoso.test', 'northwind.test', 'fabrikam.test', 'tailspin.test'],
];
const refusals: readonly Refusal[] = [
  { code: '550', reason: 'unknown user' },
  { code: '554', reason: 'relay access denied' },
  { code: '552', reason: 'mailbox full' },
];

/** A mail relay: each message is queued on one line and tried on the next. */
export function mail(random: Random): TradeLog {
  const users = random.some(random.pick(userNames), 4);
  const { names: domains, absent } = cast(random, domainNames, 4);
  const refusal = random.pick(refusals);
  const all = steps(random, random.int(70, 100), [2000, 50_000]).map(
    (queuedMs, index): Mail => ({
      id: `${random.int(0x100, 0xfff).toString(16)}${(index + 16).toString(16)}${random.pick('ABCDEF'.split(''))}`.toUpperCase(),
      triedMs: queuedMs + 1000,
      user: random.pick(users),
      domain: random.pick(domains),
      size: random.int(800, 90_000),
      delay: random.int(1, 400) / 10,
      status: random.pick(['sent', 'sent', 'sent', 'sent', 'deferred', 'bounced']),
    }),
  );
  const text = textOf(all.flatMap((one) => linesOf(random, one, refusal)));
  return { name: 'maillog', text, asked: mailQuestions(random, all, refusal, absent) };
}

function linesOf(random: Random, { id, triedMs, user, domain, size, delay, status }: Mail, refusal: Refusal): string[] {
  const said = {
    sent: '250 2.0.0 Ok',
    deferred: `host mail.${domain} said: 451 4.7.1 try later`,
    bounced: `${refusal.code} 5.1.1 ${refusal.reason}`,
  }[status];
  const relay = `mail.${domain}[203.0.113.${random.int(1, 9)}]:25`;
  return [
    `${syslogOf(triedMs - 1000)} mx1 postfix/qmgr[1044]: ${id}: from=<app@corp.test>, size=${size}, nrcpt=1 (queue active)`,
    `${syslogOf(triedMs)} mx1 postfix/smtp[${random.int(2000, 2009)}]: ${id}: to=<${user}@${domain}>, relay=${relay}, ` +
      `delay=${delay.toFixed(1)}, status=${status} (${said})`,
  ];
}
