import { expect } from 'vitest';
import { runWorld, type WorldPlan, type WorldReport } from './world.ts';

export interface Sum {
  kills: number;
  acknowledged: number;
  faults: number;
}

const isFlawless = { lost: [], twice: [], leftover: [], dead: [], unsent: [] };

/** Runs worlds with the seeds `from`, `from + 1`, … and fails at the first whose promises are broken; its seed replays it. */
export async function checkWorlds(
  plan: { from: number; count: number; killRate: number } & Omit<WorldPlan, 'seed' | 'kills'>,
): Promise<Sum> {
  const { from, count, killRate, ...rest } = plan;
  const sum: Sum = { kills: 0, acknowledged: 0, faults: 0 };
  for (let seed = from; seed < from + count; seed += 1) {
    const kills = { rate: killRate, atMost: 30 };
    const report = await runWorld({ skewMs: 120_000, ...rest, seed, kills });
    expect(report).toMatchObject(isFlawless);
    add(sum, report);
  }
  return sum;
}

/**
 * One world without faults for every place where its process can die, each `every`th of them: the death at that place is
 * the only one. Returns how many places there were.
 */
export async function checkDeathsEverywhere(plan: { seed: number; shares: number; every: number }): Promise<number> {
  const { seed, shares, every } = plan;
  const whole = await runWorld({ seed, shares, faultRate: 0, kills: { rate: 0, atMost: 0 } });
  for (let at = seed % every; at < whole.boundaries; at += every) {
    const report = await runWorld({ seed, shares, faultRate: 0, kills: { at } });
    expect({ at, ...report }).toMatchObject(isFlawless);
  }
  return whole.boundaries;
}

function add(sum: Sum, { kills, acknowledged, dealt }: WorldReport): void {
  sum.kills += kills;
  sum.acknowledged += acknowledged;
  sum.faults += Object.values(dealt).reduce((total, count) => total + count, 0);
}
