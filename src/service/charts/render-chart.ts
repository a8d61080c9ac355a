import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type { Loader } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import type { Dashboard } from './build-dashboard.ts';

const resolve = createRequire(import.meta.url).resolve;
const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => resolve(`dejavu-fonts-ttf/ttf/${file}`));

/**
 * Draws on the server, without evaluating code from the spec and without loading anything. Marks may link to addresses
 * that `mayLink` lets through.
 */
export async function renderSvg(
  dashboard: Pick<Dashboard, 'spec' | 'data'>,
  mayLink: (address: string) => boolean = () => false,
): Promise<string> {
  // Loaded with the first chart: they are a fifth of what the whole program loads.
  const [vega, { expressionInterpreter }, { compile }] = await Promise.all([
    import('vega'),
    import('vega-interpreter'),
    import('vega-lite'),
  ]);
  const { parse, View } = vega;
  fitLabels(vega);
  const complete = { ...dashboard.spec, datasets: dashboard.data } as unknown as TopLevelSpec;
  const { spec } = compile(complete, { logger: silent });
  const runtime = parse(spec, undefined, { ast: true });
  const loader = { ...refusing, sanitize: async (href: string) => (mayLink(href) ? { href } : refuse()) };
  const view = new View(runtime, { renderer: 'none', expr: expressionInterpreter, loader, logger: silent });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** PNG at twice the size, with the font that comes with the program. */
export async function renderPng(dashboard: Pick<Dashboard, 'spec' | 'data'>): Promise<Uint8Array> {
  const svg = await renderSvg(dashboard);
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: 2 },
    background: '#ffffff',
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
  });
  return image.render().asPng();
}

interface TextItem {
  fontSize?: number;
  fontWeight?: string | number;
  limit?: number;
}

/** Its own guess without a canvas is a third too wide: labels would be cut that have room. Its types name no metrics. */
function fitLabels(library: object): void {
  const metrics = 'textMetrics' in library ? library.textMetrics : undefined;
  if (typeof metrics === 'object') Object.assign(metrics ?? {}, { width: widthOf });
}

/** As wide as text of the font that comes along mostly is; what is cut to a limit is no wider than that. */
function widthOf({ fontSize = 11, fontWeight, limit = 0 }: TextItem, text: unknown): number {
  const letter = fontWeight === 'bold' ? 0.7 : 0.62;
  const width = String(text ?? '').length * letter * fontSize;
  return limit > 0 ? Math.min(limit, width) : width;
}

const refuse = async (): Promise<never> => {
  throw new Error('charts load nothing');
};

const refusing = { load: refuse, sanitize: refuse, http: refuse, file: refuse } as unknown as Loader;

/** Warnings of the drawing library quote the data: they are not logged. */
const silent = {
  level: () => silent,
  error: () => silent,
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
} as never;
