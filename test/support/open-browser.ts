import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined where this machine has no Chromium; CHROMIUM names one elsewhere. */
export const browserPath = places.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Why browser tests do not run here, said where nobody overlooks it. */
export function tellSkipped(what: string): void {
  if (browserPath === undefined) process.stderr.write(`SKIPPED ${what}: no Chromium found, name one in CHROMIUM\n`);
}

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: browserPath!,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 120_000,
  });
}

/** What the page itself complained of: errors of scripts, things the content policy refused. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) complaints.push(message.text());
  });
  return complaints;
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Accessibility faults that keep somebody from using the page, as `rule: element`. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const axe = await readFile(axePath, 'utf8');
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>(`(async () => { ${axe}; return await axe.run(document); })()`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

/** How far the page is wider than the screen. */
export async function sidewaysPixels(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
