import { amountOf, unitNamed } from '../facts/amount.ts';
import type { NumberSeries } from '../survey/survey.ts';
import { number, type Text, words } from '../wording/say.ts';
import { resourceOf } from './resources.ts';

type Measured = Pick<NumberSeries, 'name' | 'unit' | 'max'>;

/** A value of a series with its unit, as people read it. */
export function amount(value: number, series: Measured): Text {
  const isShare =
    series.unit === '' &&
    series.max <= 1 &&
    /rate|ratio|share|fraction|pct|percent|usage|utili[sz]ation/i.test(series.name);
  if (isShare) return words(`${number(value)} (${percent(value)})`);
  if (series.unit === '%') return words(`${number(value)} %`);
  if (isBytes(series)) return words(amountOf(value, unitNamed('bytes')!));
  return words(series.unit === '' ? number(value) : `${number(value)} ${series.unit}`);
}

/** The same, and as the lines print it where that is not how people read it. */
export function exactAmount(value: number, series: Measured): Text {
  const shown = amount(value, series);
  return isBytes(series) && Math.abs(value) >= 1e5 ? words(`${number(value)} bytes (${shown.plain})`) : shown;
}

export function percent(share: number): string {
  const value = share * 100;
  const digits = value === 0 || value >= 10 ? 0 : value >= 1 ? 1 : value >= 0.1 ? 1 : 2;
  return `${Number(value.toFixed(digits))} %`;
}

/** Memory and disks are told in bytes where lines name no unit for a large whole number. */
function isBytes({ name, unit, max }: Measured): boolean {
  if (unit === 'bytes' || unit === 'B') return true;
  return unit === '' && max >= 1e7 && Number.isInteger(max) && resourceOf(name)?.isBytes === true;
}
