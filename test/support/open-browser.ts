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
  if (browserPath === undefined) throw new Error('no Chromium found, name one in CHROMIUM');
  return await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 120_000,
  });
}

export interface OpenPage extends AsyncDisposable {
  browser: Browser;
  page: Page;
  /** See `watchComplaints`. */
  complaints: string[];
}

/** A browser of its own with one page. */
export async function openPage(width: number, height: number): Promise<OpenPage> {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(60_000);
  return { browser, page, complaints: watchComplaints(page), [Symbol.asyncDispose]: () => browser.close() };
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

/** Everything axe finds at fault, as `rule: element`. */
export async function accessFaults(page: Page): Promise<string[]> {
  const axe = await readFile(axePath, 'utf8');
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string }[] }[];
  }>(`(async () => { ${axe}; return await axe.run(document); })()`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

/** How far the page is wider than the screen. */
export async function sidewaysPixels(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

async function widestElement(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const right = (element: Element) => element.getBoundingClientRect().right;
    const all = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const widest = all.reduce((most, element) => (right(element) >= right(most) ? element : most));
    return widest.outerHTML.slice(0, 200);
  });
}

const phone = { width: 390, height: 780 };

/** What is wrong with a page as it stands: in light and in dark, and on a phone. */
export async function faultsInEachLook(page: Page): Promise<string[]> {
  const wide = page.viewportSize() ?? phone;
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessFaults(page)).map((fault) => `${colorScheme} ${fault}`));
  }
  faults.push(...(await brokenWords(page)).map((word) => `breaks ${word}`));
  await page.setViewportSize(phone);
  const sideways = await sidewaysPixels(page);
  if (sideways > 0) faults.push(`phone: ${sideways} pixels too wide: ${await widestElement(page)}`);
  faults.push(...(await brokenWords(page)).map((word) => `phone: breaks ${word}`));
  faults.push(...(await accessFaults(page)).map((fault) => `phone ${fault}`));
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** Short words in headings, buttons, labels and tables that stand on two lines. */
async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const broken: string[] = [];
    const isForReadersAlone = (element: Element): boolean => {
      const { clipPath } = getComputedStyle(element);
      return clipPath !== 'none' || (element.parentElement !== null && isForReadersAlone(element.parentElement));
    };
    const shown = document.querySelectorAll('h1, h2, h3, th, td, dt, label, button, summary, a, .state, .severity');
    for (const element of shown) {
      if (!element.checkVisibility() || isForReadersAlone(element)) continue;
      for (const node of element.childNodes) {
        if (!(node instanceof Text) || node.data.includes('://')) continue;
        for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,16}/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
          );
          if (tops.size > 1) broken.push(`${word} in ${element.localName}: ${node.data.slice(0, 60)}`);
        }
      }
    }
    return broken;
  });
}
