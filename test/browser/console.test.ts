import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, faultsInEachLook, tellSkipped } from '../support/open-browser.ts';
import { serviceAlone, siteAdmin, type Visit, visitProgram } from '../support/visit-program.ts';

tellSkipped('the console in a browser');
const megabytes = 60;
const patienceMs = 60_000;

describe.skipIf(browserPath === undefined)('the console in a browser', () => {
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await visitProgram(serviceAlone);
    page = visit.page;
    await writeFile(join(visit.dataDir, 'large.log'), largeLog());
  });

  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
  });

  const go = (path: string) => visit.go(path);

  const expectGood = async () => expect(await faultsInEachLook(page)).toEqual([]);

  it('signs in, after a wrong password is told', async () => {
    await go('/console');
    await expectGood();
    await page.fill('[name=email]', siteAdmin.email);
    await page.fill('[name=password]', 'a guess');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'is not right' }).waitFor();
    await page.fill('[name=email]', siteAdmin.email);
    await page.fill('[name=password]', siteAdmin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await expectGood();
  });

  it('uploads 60 MB with visible progress, and shows each state without a reload', async () => {
    await go('/console');
    await page.evaluate(() => {
      const seen: { shares: number[]; states: string[] } = { shares: [], states: [] };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const bar of document.querySelectorAll<HTMLProgressElement>('#uploads progress')) {
          if (bar.value !== seen.shares.at(-1)) seen.shares.push(bar.value);
        }
        const state = document.querySelector('tbody .state')?.textContent;
        if (state && state !== seen.states.at(-1)) seen.states.push(state);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const devtools = await page.context().newCDPSession(page);
    const bytesPerSecond = 25_000_000;
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
    await page.setInputFiles('#upload-files', join(visit.dataDir, 'large.log'));
    await page.locator('tbody .state', { hasText: 'COMPLETED' }).waitFor();
    await devtools.detach();
    const { shares, states } = await page.evaluate(
      () => (window as unknown as { seen: { shares: number[]; states: string[] } }).seen,
    );
    const between = shares.filter((share) => share > 0 && share < 1);
    expect(between.length).toBeGreaterThan(2);
    expect(between).toEqual(between.toSorted((a, b) => a - b));
    expect(states.length).toBeGreaterThan(1);
    expect(states).toContain('ANALYZING');
    expect(states.at(-1)).toBe('COMPLETED');
  });

  it('draws the charts of a file under their findings', async () => {
    await page.getByRole('link', { name: 'large.log' }).click();
    await page.locator('.chart svg').first().waitFor();
    expect(await page.locator('.chart h3').first().textContent()).not.toBe('');
    await page.locator('.finding .quote').first().waitFor();
    await expectGood();
  });

  it('streams an answer and opens the lines it cites', async () => {
    await page.fill('#query', 'Why did the orders fail?');
    const [socket] = await Promise.all([
      page.waitForEvent('websocket'),
      page.getByRole('button', { name: 'Deep search' }).click(),
    ]);
    const types: string[] = [];
    socket.on('framereceived', ({ payload }) => types.push(JSON.parse(String(payload)).type));
    // The file is large, and other tests run beside this one.
    await page.locator('[data-run-answer] .report').waitFor({ timeout: 150_000 });
    expect(types).toEqual(expect.arrayContaining(['stage', 'step', 'report_chunk', 'complete']));
    await expectGood();
    await page.locator('.citations a').first().click();
    const marked = page.locator('.row.marked').first();
    await marked.waitFor();
    const line = await marked.getAttribute('id');
    expect(new URL(page.url()).hash).toBe(`#${line}`);
    await page.waitForFunction((id) => {
      const { top } = document.getElementById(id!)!.getBoundingClientRect();
      return top >= 0 && top < window.innerHeight;
    }, line);
    await expectGood();
    await go(`${new URL(page.url()).pathname}#L77000`);
    await page.locator('#L77000.marked').waitFor();
    await usesTheLogView();
    await page.goto(`${visit.origin}/console`);
    await page.getByRole('link', { name: 'large.log' }).click();
    await page.getByRole('link', { name: 'Why did the orders fail?' }).click();
    await page.locator('.report').waitFor();
    await expectGood();
  });

  /** Filters while typing, runs a query, chooses a stretch of time, and goes from finding to finding. */
  async function usesTheLogView(): Promise<void> {
    const count = page.locator('#log-count');
    await page.fill('#log-text', 'refused');
    await count.filter({ hasText: /^[\d,]+ of [\d,]+ lines/ }).waitFor();
    await page.locator('.row mark').first().waitFor();
    await page.locator('.row .n').first().click();
    await page.waitForFunction(() => document.querySelectorAll('.row').length > 20);
    expect(await page.inputValue('#log-text')).toBe('');
    await page.locator('#log-viewport').focus();
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('PageDown');
      await page.locator('.row:not(.unread)').first().waitFor();
    }
    await page.keyboard.press('End');
    await page.locator('.row:not(.unread)').last().waitFor();
    await page.keyboard.press('n');
    await page.locator('.row.marked').first().waitFor();
    await page.fill('#log-text', 'count level=error by source');
    await page.keyboard.press('Enter');
    await page.locator('#log-result td', { hasText: 'orders' }).waitFor();
    await expectGood();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe('result.csv');
    await page.fill('#log-text', '');
    await page.locator('#log-times').hover();
    await page.mouse.down();
    await page.mouse.move(900, 200);
    await page.mouse.up();
    await page.locator('#log-chips button').waitFor();
    await page.locator('#log-chips button').click();
    await page.locator('#log-facets > summary').click();
    await page.locator('#log-facets details').first().waitFor();
    await expectGood();
  }

  it('compares two files and streams what is different', async () => {
    await go('/console');
    const file = { name: 'after.log', mimeType: 'text/plain', buffer: Buffer.from(smallLog) };
    const drop = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'after.log', { type: 'text/plain' }));
      return data;
    }, file.buffer.toString());
    await page.dispatchEvent('#upload', 'drop', { dataTransfer: drop });
    await page.locator('tr', { hasText: 'after.log' }).locator('.state', { hasText: 'COMPLETED' }).waitFor();
    const name = 'support-of13_ericsson-QP1A.191005.007.A3-broken.zip';
    const damaged = { name, mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04broken') };
    await page.setInputFiles('#upload-files', damaged);
    const why = page.locator('tr', { hasText: name }).locator('.why');
    await why.filter({ hasText: 'no member was found' }).waitFor();
    await expectGood();
    await page.getByRole('link', { name: 'Deltas' }).click();
    expect(await page.getByLabel(`Compare ${name}`).count()).toBe(0);
    await page.getByLabel('large.log is the baseline').check();
    await page.getByLabel('Compare after.log').check();
    await expectGood();
    await page.getByRole('button', { name: 'Create delta' }).click();
    await page.getByRole('heading', { name: 'What is different', exact: true }).waitFor();
    await page
      .locator('.answer a', { hasText: /\.log:\d+/ })
      .first()
      .waitFor();
    await page.fill('#query', 'What is new?');
    await page.getByRole('button', { name: 'Quick answer' }).click();
    await page.locator('[data-run-answer] .report').waitFor();
    await expectGood();
  });

  it('shows a key once, and a webhook with its deliveries', async () => {
    await go('/console/settings/keys');
    await page.getByRole('button', { name: 'Generate a key' }).click();
    const key = await page.locator('#new-key').textContent();
    expect(key).toMatch(/^ltk_/);
    expect(page.url()).not.toContain('ltk_');
    await expectGood();
    await go('/console/settings/keys');
    expect(await page.content()).not.toContain(key);
    await page.getByText(`${key!.slice(0, 6)}…${key!.slice(-4)}`).waitFor();
    await page.getByText('Revoke', { exact: true }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.locator('.state.revoked').waitFor();

    await go('/console/settings/webhooks');
    await page.getByLabel('Address').fill(`${visit.origin}/healthz`);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.locator('#new-secret').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('.delivery').first().waitFor();
    await expectGood();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await expectGood();
    await page.getByRole('link', { name: siteAdmin.email }).click();
    await page.getByRole('heading', { name: 'Change your password' }).waitFor();
    await expectGood();
    await go('/console/nowhere');
    await expectGood();
    expect(visit.complaints.splice(0)).toEqual([expect.stringContaining('404')]);
  });

  it('is used with the keyboard alone', async () => {
    await go('/console');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    const remove = page.locator('tr', { hasText: 'after.log' }).locator('summary');
    await remove.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await listComesAnew();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete for good');
    await page.keyboard.press('Enter');
    await page.locator('tr', { hasText: 'after.log' }).waitFor({ state: 'detached' });
  });

  /** The server sends the list again, as it does whenever a file has changed. */
  async function listComesAnew(): Promise<void> {
    await page.evaluate(async () => {
      const list = document.querySelector('[data-live]');
      if (list === null) throw new Error('the page keeps no list');
      await new Promise<void>((resolve) => {
        new MutationObserver(() => resolve()).observe(list, { childList: true });
        list.dispatchEvent(new Event('changed'));
      });
    });
  }

  it('works without script', async () => {
    const context = await visit.browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    plain.setDefaultTimeout(patienceMs);
    await plain.goto(`${visit.origin}/console`);
    await plain.fill('[name=email]', siteAdmin.email);
    await plain.fill('[name=password]', siteAdmin.password);
    await plain.getByRole('button', { name: 'Sign in' }).click();
    const buffer = Buffer.from(smallLog);
    await plain.setInputFiles('#upload-files', { name: 'plain.log', mimeType: 'text/plain', buffer });
    await plain.getByRole('button', { name: 'Upload' }).click();
    await plain.getByRole('link', { name: 'plain.log' }).click();
    await plain.fill('#query', 'What timed out?');
    await plain.getByRole('button', { name: 'Quick answer' }).click();
    await plain.locator('.report').waitFor();
    await context.close();
  });

  it('signs out, and no script or content policy complained on the way', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await go('/console/settings/keys');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(visit.complaints).toEqual([]);
  });
});

const smallLog = `2026-11-01T10:00:00Z INFO orders: start
2026-11-01T10:00:01Z ERROR orders: payment gateway timed out after 3000 ms
2026-11-01T10:00:02Z WARN orders: retry
`.repeat(20);

/** An hour of orders in 60 MB; near its end the database goes away. */
function largeLog(): string {
  const sizeBytes = megabytes * 1_000_000;
  const parts: string[] = [];
  let length = 0;
  for (let n = 0; length < sizeBytes; n += 1) {
    const time = new Date(Date.UTC(2026, 10, 1, 10) + n * 6).toISOString();
    const isDown = length > sizeBytes * 0.9 && n % 50 === 0;
    const line = isDown
      ? `${time} ERROR orders: connection to db-1:5432 refused, order ${n} not stored\n`
      : `${time} INFO orders: order ${n} stored in ${(n * 7) % 43} ms by worker ${n % 8}, basket ${(n * 31) % 997}\n`;
    parts.push(line);
    length += line.length;
  }
  return parts.join('');
}
