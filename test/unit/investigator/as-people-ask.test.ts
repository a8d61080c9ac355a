import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 5, 9, 8, minute, second)).toISOString();

/** Runs of several sources: a number that each stage states, and a time that each takes. */
const sources = ['web_clicks', 'till_sales', 'stock_feed'];
const stages = [
  `${at(0)} INFO etl.main: scheduler up (batch_size=5000, workers=2)`,
  ...[1, 2, 3, 4].flatMap((run) =>
    sources.flatMap((source, index) => [
      `${at(run * 5)} INFO etl.extract: run 0602-0${run} ${source}: read ${100 * run + index} rows in ${run}.5s (0.4 MB)`,
      `${at(run * 5, 20)} INFO etl.check: run 0602-0${run} ${source}: ${100 * run} valid, ${index} rejected in 0.2s`,
      `${at(run * 5, 40)} INFO etl.load: run 0602-0${run} ${source}: loaded ${100 * run} rows into dw.${source} in ${run * 10}ms`,
    ]),
  ),
  `${at(30)} WARNING etl.config: reload: batch_size 5000 -> 2000 (SIGHUP)`,
];

/** Rows of cells before what each says, and a link that is told by two words. */
const stations = ['BER-014', 'LEI-101', 'POT-004'];
const cells = [
  ...stations.map((name, index) => `${at(0, index)}|INFO|ws|${name}|--|socket connected from 10.0.0.${index + 1}`),
  ...[5, 15, 25].flatMap((minute) =>
    stations
      .slice(0, 2)
      .map((name) => `${at(minute)}|INFO|session|${name}|--|tx ${8800 + minute} stopped energy=${minute}.5kWh`),
  ),
  `${at(20)}|WARN|ws|POT-004|--|socket closed code=1006`,
  `${at(28)}|INFO|ws|POT-004|--|socket connected from 10.0.0.9`,
];

const flags = [
  ['beta_cart', 'off', 'on', 'dana', 5],
  ['beta_cart', 'on', 'off', 'oncall', 25],
  ['beta_cart', 'off', 'on', 'dana', 45],
].map(
  ([flag, previous, current, actor, minute]) =>
    `{"time":"${at(Number(minute))}","level":"info","msg":"feature flag changed","flag":"${flag}","previous":"${previous}","current":"${current}","actor":"${actor}"}`,
);

const gateway = [
  `${at(0)} netd: Interface 'wwan' is now up`,
  `${at(1)} netd: register 'lte_wwan' at usb-1.1, WWAN device`,
  `${at(10)} netd: Interface 'wwan' is now down`,
  `${at(14)} netd: Interface 'wwan' is now up`,
  `${at(30)} netd: Interface 'wwan' is now down`,
  `${at(31)} netd: Interface 'wwan' is now up`,
  `${at(40)} cfg: Property 'link.mtu' changed from '1500' to '1400' by ada`,
  `${at(50)} cfg: Property 'link.mtu' changed from '1400' to '1450' by bob`,
];

/** As ingress-nginx writes by its own format. */
const ingress = ['shop-web-80', 'shop-cart-8080', 'docs-80'].flatMap((upstream, index) =>
  [0, 1, 2, 3].map(
    (one) =>
      `203.0.113.${index} - - [09/Jun/2026:08:${10 + one}:0${index} +0000] "GET /${upstream}/${one} HTTP/2.0" ${index < 2 && one === 3 ? 502 : 200} ${1000 * (one + 1)} "-" "curl/8" 412 0.${index + 1}0${one} [${upstream}] [] 10.0.0.${index}:80 ${1000 * (one + 1)} 0.${index + 1}0${one} ${index < 2 && one === 3 ? 502 : 200} ${'ab12'.repeat(8)}`,
  ),
);

/** A line of an analyser: a number of the event stands before the sentence. */
const analyser = Array.from(
  { length: 12 },
  (_, index) => `${at(index)} SYS I 2190 Completed sample ${4400 + index} TAT 00:0${1 + (index % 5)}:30`,
);

const ask = askLogs({
  stages: ['etl.log', stages],
  cells: ['csms.log', cells],
  flags: ['flags.json', flags],
  gateway: ['gw.log', gateway],
  ingress: ['ingress.log', ingress],
  analyser: ['lab.log', analyser],
});

it.each([
  // Of several names behind a noun the first is the noun's.
  ['stages', 'how many rows were read from web_clicks?', 'CONFIRMED: 1,000 is the total rows'],
  ['stages', 'total rows read from till_sales over all runs together', 'CONFIRMED: 1,004 is the total rows'],
  ['stages', 'avg load time of web_clicks (the lines with "loaded")', '0.025 s is the average'],
  ['stages', 'batch_size before and after the reload?', 'CONFIRMED: From 5000 to 2000'],
  ['cells', 'which of the charge points never had a transaction stopped?', 'POT-004'],
  ['cells', 'was POT-004 connected at 08:22?', ': No, POT-004 was closed then'],
  ['cells', 'which charge point delivered the most energy?', 'BER-014'],
  ['flags', 'was beta_cart on or off at 08:30?', 'CONFIRMED: No, beta_cart was off then'],
  ['flags', 'was beta_cart on at 08:50?', 'CONFIRMED: Yes'],
  ['gateway', 'how many times did the wwan interface go down?', 'CONFIRMED: 2 times down'],
  ['gateway', 'Add up all the wwan outages (is now down -> is now up)', '5 min down'],
  ['gateway', 'what was link.mtu before and after ada changed it?', 'CONFIRMED: From 1500 to 1400'],
  ['ingress', 'avg request time of shop-cart-8080', 'CONFIRMED: 0.2015 is the average'],
  ['ingress', 'which upstream never gave a 5xx?', 'docs-80: no line with status 5xx'],
  ['ingress', 'sum of body bytes sent to 203.0.113.1', '10,000 bytes'],
  ['analyser', 'average TAT', '3 min 15 s is the average tat'],
])('answers of %s "%s" with %s', async (log, question, told) => {
  expect((await ask(log as 'stages', question)).headline.replaceAll('`', '')).toContain(told);
});

it('leaves out what is asked besides, and says so', async () => {
  const { headline, answer } = await ask('ingress', 'max response_bytes (not counting retries), and who ate it?');
  expect(headline).toMatch(/LIKELY: .*4,000 bytes/);
  expect(answer).toContain('I left out not counting retries');
});

it('takes a state of any signs for a word', async () => {
  expect((await ask('gateway', 'episodes state "up ("')).headline).toMatch(/INCONCLUSIVE|None/);
});

it('does not give a cause that is of other names', async () => {
  const { headline } = await ask('gateway', 'why did ada change link.mtu?');
  expect(headline).toMatch(/INCONCLUSIVE/);
});
