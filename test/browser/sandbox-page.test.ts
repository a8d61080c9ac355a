import { WebClient } from '@slack/web-api';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSandbox, openSandbox } from '../../src/commands/sandbox.ts';
import {
  accessFaults,
  browserPath,
  type OpenPage,
  openPage,
  sidewaysPixels,
  tellSkipped,
} from '../support/open-browser.ts';
import { listen, type StandInServer } from '../support/stand-in-server.ts';

tellSkipped("the sandbox's page in a browser");

type Json = Record<string, unknown>;

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (text: string, action_id: string) => ({ type: 'button' as const, text: plain(text), action_id });
const modal = {
  type: 'modal' as const,
  title: plain('File to Jira'),
  submit: plain('Create'),
  blocks: [
    {
      type: 'input' as const,
      block_id: 'summary',
      label: plain('Summary'),
      element: { type: 'plain_text_input' as const, action_id: 'summary' },
    },
    {
      type: 'input' as const,
      block_id: 'project',
      label: plain('Project'),
      element: {
        type: 'static_select' as const,
        action_id: 'project',
        options: ['PROJ', 'DESK'].map((value) => ({ text: plain(value), value })),
      },
    },
    {
      type: 'input' as const,
      block_id: 'watchers',
      optional: true,
      label: plain('Watchers'),
      element: { type: 'multi_users_select' as const, action_id: 'watchers', initial_users: ['U0YOU'] },
    },
    {
      type: 'input' as const,
      block_id: 'tell',
      optional: true,
      label: plain('Channel to tell'),
      element: { type: 'conversations_select' as const, action_id: 'tell' },
    },
  ],
};
const chart = {
  type: 'data_visualization',
  title: 'Failures',
  chart: {
    type: 'bar',
    axis_config: { categories: ['10:00', '10:10'] },
    series: [
      {
        name: 'timeouts',
        data: [
          { label: '10:00', value: 3 },
          { label: '10:10', value: 7 },
        ],
      },
    ],
  },
};

/** A bot that shows what the page can do: a coloured answer with buttons, a form, a Home. */
function createShowBot(client: () => WebClient) {
  const submitted: Json[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const text = await request.text();
    const payload = new URLSearchParams(text).get('payload');
    return payload === null
      ? await onEvent((JSON.parse(text) as { event: Json }).event)
      : await onAct(JSON.parse(payload));
  };
  const onEvent = async (event: Json) => {
    if (event.type === 'message' && !event.bot_id && !event.subtype) {
      const blocks = [
        { type: 'section', text: { type: 'mrkdwn', text: '*CONFIRMED*: the disk is full' } },
        { type: 'actions', elements: [button('File to Jira', 'file'), button('Right', 'right')] },
        chart,
      ];
      const attachments = [{ color: '#a30200', blocks }] as never;
      void client().chat.postMessage({
        channel: String(event.channel),
        thread_ts: String(event.ts),
        text: 'x',
        attachments,
      });
    }
    if (event.type === 'app_home_opened') {
      const view = { type: 'home' as const, blocks: [{ type: 'section' as const, text: plain('My files: none yet') }] };
      void client().views.publish({ user_id: String(event.user), view });
    }
    return new Response();
  };
  const onAct = async ({ type, trigger_id, view, actions, channel, message }: Json) => {
    if (type === 'view_submission') {
      submitted.push((view as { state: { values: Json } }).state.values);
      return submitted.length > 1
        ? new Response()
        : Response.json({ response_action: 'errors', errors: { summary: 'There is one already.' } });
    }
    const [{ action_id: pressed }] = actions as [{ action_id: string }];
    if (pressed === 'file') void client().views.open({ trigger_id: String(trigger_id), view: modal });
    const ts = (message as { ts: string }).ts;
    if (pressed === 'right')
      void client().reactions.add({ channel: (channel as { id: string }).id, timestamp: ts, name: 'white_check_mark' });
    return new Response();
  };
  return { answer, submitted };
}

describe.skipIf(browserPath === undefined)("the sandbox's page", () => {
  let server: StandInServer;
  let sandbox: OpenSandbox;
  let visit: OpenPage;
  let page: Page;
  const client = () =>
    new WebClient('xoxb-show', { slackApiUrl: `${sandbox.origin}/sandbox/slack/api/`, retryConfig: { retries: 0 } });
  const bot = createShowBot(client);

  beforeAll(async () => {
    server = await listen(bot.answer);
    sandbox = await openSandbox(['--port', '0', '--slack-events', server.origin], { SLACK_BOT_TOKEN: 'xoxb-show' });
    visit = await openPage(1300, 900);
    page = visit.page;
    await page.goto(sandbox.origin);
  });

  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
    await sandbox?.close();
    await server?.[Symbol.asyncDispose]();
  });

  it('shows an answer with its colour, buttons and chart', async () => {
    await page.getByRole('tab', { name: '# bringup', selected: true }).waitFor();
    await page.fill('#say input[name=text]', 'why?');
    await page.keyboard.press('Enter');
    const answer = page.locator('.thread .attachment[data-colour=danger]');
    await answer.getByRole('button', { name: 'File to Jira' }).waitFor();
    expect(await answer.locator('svg rect').count()).toBe(2);
    expect(await accessFaults(page)).toEqual([]);
  });

  it('has buttons that act', async () => {
    await page.getByRole('button', { name: 'Right' }).click();
    await page.locator('.thread .reaction', { hasText: '✅' }).waitFor();
  });

  it('shows the form of the app, what is wrong with it, and closes it once it is taken', async () => {
    await page.getByRole('button', { name: 'File to Jira' }).click();
    const form = page.locator('#modal-form');
    await form.getByRole('heading', { name: 'File to Jira' }).waitFor();
    const lefts = await form
      .locator('.field')
      .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Please complete this required field.').first().waitFor();
    await form.locator('[name=summary]').fill('The disk is full');
    await form.locator('[name=project]').selectOption('PROJ');
    await form.locator('[name=watchers]').uncheck();
    await form.locator('[name=tell]').selectOption({ label: '#bringup' });
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('There is one already.').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    await form.waitFor({ state: 'detached' });
    expect(bot.submitted[1]).toMatchObject({
      summary: { summary: { value: 'The disk is full' } },
      project: { project: { selected_option: { value: 'PROJ' } } },
      watchers: { watchers: { selected_users: [] } },
      tell: { tell: { selected_conversation: expect.stringMatching(/^C/) } },
    });
  });

  it('shows App Home and the messages with the app', async () => {
    await page.getByRole('tab', { name: 'App Home' }).click();
    await page.getByText('My files: none yet').waitFor();
    await page.locator('#say').waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Messages with logtriage' }).click();
    await page.fill('#say input[name=text]', 'in private');
    await page.keyboard.press('Enter');
    await page.getByText('in private').waitFor();
    await page.getByRole('tab', { name: '# bringup' }).click();
    await page.getByText('why?', { exact: true }).waitFor();
    expect(await page.getByText('in private').count()).toBe(0);
  });

  it('goes through its tabs by arrow keys, Home and End', async () => {
    const current = () =>
      page.evaluate(() => [
        document.activeElement?.textContent,
        document.querySelectorAll('[role=tab][tabindex="0"]').length,
      ]);
    await page.getByRole('tab', { selected: true }).focus();
    const seen = [];
    for (const key of ['ArrowLeft', 'ArrowRight', 'End', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await current());
    }
    const [channel, direct, home] = ['# bringup', 'Messages with logtriage', 'App Home'];
    expect(seen).toEqual([home, channel, home, direct, channel].map((words) => [words, 1]));
    await page.getByRole('tabpanel', { name: channel }).getByText('why?', { exact: true }).waitFor();
  });

  it('lets people edit and delete what they said', async () => {
    page.on('dialog', (dialog) => void dialog.accept('why does it stop?'));
    const root = page.locator('#channel > .message').first();
    await root.locator('> header').hover();
    await root.locator('> header').getByRole('button', { name: 'Edit' }).click();
    await root.getByText('(edited)').waitFor();
    await root.locator('> header').hover();
    await root.locator('> header').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This message was deleted.').waitFor();
  });

  it('fits a phone, and no script or content policy complained', async () => {
    await page.setViewportSize({ width: 375, height: 720 });
    expect(await sidewaysPixels(page)).toBe(0);
    await page.reload();
    await page.locator('#channel .message').first().waitFor();
    await page.waitForFunction(() => document.getElementById('tickets')!.childElementCount > 0);
    // A scroll that glides has begun by then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(visit.complaints).toEqual([]);
  });
});
