import { expect, it } from 'vitest';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import { browserPath, faultsInEachLook, openPage, tellSkipped } from '../support/open-browser.ts';
import { listen } from '../support/stand-in-server.ts';
import { slackClient, slackSecrets } from '../support/vendors.ts';

tellSkipped('installing the Slack app in a browser');

it.skipIf(browserPath === undefined)('a person installs the app, or does not, in a browser', async () => {
  const started = Promise.withResolvers<BotUnderTest>();
  await using slack = await listen(async (request) => (await started.promise).fetchSlack(request));
  await using bot = await listen(async (request) => (await started.promise).bot.routes.fetch(request));
  const connection = {
    signingSecret: slackSecrets.signingSecret,
    apiUrl: `${slack.origin}/api/`,
    oauth: { ...slackClient, allowed: [] },
  };
  using run = await startBot({
    installs: { rotates: true, publicUrl: bot.origin },
    config: { slack: connection },
    elsewhere: { fetch: async (request) => (await started.promise).fetchSlack(request) },
  });
  started.resolve(run);
  await using opened = await openPage(1_000, 700);
  const { page, complaints } = opened;

  await page.goto(`${bot.origin}/slack/install`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Not installed' }).waitFor();
  expect(await faultsInEachLook(page)).toEqual([]);
  await page.getByRole('link', { name: 'Start again' }).click();
  await page.getByRole('combobox').selectOption('T0SECOND');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Installed in Team T0SECOND' }).waitFor();
  expect(await faultsInEachLook(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Already used' }).waitFor();
  expect(complaints.filter((complaint) => !/status of 40[03]/.test(complaint))).toEqual([]);
});
