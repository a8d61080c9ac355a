import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) =>
  new Date(Date.UTC(2026, 4, 19, 11, 0, second)).toISOString().replace('T', ' ').slice(0, -1);
const pays = (number: number) => `payment=TX${5000 + number}`;

/** Payments in words that no list has for a begin: each takes 20 s, every fifth is declined, and the last has no end. */
const payments = [
  ...Array.from({ length: 12 }, (_, index) => [
    [index * 10, `type=checkout_opened|${pays(index)}|merchant=shop-${index % 2}|amount_eur=${10 + index}.50`],
    ...(index === 11
      ? []
      : index % 5 === 4
        ? [[index * 10 + 20, `type=payment_declined|${pays(index)}|reason=card expired`]]
        : [[index * 10 + 20, `type=payment_approved|${pays(index)}`]]),
  ]),
].flat();
/** What a gateway measures is said by the line, and its value by a field of any name. */
const losses = [2.7, 3.5, 1.2, 4.9].map((value, index) => [
  index * 30 + 5,
  `type=packet_loss_reading|gateway=gw-2|value=${value}|unit=%`,
]);
const lines = [...payments, ...losses]
  .sort(([one], [other]) => Number(one) - Number(other))
  .map(([second, said]) => `${at(Number(second))}|INFO|acquirer|${said}`);

/** Requests with a path beside queries that have none, each with a time. */
const served = Array.from({ length: 24 }, (_, index) =>
  index % 4 === 3
    ? `${at(index)} WARN web-${index % 3} db: slow query took ${900 + index} ms table=t${index % 2}`
    : `${at(index)} INFO web-${index % 3} http: GET /api/items/${index} 200 ${20 + index} ms hit=${index % 2}`,
);

/** One end in two wordings, and another of what failed. */
const scrubs = Array.from({ length: 12 }, (_, index) => [
  `${at(index * 10)} INFO raid: scrub SC${400 + index} begins on vol-${index % 3}`,
  index % 4 === 3
    ? `${at(index * 10 + 5)} ERROR raid: scrub SC${400 + index} failed: volume locked`
    : index % 2 === 0
      ? `${at(index * 10 + 5)} INFO raid: scrub SC${400 + index} completed, ${index} blocks repaired`
      : `${at(index * 10 + 5)} INFO raid: scrub SC${400 + index} finished, repaired blocks: ${index}`,
]).flat();

const ask = askLogs({
  scrubs: ['scrubs.log', scrubs],
  payments: ['payments.log', lines],
  served: ['served.log', served],
});

it.each([
  ['payments', 'how many payments were started but never ended in the log', /^\**CONFIRMED: 1 of 12/],
  ['payments', 'which payments have no end in this log?', /TX5011/],
  ['payments', 'how many payments were in progress at 11:00:45?', /: 2 of 12/],
  ['payments', 'at 11:00:45, how many payments were under way?', /: 2 of 12/],
  ['payments', 'how long did payment TX5003 take?', /: 20 s/],
  ['payments', 'which merchant had the most payments that were declined?', /shop-0/],
  ['payments', 'btw how did payment TX9999 end?', /TX9999 is not in this file/],
  ['payments', 'how many failed logins were there?', /INCONCLUSIVE/],
  ['payments', 'what was the last reading of the packet loss of gw-2?', /: 4\.9 /],
  ['payments', 'packet loss of gw-2 at the very first reading', /: 2\.7 /],
  ['scrubs', 'how many scrubs completed?', /: 9 scrubs/],
  ['served', 'what was the longest slow query?', /: 923 ms/],
  ['served', 'how many slow queries were there on web-0?', /: 2 /],
  ['served', 'slowest request?', /: 42 ms/],
])('%s: %s', async (log, question, answer) => {
  expect((await ask(log, question)).headline).toMatch(answer);
});
