import type { Random } from '../generate/random.ts';
import { gatewayQuestions } from './gateway-questions.ts';
import type { TradeLog } from './questions.ts';
import { isoOf, steps, textOf } from './times.ts';

export interface GatewayCall {
  timeMs: number;
  method: string;
  path: string;
  status: number;
  ms: number;
  trace: string;
}

const pathNames = [
  ['/v1/quotes', '/v1/orders', '/v1/login'],
  ['/v2/users', '/v2/search', '/v2/login'],
];

/** The gateway of an API, in names and values. */
export function gateway(random: Random): TradeLog {
  const paths = random.pick(pathNames);
  const all = steps(random, random.int(120, 160), [50, 9000], 1).map(
    (timeMs, index): GatewayCall => ({
      timeMs,
      method: random.pick(['GET', 'POST', 'DELETE']),
      path: random.pick(paths),
      status: random.pick([200, 200, 200, 201, 400, 401, 500, 502]),
      ms: random.int(10, 90_000) / 10,
      trace: `${random.int(0xa000, 0xffff).toString(16)}${(index + 0x10).toString(16).padStart(3, 'c')}`,
    }),
  );
  return { name: 'gateway.logfmt', text: textOf(all.map(lineOf)), asked: gatewayQuestions(random, all, paths) };
}

function lineOf({ timeMs, method, path, status, ms, trace }: GatewayCall): string {
  const level = status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';
  return (
    `time=${isoOf(timeMs)} level=${level} msg="request finished" method=${method} path=${path} status=${status} ` +
    `dur=${ms}ms trace=${trace}`
  );
}
