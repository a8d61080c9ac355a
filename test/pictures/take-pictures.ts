import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { examples } from '../../src/sandbox/examples/examples.ts';
import { createHostedService, envelope } from '../support/hosted-service.ts';
import { listen } from '../support/stand-in-server.ts';
import { type Visit, visitProgram } from '../support/visit-program.ts';
import { docs, keep, root } from './keep-picture.ts';

/**
 * The pictures of the documentation, taken anew from the program itself in its sandbox: `npm run pictures`. Whoever
 * changes what people see takes them again, and looks at them.
 */
const tall = 3000;
const verdict = /CONFIRMED|LIKELY|INCONCLUSIVE/;

await takeAll();

async function takeAll(): Promise<void> {
  await mkdir(docs, { recursive: true });
  await using visit = await visitProgram({}, 1300, 1000);
  const { page } = visit;
  await visit.go('/');
  await takeAnswers(page);
  await takePage(visit);
  await takeAround(page);
  await takeForms(page);
  await takeDigest(page);
  await takeHome(page);
  await takeHelp(page);
  await visit.go('/board');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await keep(page, await page.screenshot(), join(docs, 'board.webp'));
  await takeSeenBefore();
  await takeStatus();
  await takeNotices();
}

async function takeAnswers(page: Page): Promise<void> {
  await give(page, 'dmesg', 'to both');
  const answer = page.locator('#channel .thread .message').filter({ hasText: verdict }).first();
  const comment = page.locator('#tickets .message').filter({ hasText: verdict }).first();
  await answer.waitFor();
  await comment.waitFor();
  await page.locator('#channel article .reaction', { hasText: '✅' }).waitFor();
  await page.mouse.move(1_290, 900);
  await page.evaluate(() => scrollTo(0, 0));
  await keep(page, await page.screenshot(), join(root, '.github', 'sandbox.webp'));
  await take(page, answer, 'answer');
  await take(page, comment, 'comment');
}

/** The page behind the answer, as somebody sees it who signs in as Slack knows them. */
async function takePage({ page, browser }: Visit): Promise<void> {
  const posted = page.locator('#channel .thread a', { hasText: 'Lines, charts and timeline' }).first();
  const address = await posted.getAttribute('href');
  const reader = await (await browser.newContext({ viewport: { width: 1100, height: 900 } })).newPage();
  await reader.goto(address ?? '');
  await reader.getByRole('link', { name: /^Sign in with/ }).click();
  await reader.getByRole('heading', { name: 'Proof' }).waitFor();
  await keep(page, await reader.screenshot(), join(docs, 'page.webp'));
  await reader.context().close();
}

async function takeAround(page: Page): Promise<void> {
  await page.locator('#channel .thread').getByRole('button', { name: '20 lines around' }).first().click();
  const lines = page.locator('#channel .thread .message', { hasText: '20 lines around, in' });
  await lines.waitFor();
  await take(page, lines, 'lines-around');
}

async function takeForms(page: Page): Promise<void> {
  await page.locator('#channel .thread').getByRole('button', { name: 'Ask' }).first().click();
  await takeDialog(page, 'ask');
  await page.locator('#channel .thread').getByRole('button', { name: 'File to Jira' }).first().click();
  await takeDialog(page, 'file-to-jira');
  await say(page, '/triage settings');
  await page.locator('#channel .ephemeral').getByRole('button', { name: 'Change' }).click();
  await takeDialog(page, 'settings');
  await say(page, '/triage settings PROJ');
  const project = page.locator('#channel .ephemeral', { hasText: 'Settings for tickets of PROJ' });
  await project.getByRole('button', { name: 'Change' }).click();
  await takeDialog(page, 'project-settings');
}

/** Refusals and the notice of a file that the policy keeps here. */
async function takeNotices(): Promise<void> {
  await using visit = await visitProgram({}, 1300, 1500);
  const { page } = visit;
  await visit.go('/');
  await say(page, '/triage settings');
  await page.locator('#channel .ephemeral').getByRole('button', { name: 'Change' }).click();
  const form = page.locator('#modal[open]');
  await form.locator('select[name=personal]').selectOption({ label: 'Do not upload, do not post' });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.locator('#channel .ephemeral', { hasText: 'are saved' }).waitFor();
  await attach(
    page,
    'modem.log',
    '2026-11-01T10:00:00Z ERROR modem 356938035643809 of ada@example.com lost its network\n',
  );
  await page.locator('#channel .thread', { hasText: 'was not uploaded to the log service' }).waitFor();
  await say(page, '/triage PROJ-999');
  await page.locator('#channel .ephemeral', { hasText: 'I cannot show you' }).waitFor();
  await say(page, '/triage why nosuch.log');
  await page.locator('#channel .ephemeral', { hasText: 'There is no file' }).waitFor();
  await say(page, '/triage diff app.log');
  await page.locator('#channel .ephemeral', { hasText: 'takes two files' }).waitFor();
  await take(page, page.locator('#channel'), 'notices', 1500);
}

async function takeDigest(page: Page): Promise<void> {
  await attach(page, 'core.7z', "7z\u00bc\u00af'\u001c and no more of it");
  await page.locator('#channel .thread', { hasText: 'core.7z' }).first().waitFor();
  for (const name of ['gateway', 'camera']) await give(page, name, 'to the channel');
  await page.locator('#channel .thread .message').filter({ hasText: verdict }).nth(2).waitFor();
  await say(page, '/triage digest now');
  const digest = page.locator('#channel article', { hasText: '#bringup, ' });
  await digest.first().waitFor();
  await take(page, digest.first(), 'digest');
}

async function takeHome(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'App Home' }).click();
  const home = page.locator('#channel .home');
  await home.getByText('core.7z').waitFor();
  await take(page, home, 'home');
  await page.getByRole('tab', { name: 'bringup' }).click();
}

async function takeHelp(page: Page): Promise<void> {
  await say(page, '/triage help');
  const help = page.locator('#channel .ephemeral', { hasText: '/triage PROJ-12' });
  await help.waitFor();
  await take(page, help, 'help');
}

/** Another file with the cause of one that lies on a ticket. */
async function takeSeenBefore(): Promise<void> {
  await using visit = await visitProgram({}, 1300, tall);
  const { page } = visit;
  await visit.go('/');
  await give(page, 'dmesg', 'to the ticket');
  await page.locator('#tickets .message').filter({ hasText: verdict }).waitFor();
  const example = examples.find(({ name }) => name.includes('dmesg'));
  await attach(page, 'devkit-2-dmesg.txt', `${example?.make() ?? ''}[  112.000000] reboot: power down\n`);
  const answer = page.locator('#channel .thread .message').filter({ hasText: 'Seen before' });
  await answer.waitFor();
  await page.mouse.move(1_290, 10);
  const seen = answer.getByText('Seen before');
  const [top, whole] = [await seen.boundingBox(), await answer.boundingBox()];
  if (!top || !whole) throw new Error('the answer is not to be seen');
  const clip = { ...whole, y: top.y - 8, height: whole.y + whole.height - top.y + 8 };
  const picture = await page.screenshot({ clip });
  await keep(page, picture, join(docs, 'seen-before.webp'));
}

/** A service that takes its time, so that there is something to wait for. */
async function takeStatus(): Promise<void> {
  const service = createHostedService();
  service.intercept = (request) =>
    request.method === 'GET' && /\/files\/[^/]+$/.test(request.url)
      ? envelope(200, { id: request.url.split('/').at(-1), status: 'ANALYZING', progress: 0.42 })
      : undefined;
  await using server = await listen((request) => service.app.fetch(request));
  const environment = { LOG_SERVICE_URL: `${server.origin}/api/v1`, API_KEY: service.key, RUN: 'bot' };
  await using visit = await visitProgram(environment, 1300, 700);
  const { page } = visit;
  await visit.go('/sandbox');
  await give(page, 'dmesg', 'to the channel');
  await page.locator('#channel .thread', { hasText: 'Reading the file' }).waitFor();
  await take(page, page.locator('#channel article').first(), 'status');
}

async function give(page: Page, example: string, where: string): Promise<void> {
  await page.locator('.example', { hasText: example }).getByRole('button', { name: where }).click();
}

async function attach(page: Page, name: string, latin1: string): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(latin1, 'latin1') };
  await page.locator('#say input[type=file]').setInputFiles(file);
  await page.locator('#say').getByRole('button', { name: 'Send' }).click();
}

async function say(page: Page, text: string): Promise<void> {
  await page.fill('#say input[name=text]', text);
  await page.keyboard.press('Enter');
}

async function takeDialog(page: Page, name: string): Promise<void> {
  const dialog = page.locator('#modal[open]');
  await dialog.waitFor();
  await take(page, dialog, name);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function take(page: Page, shown: Locator, name: string, height = tall): Promise<void> {
  // Messages show a menu below the pointer; tickets have none.
  await page.mouse.move(1_290, 900);
  const size = page.viewportSize();
  // A pane shows no more than fits on the screen.
  if (size) await page.setViewportSize({ ...size, height });
  await keep(page, await shown.screenshot(), join(docs, `${name}.webp`));
  if (size) await page.setViewportSize(size);
}
