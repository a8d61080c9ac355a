import type { Statistic } from './asked.ts';
import type { Distribution } from './distribution.ts';

export function statisticOf(values: Distribution, statistic: Statistic): number {
  switch (statistic) {
    case 'median':
      return values.quantile(0.5);
    case 'mean':
      return values.count === 0 ? Number.NaN : values.sum / values.count;
    case 'max':
      return values.max;
    case 'min':
      return values.min;
    case 'sum':
      return values.sum;
    default:
      return values.quantile(Math.min(1, Math.max(0, Number(statistic.slice(1)) / 100)));
  }
}

export function statisticName(statistic: Statistic): string {
  const names: Record<string, string> = { mean: 'average', max: 'highest', min: 'lowest', sum: 'total' };
  return names[statistic] ?? statistic;
}
