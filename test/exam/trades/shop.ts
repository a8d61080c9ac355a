import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { shopQuestions } from './shop-questions.ts';
import { milliOf, steps, textOf } from './times.ts';

interface At {
  timeMs: number;
  thread: string;
}

export type ShopEvent = At &
  (
    | { kind: 'paid'; order: string; amount: number }
    | { kind: 'declined'; order: string; code: string }
    | { kind: 'slow'; ms: number }
    | { kind: 'thrown'; exception: Exception }
  );

export interface Exception {
  name: string;
  message: string;
}

export const nullPointer: Exception = {
  name: 'NullPointerException',
  message: 'java.lang.NullPointerException: stock is null',
};
export const timeout: Exception = {
  name: 'SocketTimeoutException',
  message: 'java.net.SocketTimeoutException: Read timed out',
};

const declineCodes = [['51', '54', '57', '61', '62', '65']];

/** A shop written in Java: stack traces stand below the lines they belong to. */
export function shop(random: Random): TradeLog {
  const { names: codes, absent } = cast(random, declineCodes, 3);
  const line = random.int(40, 400);
  const firstOrder = random.int(2000, 8000);
  const all = steps(random, random.int(100, 130), [200, 20_000], 1).map((timeMs, index) =>
    drawEvent(random, { timeMs, thread: `http-nio-8080-exec-${random.int(1, 6)}` }, `${firstOrder + index * 7}`, codes),
  );
  const text = textOf(all.flatMap((one) => linesOf(one, line)));
  return { name: 'shop-app.log', text, asked: shopQuestions(random, all, line, absent) };
}

function drawEvent(random: Random, at: At, order: string, codes: readonly string[]): ShopEvent {
  const draw = random.next();
  if (draw < 0.2) return { ...at, kind: 'declined', order, code: random.pick(codes) };
  if (draw < 0.3) return { ...at, kind: 'thrown', exception: random.pick([nullPointer, timeout]) };
  if (draw < 0.4) return { ...at, kind: 'slow', ms: random.int(500, 4000) };
  return { ...at, kind: 'paid', order, amount: random.int(500, 90_000) / 100 };
}

function linesOf(event: ShopEvent, line: number): string[] {
  const head = `${milliOf(event.timeMs)} [${event.thread}]`;
  switch (event.kind) {
    case 'declined':
      return [`${head} WARN  c.a.pay.PaymentService - card declined for order ${event.order} (code ${event.code})`];
    case 'thrown':
      return [
        `${head} ERROR c.a.stock.StockClient - lookup failed`,
        event.exception.message,
        `\tat com.acme.stock.StockClient.lookup(StockClient.java:${line})`,
        '\tat com.acme.api.CartController.add(CartController.java:41)',
      ];
    case 'slow':
      return [`${head} WARN  c.a.db.OrderRepo - slow query took ${event.ms} ms`];
    case 'paid':
      return [`${head} INFO  c.a.pay.PaymentService - order ${event.order} paid amount=${event.amount.toFixed(2)} EUR`];
  }
}
