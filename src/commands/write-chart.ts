import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { buildDashboard } from '#service/charts/build-dashboard.ts';
import { renderPng, renderSvg } from '#service/charts/render-chart.ts';
import type { Reading } from '#service/formats/reading.ts';

const drawings = { '.png': renderPng, '.svg': renderSvg } as const;

/** The dashboard of a file as a picture at `path`, PNG or SVG by its name. Throws UsageError for other names. */
export function chartWriter(path: string): (reading: Reading) => Promise<void> {
  const ending = extname(path).toLowerCase();
  if (ending !== '.png' && ending !== '.svg') throw new UsageError('--chart needs a name that ends in .png or .svg');
  return async (reading) => writeFile(path, await drawings[ending](buildDashboard(reading)));
}
