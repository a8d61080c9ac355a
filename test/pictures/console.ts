import { join } from 'node:path';
import { ordersLog } from '../support/orders-log.ts';
import { serviceAlone, signIn, type Visit, visitProgram } from '../support/visit-program.ts';
import { docs, keep } from './keep-picture.ts';

/** The pictures of the console: in light and dark, and on a phone. Taken by `npm run pictures`. */
const wide = { width: 1100, height: 800 };
const phone = { width: 390, height: 780 };

await takeConsole();
// The thread behind the log view is left to end with the process.
process.exit();

async function takeConsole(): Promise<void> {
  await using visit = await visitProgram(serviceAlone, wide.width, wide.height);
  await signIn(visit);
  await upload(visit, 'orders-monday.log', ordersLog({ pool: 50, lastMs: 30 }));
  await upload(visit, 'orders.log', ordersLog({ pool: 10 }));
  await visit.page.getByRole('link', { name: 'orders.log' }).click();
  const file = new URL(visit.page.url()).pathname;
  await takeEach(visit, 'console-charts', async () => {
    await visit.go(file);
    const charts = visit.page.locator('.chart');
    await visit.page.getByRole('heading', { name: 'Dashboard' }).evaluate((heading) => heading.scrollIntoView());
    await charts.first().locator('svg').waitFor();
    await charts.first().locator('[data-mark][aria-label*="error line"]').nth(4).hover();
  });
  await takeEach(visit, 'console-log', async () => {
    await visit.go(`${file}/lines?document=orders.log&line=1005#L1005`);
    await visit.page.locator('#log-times svg').waitFor();
    await visit.page.locator('.row.marked').first().waitFor();
    await visit.page.evaluate(() => scrollTo(0, 0));
  });
  await visit.go('/console/deltas');
  await visit.page.getByLabel('orders-monday.log is the baseline').check();
  await visit.page.getByLabel('Compare orders.log', { exact: true }).check();
  await visit.page.getByRole('button', { name: 'Create delta' }).click();
  await visit.page.locator('.answer a').first().waitFor();
  await take(visit, 'console-delta');
}

async function upload({ page, go }: Visit, name: string, text: string): Promise<void> {
  await go('/console');
  await page.setInputFiles('#upload-files', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row.locator('.state', { hasText: 'COMPLETED' }).waitFor();
}

async function takeEach(visit: Visit, name: string, show: () => Promise<void>): Promise<void> {
  const { page } = visit;
  for (const [suffix, size, colorScheme] of [
    ['', wide, 'light'],
    ['-dark', wide, 'dark'],
    ['-phone', phone, 'light'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await show();
    await take(visit, `${name}${suffix}`);
  }
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function take({ page }: Visit, name: string): Promise<void> {
  await keep(page, await page.screenshot(), join(docs, `${name}.webp`));
}
