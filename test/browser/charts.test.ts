import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, faultsInEachLook, tellSkipped } from '../support/open-browser.ts';
import { ordersLog } from '../support/orders-log.ts';
import { serviceAlone, signIn, type Visit, visitProgram } from '../support/visit-program.ts';

tellSkipped('charts in a browser');

describe.skipIf(browserPath === undefined)('the charts of a file', () => {
  let visit: Visit;
  let page: Page;
  const tip = () => page.locator('.chart-tip:visible');

  beforeAll(async () => {
    visit = await visitProgram(serviceAlone);
    page = visit.page;
    await signIn(visit);
    const buffer = Buffer.from(ordersLog());
    await page.setInputFiles('#upload-files', { name: 'orders.log', mimeType: 'text/plain', buffer });
    await page.locator('tbody .state', { hasText: 'COMPLETED' }).waitFor();
    await page.getByRole('link', { name: 'orders.log' }).click();
    await activity().locator('svg').waitFor();
  });

  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
  });

  const activity = () => page.locator('.chart', { hasText: 'over time, by severity' });
  const errors = () => activity().locator('[data-mark][aria-label*="error line"]');

  it('say the value under the pointer, and its time as the file prints it', async () => {
    await errors().first().hover();
    expect(await tip().textContent()).toMatch(
      /^2026-11-01 15:\d\d:\d\d(?:\.\d{3})? to 15:\d\d:\d\d(?:\.\d{3})? \+0530: \d+ error lines$/,
    );
    expect(await activity().locator('svg').textContent()).toContain('UTC+05:30');
    await page.mouse.move(2, 2);
    await tip().waitFor({ state: 'detached' });
  });

  it('say the nearest mark where the pointer is on none', async () => {
    const box = (await errors().first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y - 12);
    expect(await tip().textContent()).toMatch(/ lines?$/);
    expect(await activity().locator('.shown').count()).toBe(1);
  });

  it('stand above findings that say once how often each was seen', async () => {
    const told = await page.locator('.finding > p').allTextContents();
    const counts = told.map((words) => words.match(/[\d,]+ times\b/g) ?? []);
    expect(counts.flat().length).toBeGreaterThan(0);
    expect(counts.filter((found) => new Set(found).size < found.length)).toEqual([]);
  });

  it('open the lines of a mark, in its time and of its level', async () => {
    const words = (await errors().first().getAttribute('aria-label'))!;
    const count = Number(/(\d+) error lines/.exec(words)?.[1]);
    await errors().first().click();
    await page.locator('#log-count', { hasText: `${count} of 1,200 lines` }).waitFor();
    await page.locator('#log-chips button', { hasText: '2026-11-01 15:' }).waitFor();
    expect(await page.inputValue('#log-level')).toBe('error');
    await page.locator('.row', { hasText: 'refused' }).first().waitFor();
    await page.locator('#log-chips button').click();
    await page.locator('#log-level').selectOption('');
    await page.locator('#log-count', { hasText: /^1,200 lines$/ }).waitFor();
    // Back through the level and the stretch of time, each a step of its own.
    for (let back = 0; back < 3; back++) await page.goBack();
    await activity().locator('svg').waitFor();
  });

  it('are one stop of the Tab key each, and the arrows go through their marks', async () => {
    const first = activity().locator('[data-mark][tabindex="0"]');
    await first.focus();
    const before = await tip().textContent();
    await page.keyboard.press('ArrowRight');
    expect(await tip().textContent()).not.toBe(before);
    await page.keyboard.press('End');
    const last = await tip().textContent();
    await page.keyboard.press('ArrowRight');
    expect(await tip().textContent()).toBe(last);
    expect(await activity().locator('[data-mark][tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await tip().waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('#log-chips button').waitFor();
    await page.goBack();
    await activity().locator('svg').waitFor();
  });

  it('lead from a point of a course to its line, and from a finding to its proof', async () => {
    const course = page.locator('.chart', { hasText: 'ms' }).filter({ hasText: 'stored in' }).first();
    const findings = page.locator('.chart', { hasText: 'First to last time each finding was seen' });
    for (const chart of [course, findings]) {
      await chart.scrollIntoViewIfNeeded();
      const links = chart.locator('a[data-mark]');
      await links.first().waitFor();
      expect(await links.first().getAttribute('href')).toMatch(
        /^\/console\/files\/[^/]+\/lines\?document=orders\.log&/,
      );
    }
  });

  it('have their numbers as a table and as CSV', async () => {
    await activity().getByRole('link', { name: 'As a table' }).click();
    await page.locator('.chart svg').waitFor();
    expect(await page.locator('thead').textContent()).toContain('start (UTC+05:30)');
    expect(await page.locator('tbody tr').first().textContent()).toContain('2026-11-01 15:30:00.000');
    await page.locator('tbody a').first().waitFor();
    expect(await faultsInEachLook(page)).toEqual([]);
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()]);
    const text = Buffer.concat(await (await csv.createReadStream()).toArray()).toString();
    expect(text.split('\r\n')[0]).toBe('start (UTC+05:30),end (UTC+05:30),severity,count,document');
    expect(text).toMatch(/^2026-11-01 15:30:00\.000,[^,]+,info,\d+,orders\.log\r$/m);
    await page.goBack();
  });

  it('are drawn anew in other colours and for a narrow screen', async () => {
    await activity().locator('svg').waitFor();
    const width = () => activity().locator('.chart-view > svg').getAttribute('width');
    const wide = Number(await width());
    await page.setViewportSize({ width: 390, height: 780 });
    await page.locator(`.chart-view > svg:not([width="${wide}"])`).first().waitFor();
    expect(Number(await width())).toBeLessThan(wide);
    await page.setViewportSize({ width: 1200, height: 850 });
    await page.locator(`.chart-view > svg[width="${wide}"]`).first().waitFor();
    expect(await faultsInEachLook(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
