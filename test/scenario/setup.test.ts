import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startBot } from '../support/bot-under-test.ts';
import { startNode } from '../support/run-node.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { jiraSecrets, slackSecrets } from '../support/vendors.ts';

/** Both vendors, and a folder whose `logtriage.env` leads to Slack's stand-in. */
async function newcomer() {
  const run = await startBot();
  run.clock.advance(Date.now() - run.clock.now());
  const slackApiUrl = `${await serveFetch(run.fetchSlack)}/api/`;
  const site = await serveFetch(run.jira.fetch);
  const { path: cwd } = temporaryFolder();
  const file = join(cwd, 'logtriage.env');
  writeFileSync(file, `SLACK_API_URL=${slackApiUrl}\n`);
  const begin = (answers: string[], awaitsInput = false) => {
    const input = answers.map((answer) => `${answer}\n`).join('');
    return startNode([resolve('src/commands/cli.ts'), 'setup'], { cwd, input, awaitsInput });
  };
  return {
    run,
    file,
    slackApiUrl,
    toSlack: ['', 'signing-secret', slackSecrets.botToken, 'C0BRINGUP'],
    toJira: [site, '', '', jiraSecrets.email, jiraSecrets.apiToken, '2099-01-01'],
    written: () => parseEnv(readFileSync(file, 'utf8')),
    answer: async (...answers: string[]) => await begin(answers).ended,
    /** Stays there when these are answered. */
    begin: (...answers: string[]) => begin(answers, true),
    [Symbol.dispose]: () => run[Symbol.dispose](),
  };
}

const address = 'https://triage.example.com';

it('keeps comments and values that it does not ask for, and fills in an example that is empty', async () => {
  using person = await newcomer();
  const example = readFileSync('.env.example', 'utf8');
  const own = `${example.replace(/^SLACK_API_URL=.*$/m, `SLACK_API_URL=${person.slackApiUrl}`)}
# Only what is open.
JIRA_FILTER='status = "In Progress"'
`;
  writeFileSync(person.file, own);
  expect(await person.answer(address, ...person.toSlack, ...person.toJira)).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(person.file, 'utf8');
  const comments = /^#.*$/gm;
  expect(text.match(comments)).toEqual(own.match(comments));
  expect(readConfig(person.written()).tickets.filter).toBe('status = "In Progress"');
  expect(text).toContain(`\nSLACK_SIGNING_SECRET='signing-secret'\nSLACK_BOT_TOKEN='${slackSecrets.botToken}'\n`);
});

it.each([
  ['before anything is known to work', 0, 'logtriage.env is as it was before', false],
  ['when Slack works', 4, 'The answers about Slack are in logtriage.env', true],
])('says what is kept where Ctrl-C is pressed, or the input ends, %s', async (_, answered, told, isKept) => {
  using person = await newcomer();
  const answers = [address, ...person.toSlack.slice(0, answered)];
  const running = person.begin(...answers);
  await running.prints(answered > 0 ? /without Jira: $/ : /workspaces \[one\]: $/);
  const interrupted = await running.interrupt();
  expect(interrupted.code).toBe(130);
  expect(interrupted.stdout).toContain(`Stopped. ${told}; run npx logtriage setup again`);
  expect(person.written().SLACK_BOT_TOKEN).toBe(isKept ? slackSecrets.botToken : undefined);
  const ended = await person.answer(...answers);
  expect(ended.code).toBe(130);
  expect(ended.stdout).toContain(`Stopped. ${told}`);
});
