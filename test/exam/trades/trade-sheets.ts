import { valueSheet } from '../generate/made-sheets.ts';
import { createRandom } from '../generate/random.ts';
import type { Sheet } from '../item.ts';
import { android } from './android.ts';
import { batch } from './batch.ts';
import { builds } from './builds.ts';
import { cluster } from './cluster.ts';
import { device } from './device.ts';
import { firewall } from './firewall.ts';
import { game } from './game.ts';
import { gateway } from './gateway.ts';
import { lifts } from './lifts.ts';
import { logins } from './logins.ts';
import { mail } from './mail.ts';
import type { Trade, TradeLog } from './questions.ts';
import { queue } from './queue.ts';
import { scheduler } from './scheduler.ts';
import { shop } from './shop.ts';
import { snapshots } from './snapshots.ts';
import { web } from './web.ts';

const trades: readonly Trade[] = [
  builds,
  mail,
  device,
  web,
  shop,
  cluster,
  scheduler,
  queue,
  firewall,
  lifts,
  gateway,
  logins,
  snapshots,
  game,
  batch,
  android,
];

/** A log of each trade. One draws nothing from the others, so that a seed repeats it alone. */
export function makeTrades(seed: number): (TradeLog & { trade: string })[] {
  const random = createRandom(seed);
  return trades.map((trade) => ({ trade: trade.name, ...trade(random.fork(trade.name)) }));
}

export function tradeSheets(seed: number): Sheet[] {
  return makeTrades(seed).map(({ trade, asked, ...log }) =>
    valueSheet('trades', `trades-${seed}-${trade}`, { ...log, style: trade }, asked),
  );
}
