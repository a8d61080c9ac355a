import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { clockOf, dayOf, steps, textOf } from './times.ts';
import { webQuestions } from './web-questions.ts';

export interface WebRequest {
  timeMs: number;
  method: string;
  path: string;
  client: string;
  status: number;
  bytes: number;
  ms: number;
}

const pathNames = [
  ['/api/cart', '/api/login', '/health', '/static/app.js'],
  ['/shop/list', '/shop/pay', '/status', '/img/logo.png'],
];
const clientNames = [
  ['10.2.0.4', '10.2.0.9', '10.2.0.17', '10.2.0.99'],
  ['192.168.7.20', '192.168.7.31', '192.168.7.58', '192.168.7.77'],
];

/** A web server of the kind that names its columns at the top. */
export function web(random: Random): TradeLog {
  const paths = random.pick(pathNames);
  const { names: clients, absent } = cast(random, clientNames, 3);
  const all = steps(random, random.int(130, 170), [1000, 25_000]).map(
    (timeMs): WebRequest => ({
      timeMs,
      method: random.pick(['GET', 'GET', 'POST', 'PUT']),
      path: random.pick(paths),
      client: random.pick(clients),
      status: random.pick([200, 200, 200, 200, 304, 404, 500, 503]),
      bytes: random.int(100, 40_000),
      ms: random.int(2, 3000),
    }),
  );
  const startMs = all[0]?.timeMs ?? 0;
  const text = textOf([...heading(startMs), ...all.map(lineOf)]);
  return {
    name: `u_ex${dayOf(startMs).replaceAll('-', '').slice(2)}.log`,
    text,
    asked: webQuestions(random, all, absent),
  };
}

function heading(startMs: number): string[] {
  return [
    '#Software: Microsoft Internet Information Services 10.0',
    '#Version: 1.0',
    `#Date: ${dayOf(startMs)} ${clockOf(startMs)}`,
    '#Fields: date time cs-method cs-uri-stem c-ip sc-status sc-bytes time-taken',
  ];
}

function lineOf({ timeMs, method, path, client, status, bytes, ms }: WebRequest): string {
  return [dayOf(timeMs), clockOf(timeMs), method, path, client, status, bytes, ms].join(' ');
}
