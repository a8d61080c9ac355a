import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  browserPath,
  faultsInEachLook,
  sidewaysPixels,
  tellSkipped,
  watchComplaints,
} from '../support/open-browser.ts';
import { type Visit, visitProgram } from '../support/visit-program.ts';

tellSkipped('the sandbox in a browser');

describe.skipIf(browserPath === undefined)('the sandbox of a program with nothing configured', () => {
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await visitProgram({}, 1300, 900);
    page = visit.page;
    await visit.go('/');
  });

  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
  });

  const verdict = /CONFIRMED|LIKELY|INCONCLUSIVE/;

  it('answers a file that is given to both in the channel and on the ticket', async () => {
    expect(new URL(page.url()).pathname).toBe('/sandbox');
    await page.locator('.example', { hasText: 'dmesg' }).getByRole('button', { name: 'to both' }).click();
    await page.locator('#channel .thread .message').filter({ hasText: verdict }).first().waitFor();
    await page.locator('#tickets').filter({ hasText: verdict }).waitFor();
  });

  it('scrolls each side to its answer, with the examples still in sight', async () => {
    await page.waitForFunction(() => document.getElementById('channel')!.scrollTop > 0);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(whole).toBeLessThanOrEqual(0);
    // In one step, since the tickets may be on their way to what is new.
    const moved = await page.evaluate(() => {
      const tickets = document.getElementById('tickets')!;
      const before = tickets.scrollTop;
      document.getElementById('channel')!.scrollTo(0, 0);
      return tickets.scrollTop - before;
    });
    expect(moved).toBe(0);
    expect((await page.locator('.example').first().boundingBox())!.y).toBeGreaterThan(0);
    await page.locator('#say input[name=text]').waitFor();
  });

  it('opens the page behind an answer, and the deciding line, in two clicks once signed in', async () => {
    const posted = page.locator('#channel .thread a', { hasText: 'Lines, charts and timeline' }).first();
    const address = (await posted.getAttribute('href'))!;
    const person = await visit.browser.newContext();
    const guest = await person.newPage();
    guest.setDefaultTimeout(60_000);
    const own = watchComplaints(guest);
    await guest.goto(address);
    await guest.getByRole('link', { name: /^Sign in with/ }).click();
    await guest.getByRole('heading', { name: 'Proof' }).waitFor();
    expect(await faultsInEachLook(guest)).toEqual([]);
    expect(await guest.locator('tr.marked').first().textContent()).toContain('NULL pointer');
    await guest.locator('.place').first().click();
    await guest.locator('.marked').first().waitFor();
    await guest.goto(`${visit.origin}/console`);
    await guest.getByRole('link', { name: 'devkit-dmesg.txt' }).click();
    await guest.getByRole('heading', { name: 'Findings' }).waitFor();
    expect(await guest.getByText('Ask about this file').count()).toBe(0);
    expect(own).toEqual([]);
    await person.close();
  });

  it('shows an honest no, a written query and a follow-up by a button each', async () => {
    const example = (name: string) => page.locator('.example', { hasText: name });
    const answer = (text: RegExp) => page.locator('#channel .message').filter({ hasText: text }).first().waitFor();
    await example('gateway').getByRole('button', { name: 'to the channel' }).click();
    await answer(/INCONCLUSIVE: Nothing in this file explains the restart/);
    await example('order-service').getByRole('button', { name: 'to the channel' }).click();
    await answer(/LIKELY: .*heap after collection/);
    await example('order-service').getByRole('button', { name: 'Follow up' }).click();
    await answer(/asked: and before that\?/);
    await example('order-service').getByRole('button', { name: 'Written query' }).click();
    await answer(/Read as: count with level=warning, by source/);
  });

  it('answers a question asked in the thread', async () => {
    const answers = page.locator('#channel .thread .message').filter({ hasText: verdict });
    const before = await answers.count();
    const reply = page.locator('form.reply input').first();
    await reply.fill('@logtriage how often did i2c time out?');
    await reply.press('Enter');
    await page.waitForFunction(
      (count) => document.querySelectorAll('#channel .thread > .message').length > count + 1,
      before,
    );
    await page
      .locator('#channel .thread .message', { hasText: /\b60\b/ })
      .first()
      .waitFor();
  });

  it('has a board and documentation that fit every screen', async () => {
    const reader = await visit.browser.newPage();
    for (const path of ['/board', '/docs', '/docs/console', '/console/sign-in']) {
      await reader.goto(visit.origin + path);
      expect([path, ...(await faultsInEachLook(reader))]).toEqual([path]);
    }
    await reader.setViewportSize({ width: 390, height: 780 });
    await reader.goto(`${visit.origin}/board`);
    const hidden = await reader
      .locator('.wide')
      .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length);
    expect(hidden).toBe(0);
    await reader.close();
  });

  it('tells what it can do', async () => {
    await page.fill('#say input[name=text]', '/triage help');
    await page.keyboard.press('Enter');
    await page.locator('#channel .ephemeral', { hasText: '/triage' }).waitFor();
    expect(await faultsInEachLook(page)).toEqual([]);
  });

  it('breaks the long names of a page on a phone', async () => {
    await page.locator('.example', { hasText: 'camera' }).getByRole('button', { name: 'to the channel' }).click();
    const answer = page.locator('#channel .thread .message', { hasText: 'com.example.camera crashed' }).first();
    const address = await answer.getByRole('link', { name: 'Lines, charts and timeline' }).getAttribute('href');
    const reader = await visit.browser.newPage();
    reader.setDefaultTimeout(60_000);
    await reader.goto(address!);
    await reader.getByRole('link', { name: /^Sign in with/ }).click();
    await reader.getByRole('heading', { name: 'Proof' }).waitFor();
    expect(await faultsInEachLook(reader)).toEqual([]);
    await reader.setViewportSize({ width: 390, height: 780 });
    const cut = await reader
      .locator('.quote .lines')
      .evaluateAll((quotes) => quotes.filter((quote) => quote.scrollWidth > quote.clientWidth).length);
    expect(cut).toBe(0);
    await reader.getByRole('button', { name: 'Ask again' }).click();
    await reader.getByRole('status').filter({ hasText: 'Asked again' }).waitFor();
    await reader.close();
  });

  it('lets the first account be made through the set-up link', async () => {
    const link = (await readFile(join(visit.dataDir, 'setup-link'), 'utf8')).trim();
    const setup = await visit.browser.newPage();
    setup.setDefaultTimeout(60_000);
    await setup.goto(link);
    await setup.fill('[name=email]', 'first@example.org');
    await setup.fill('[name=password]', 'long enough');
    await setup.keyboard.press('Enter');
    await setup.getByRole('heading', { name: 'Files' }).waitFor();
    expect(await setup.locator('.who').textContent()).toContain('first@example.org');
    await setup.goto(link);
    await setup.getByText('This link is not valid').waitFor();
    await setup.close();
  });

  it('fits a phone, and no script or content policy complained', async () => {
    await page.setViewportSize({ width: 375, height: 720 });
    expect(await sidewaysPixels(page)).toBe(0);
    expect(visit.complaints).toEqual([]);
  });
});
