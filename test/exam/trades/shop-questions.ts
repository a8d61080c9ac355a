import type { Random } from '../generate/random.ts';
import { distinct, maximum, most, oneOf, sum } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';
import { nullPointer, type ShopEvent, timeout } from './shop.ts';

/** Each by its short name and by the one the log writes. */
const payments = ['PaymentService', 'c.a.pay.PaymentService'];
const queries = ['OrderRepo', 'c.a.db.OrderRepo'];
const lookups = ['StockClient', 'c.a.stock.StockClient'];

type Of<Kind extends ShopEvent['kind']> = Extract<ShopEvent, { kind: Kind }>;

export function shopQuestions(random: Random, all: readonly ShopEvent[], line: number, absentCode: string) {
  const ask = createQuestions(random);
  const slow = all.filter((one) => one.kind === 'slow');
  const queryMs = slow.map(({ ms }) => ms);
  ask.value(
    'slowest query',
    maximum(queryMs),
    ['slowest query?', 'how long did the slowest query take?', 'longest slow query?'],
    'ms',
  );
  ask.count('queries over 2 seconds', queryMs.filter((ms) => ms > 2000).length, [
    'how many slow queries took over 2 seconds?',
    'number of slow queries longer than 2 seconds?',
  ]);
  ask.distinct('threads', distinct(all, ({ thread }) => thread).length, [
    'how many threads are there?',
    'number of different threads?',
  ]);
  ask.absent('out of memory', ['any OutOfMemoryError?', 'was there an OutOfMemoryError?']);
  ask.absent('deadlock', ['was there a deadlock?', 'any deadlocks?']);
  ask.untold('refunds', ['how much was refunded to customers in the end?', 'which refund was the largest?']);
  ask.untold('customer', ['which customer complained?', 'what is the name of the customer whose card was declined?']);
  askPayments(ask, random, all, absentCode);
  askExceptions(ask, all, line);
  askLevels(ask, all);
  return ask.asked;
}

function askPayments(ask: Questions, random: Random, all: readonly ShopEvent[], absentCode: string) {
  const amounts = all.flatMap((one) => (one.kind === 'paid' ? [one.amount] : []));
  const declined = all.filter((one) => one.kind === 'declined');
  const codes = declined.map(({ code }) => code);
  ask.count('declined', declined.length, [
    'how many orders were declined?',
    'number of declined orders?',
    'how many cards were declined?',
  ]);
  ask.count('paid', amounts.length, [
    'how many orders were paid?',
    'number of paid orders?',
    'how many payments went through?',
  ]);
  ask.value(
    'paid total',
    sum(amounts),
    ['total amount paid?', 'sum of all payments?', 'how much was paid in total?'],
    'EUR',
  );
  ask.value(
    'largest payment',
    maximum(amounts),
    ['largest payment?', 'what was the highest amount paid?', 'biggest payment?'],
    'EUR',
  );
  ask.name(
    'decline code',
    most(declined, ({ code }) => code),
    codes,
    ['most common decline code?', 'with which code are most cards declined?'],
  );
  ask.time('last declined', declined.at(-1)?.timeMs, [
    'when was the last declined card?',
    'when was a card declined last?',
  ]);
  askDecline(ask, random, declined, absentCode);
}

function askDecline(ask: Questions, random: Random, declined: readonly Of<'declined'>[], absentCode: string) {
  const one = oneOf(random, declined);
  if (one === undefined) return;
  const codes = declined.map(({ code }) => code);
  const ofCode = codes.filter((code) => code === one.code).length;
  const others = codes.filter((code) => code !== one.code).map((code) => `code ${code}`);
  ask.count('declined with code', ofCode, [
    `how many cards got declined with code ${one.code}?`,
    `number of declines with code ${one.code}?`,
  ]);
  ask.absent('absent code', [`was any card declined with code ${absentCode}?`]);
  ask.words('why declined', [one.code], others, [
    `why was order ${one.order} declined?`,
    `decline code of order ${one.order}?`,
    `with which code was order ${one.order} declined?`,
  ]);
}

function askExceptions(ask: Questions, all: readonly ShopEvent[], line: number) {
  const thrown = all.filter((one) => one.kind === 'thrown');
  const nulls = thrown.filter(({ exception }) => exception === nullPointer);
  const timeouts = thrown.filter(({ exception }) => exception === timeout);
  const names = [nullPointer.name, timeout.name];
  ask.count('exceptions', thrown.length, [
    'how many exceptions in total?',
    'how many exceptions were thrown?',
    'number of exceptions?',
  ]);
  ask.name(
    'most frequent exception',
    most(thrown, ({ exception }) => exception.name),
    names,
    ['most frequent exception?', 'which exception is thrown most often?'],
  );
  if (nulls.length === 0 || timeouts.length === 0) return;
  ask.count('null pointers', nulls.length, [
    'how many NullPointerExceptions?',
    'number of NullPointerExceptions?',
    'how often was a NullPointerException thrown?',
  ]);
  ask.count('timeouts', timeouts.length, [
    'how many read timeouts were there?',
    'how often did a read time out?',
    'number of SocketTimeoutExceptions?',
  ]);
  ask.time('first timeout', timeouts[0]?.timeMs, [
    'when was the first timeout?',
    'when did a read time out for the first time?',
  ]);
  ask.words(
    'where null',
    [`StockClient.java:${line}`],
    [],
    ['where does the NullPointerException come from?', 'in which file and line is the NullPointerException thrown?'],
  );
}

function askLevels(ask: Questions, all: readonly ShopEvent[]) {
  const of = (kind: ShopEvent['kind']) => all.filter((one) => one.kind === kind).length;
  const [declined, slow, thrown] = [of('declined'), of('slow'), of('thrown')];
  const [loudest, quieter] = declined > slow ? [payments, queries] : [queries, payments];
  ask.count('warnings', declined + slow, ['how many warnings?', 'number of warnings?', 'how many WARN lines?']);
  ask.count('errors', thrown, ['how many errors?', 'number of errors?', 'how many ERROR lines?']);
  ask.words(
    'most warnings',
    declined === slow ? undefined : loudest,
    [...quieter, ...lookups],
    ['which class logs the most warnings?', 'which class has the most WARN lines?'],
  );
}
