import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
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
async function newcomer(env: Record<string, string> = {}) {
  const run = await startBot();
  run.clock.advance(Date.now() - run.clock.now());
  const slackApiUrl = `${await serveFetch(run.fetchSlack)}/api/`;
  const site = await serveFetch(run.jira.fetch);
  const { path: cwd } = temporaryFolder();
  const file = join(cwd, 'logtriage.env');
  writeFileSync(file, `SLACK_API_URL=${slackApiUrl}\n`);
  const begin = (answers: string[], awaitsInput = false) => {
    const input = answers.map((answer) => `${answer}\n`).join('');
    return startNode([resolve('src/commands/cli.ts'), 'setup'], { cwd, env, input, awaitsInput });
  };
  return {
    run,
    file,
    slackApiUrl,
    site,
    toSlack: ['', 'signing-secret', slackSecrets.botToken, 'C0BRINGUP'],
    toJira: [site, '', '', jiraSecrets.email, jiraSecrets.apiToken, '2099-01-01'],
    written: () => parseEnv(readFileSync(file, 'utf8')),
    answer: async (...answers: string[]) => await begin(answers).ended,
    /** Stays there when these are answered. */
    begin: (...answers: string[]) => begin(answers, true),
    atTerminal: () =>
      startNode([resolve('src/commands/cli.ts'), 'setup'], { cwd, env, atTerminal: true, awaitsInput: true }),
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

it('asks again for what cannot be meant, before anything is tried with it', async () => {
  using person = await newcomer();
  const { site } = person;
  const ended = await person.answer(
    ...['ftp://triage.example.com', '', 'triage.example.com/'],
    ...['two', 'ONE', 'xoxb-1', 'signing-secret'],
    ...['xoxp-1', 'xapp-1', 'xoxe.xoxb-1', '0123456789abcdef0123456789abcdef', 'xoxb-a b'],
    ...[`SLACK_BOT_TOKEN="${slackSecrets.botToken}" `, '#bringup', 'C0BRINGUP'],
    ...[
      'bot@example.com',
      `${site}/browse/PROJ-1`,
      'server',
      'Cloud',
      'oauth',
      'token',
      'logtriage',
      jiraSecrets.email,
    ],
    ...[`${jiraSecrets.apiToken}\u200b`, '31.01.2099', '2099-01-31'],
  );
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  for (const told of [
    'An address begins with https://',
    'The answer is one or several.',
    'This is a token; the Signing Secret is under App Credentials.',
    'This is the token of a person; the Bot User OAuth Token begins with xoxb-.',
    'This is an app-level token;',
    'This is a token that is good for hours only;',
    'This is a secret of the page Basic Information;',
    'a letter that no key has: copy it again.',
    'An id is needed, such as C0123',
    'This is no address of the web.',
    `This is taken as ${site}.`,
    'The answer is cloud or datacenter.',
    'The answer is token, scoped or app.',
    'This is no e-mail address.',
    'Write the day as 2027-01-31.',
  ])
    expect(ended.stdout).toContain(told);
  expect(ended.stdout).not.toContain('Try again');
  expect(person.written()).toMatchObject({
    PUBLIC_URL: address,
    SLACK_BOT_TOKEN: slackSecrets.botToken,
    JIRA_BASE_URL: site,
    JIRA_API_TOKEN: jiraSecrets.apiToken,
  });
});

it('shows no secret again, and takes back by a dash what there need not be', async () => {
  using person = await newcomer();
  await person.answer(address, ...person.toSlack, ...person.toJira);
  const again = await person.answer('', '', '', '', '-', '', '', '', '', 'another-token-of-jira', '', '-');
  expect(again.stdout).not.toContain(slackSecrets.botToken);
  expect(again.stdout).not.toContain(jiraSecrets.apiToken);
  expect(again.stdout).toContain('a dash: without Slack […cret]: ');
  expect(again.stdout).toMatch(/Without Jira, so JIRA_API_TOKEN, .* are left out/);
  const { SLACK_BOT_TOKEN, SLACK_OPS_CHANNEL, ...others } = person.written();
  expect(SLACK_BOT_TOKEN).toBe(slackSecrets.botToken);
  expect(SLACK_OPS_CHANNEL).toBeUndefined();
  expect(Object.keys(others).filter((name) => name.startsWith('JIRA_'))).toEqual([]);
});

it.runIf(process.platform === 'linux')(
  'hides a secret while it is typed at a terminal, and shows all else',
  async () => {
    using person = await newcomer();
    const running = person.atTerminal();
    const steps: [RegExp, string][] = [
      [/Address: /, `${address}\r`],
      [/workspaces \[one\]: /, '\r'],
      // Mistyped, and mended.
      [/without Slack: /, 'signing-secrex\u007ft\r'],
      [/Permissions\): /, `${slackSecrets.botToken}\r`],
      [/operators must know.*: /, 'C0BRINGXP\u007f\u007fUP\r'],
      [/without Jira: /, '\u0003'],
    ];
    for (const [asked, typed] of steps) {
      await running.prints(asked);
      running.types(typed);
    }
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain(address);
    expect(stdout).toContain('C0BRING');
    expect(stdout).not.toContain('signing-se');
    expect(stdout).not.toContain(slackSecrets.botToken.slice(0, 8));
    expect(stdout).toContain('Stopped. The answers about Slack are in logtriage.env');
    expect(person.written()).toMatchObject({
      SLACK_SIGNING_SECRET: 'signing-secret',
      SLACK_BOT_TOKEN: slackSecrets.botToken,
      SLACK_OPS_CHANNEL: 'C0BRINGUP',
    });
  },
);

it('tells after the third time that a vendor does not work, and offers no fourth', async () => {
  using person = await newcomer();
  const wrong = ['', 'signing-secret', 'xoxb-wrong', ''];
  const ended = await person.answer(address, ...wrong, ...wrong, ...wrong, ...person.toJira);
  expect(ended.code).toBe(1);
  expect(ended.stdout.match(/Try again/g)).toHaveLength(2);
  expect(ended.stdout).toMatch(/Slack does not work yet\..*\n[\s\S]*ok {2}Jira account: /);
});

it('looks up where a scoped token is taken, and forgets that for another token', async () => {
  using person = await newcomer();
  const { cloudId } = person.run.jira;
  appendFileSync(person.file, `JIRA_GATEWAY_URL=${person.site}\n`);
  const [site = '', kind = ''] = person.toJira;
  const scoped = await person.answer(
    address,
    ...person.toSlack,
    site,
    kind,
    'scoped',
    '',
    'scoped-token',
    '2099-01-01',
  );
  expect(scoped).toMatchObject({ code: 0, stderr: '' });
  expect(scoped.stdout).toContain('ok  Jira scopes: reading and writing');
  expect(person.written()).toMatchObject({ JIRA_CLOUD_ID: cloudId, JIRA_API_TOKEN: 'scoped-token' });
  const again = await person.answer(
    ...['', '', '', '', ''],
    ...['', '', 'token', jiraSecrets.email],
    jiraSecrets.apiToken,
    '',
  );
  expect(again.code).toBe(0);
  expect(again.stdout).toContain('or an OAuth 2.0 app [scoped]: ');
  expect(person.written().JIRA_CLOUD_ID).toBeUndefined();
});

it('says how the webhook is made by hand, with all that has to be entered', async () => {
  using person = await newcomer();
  const { stdout } = await person.answer(address, ...person.toSlack, ...person.toJira);
  const { JIRA_WEBHOOK_SECRET } = person.written();
  expect(stdout).toMatch(
    new RegExp(
      `WebHooks, with\\n *URL +${address}/jira/webhook\\n *secret +${JIRA_WEBHOOK_SECRET}\\n *events +Issue: created`,
    ),
  );
});

it('says before the first question that its folder cannot be written to', async () => {
  using person = await newcomer();
  appendFileSync(person.file, `DATA_DIR=${person.file}/data\n`);
  const ended = await person.answer(address);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^DATA_DIR cannot be created: ENOTDIR/);
});

it('begins with what no answer mends, and ends with what the shell sets otherwise', async () => {
  using person = await newcomer({ SLACK_BOT_TOKEN: 'xoxb-of-the-shell' });
  appendFileSync(person.file, 'PORT=http\nSANDBOX=slack\n');
  const early = await person.answer(address);
  expect(early).toMatchObject({ code: 2, stdout: '' });
  expect(early.stderr).toMatch(/^First correct logtriage\.env.*\n[\s\S]*PORT: /);
  writeFileSync(person.file, `SLACK_API_URL=${person.slackApiUrl}\nSANDBOX=slack\n`);
  const ended = await person.answer(address, ...person.toSlack, '');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('SANDBOX=slack is left out: it simulates Slack.');
  expect(ended.stdout).toContain('This shell sets SLACK_BOT_TOKEN otherwise, which counts before the file.');
});
