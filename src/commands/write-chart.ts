import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { buildDashboard } from '#service/charts/build-dashboard.ts';
import { renderPng, renderSvg } from '#service/charts/render-chart.ts';
import type { Reading } from '#service/formats/reading.ts';

const drawings = { '.png': renderPng, '.svg': renderSvg } as const;

/**
 * Draws dashboards: for `png` or `svg` each beside nothing but its name, in the working folder; else one at the name
 * given, which ends so. Gives the path of each. Throws UsageError for other names.
 */
export function chartWriter(chart: string): (file: string, reading: Reading) => Promise<string> {
  const isKind = /^(?:png|svg)$/i.test(chart);
  const ending = isKind ? `.${chart.toLowerCase()}` : extname(chart).toLowerCase();
  if (ending !== '.png' && ending !== '.svg') {
    throw new UsageError('--chart is png, svg, or a name that ends in .png or .svg');
  }
  return async (file, reading) => {
    const path = isKind ? `${basename(file)}${ending}` : chart;
    await writeFile(path, await drawings[ending](buildDashboard(reading)));
    return path;
  };
}
