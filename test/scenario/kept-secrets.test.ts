import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/node/logger.ts';
import { type Program, startProgram } from '../../src/program/start-program.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const password = 'planted-password-of-the-admin';
const planted = {
  SLACK_SIGNING_SECRET: 'planted-signing-secret-0001',
  SLACK_BOT_TOKEN: 'xoxb-planted-bot-token-0002',
  JIRA_API_TOKEN: 'planted-jira-token-0003',
  JIRA_WEBHOOK_SECRET: 'planted-jira-webhook-secret-0004',
  JIRA_WEBHOOK_TOKEN: 'planted-jira-path-token-0005',
};
const responseUrl = 'http://127.0.0.1:9/commands/planted-response-url-0006';
const environment = {
  ...planted,
  SLACK_API_URL: 'http://127.0.0.1:9/api/',
  JIRA_BASE_URL: 'http://127.0.0.1:9',
  JIRA_EMAIL: 'bot@example.org',
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: password,
  LOG_LEVEL: 'debug',
  PORT: '0',
};
const newKey = () => randomBytes(32).toString('base64');

interface Running {
  program: Program;
  lines: string[];
}

async function start(path: string, changes: Record<string, string>): Promise<Running> {
  const lines: string[] = [];
  const config = readConfig({ ...environment, DATA_DIR: path, ...changes });
  const program = await startProgram(
    config,
    createLog('debug', (line) => lines.push(line)),
  );
  return { program, lines };
}

async function signIn({ program: { origin } }: Running) {
  const answer = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: environment.ADMIN_EMAIL, password }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  return { cookie, token: data.token };
}

async function makeSecrets(running: Running): Promise<string[]> {
  const { origin } = running.program;
  const { cookie, token } = await signIn(running);
  const post = async (path: string, body: unknown, headers: Record<string, string>) =>
    (
      (await (
        await fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      ).json()) as { data: Record<string, string> }
    ).data;
  const { key } = await post('/console/api/keys', {}, { cookie, origin });
  const hook = await post('/api/v1/webhooks', { url: 'http://127.0.0.1:9/x' }, { authorization: `API_KEY ${key}` });
  const rotated = await post(`/api/v1/webhooks/${hook.id}/rotate-secret`, {}, { authorization: `API_KEY ${key}` });
  await post(`/api/v1/webhooks/${hook.id}/test`, {}, { authorization: `API_KEY ${key}` });
  return [cookie.split('=')[1]!, token, key!, hook.secret!, rotated.secret!];
}

async function command({ program: { origin } }: Running): Promise<string> {
  const body = new URLSearchParams({
    command: '/triage',
    text: 'PROJ-1 why?',
    team_id: 'T1',
    channel_id: 'C1',
    user_id: 'U1',
    trigger_id: `1.${Math.random()}`,
    response_url: responseUrl,
  }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', planted.SLACK_SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const answer = await fetch(`${origin}/slack/events`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
  });
  return await answer.text();
}

/** Without the code that the runtime compiles, which it renames while it is read. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, 'compiled')))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

it('tells no secret to a log, a metric, an error, a database or a backup', async () => {
  const { path } = temporaryFolder();
  const running = await start(path, { DATA_KEY: newKey() });
  onTestFinished(() => running.program.stop());
  const { origin } = running.program;
  const secrets = [password, responseUrl, ...Object.values(planted), ...(await makeSecrets(running))];
  const answers = [await command(running)];
  for (const [target, init] of [
    [`/jira/webhook/${planted.JIRA_WEBHOOK_TOKEN}`, { method: 'POST', body: 'no json' }],
    ['/jira/webhook', { method: 'POST', body: '{}' }],
    ['/api/v1/files', { headers: { authorization: `API_KEY ${secrets.at(-3)}x` } }],
    ['/metrics', {}],
    ['/nowhere', {}],
  ] as const) {
    answers.push(await (await fetch(`${origin}${target}`, init)).text());
  }
  // The command is stored, and waits for vendors that cannot be reached.
  const metrics = async () => await (await fetch(`${origin}/metrics`)).text();
  await expect.poll(metrics).toMatch(/kind="run-command",outcome="(?:later|failed)"/);
  const backup = temporaryFolder();
  const args = ['src/commands/cli.ts', 'backup', join(backup.path, 'copy')];
  expect((await runNode(args, { env: { DATA_DIR: path } })).code).toBe(0);
  const places = {
    log: running.lines.join('\n'),
    answers: answers.join('\n'),
    databases: textOf(path),
    backup: textOf(backup.path),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(10);
    for (const secret of secrets) expect(text.includes(secret), `${secret.slice(0, 24)} in ${place}`).toBe(false);
  }
});

it('goes on under a new key after one start with both, and says which key is missing without', async () => {
  const { path } = temporaryFolder();
  const [old, fresh] = [newKey(), newKey()];
  const first = await start(path, { DATA_KEY: old });
  await makeSecrets(first);
  await command(first);
  await expect.poll(() => sealedTexts(path).size).toBe(1);
  await first.program.stop();
  await expect(start(path, { DATA_KEY: fresh })).rejects.toThrow(/DATA_KEY: .* sealed with the key [\da-f]{8}/);
  const both = await start(path, { DATA_KEY: `${fresh},${old}` });
  // The bot and the service each have a database of their own, and a loaded machine walks through them slowly.
  await expect.poll(() => partsThatAreDone(both)).toEqual(new Set(['bot', 'service']));
  await both.program.stop();
  expect(sealedTexts(path).size).toBe(1);
  const alone = await start(path, { DATA_KEY: fresh });
  await alone.program.stop();
});

function partsThatAreDone({ lines }: Running): Set<string> {
  const said = lines.filter((line) => line.includes('can be removed'));
  return new Set(said.map((line) => (JSON.parse(line) as { part: string }).part));
}

/** Which keys sealed what any column of the databases holds. */
function sealedTexts(folder: string): Set<string> {
  const ids = new Set<string>();
  for (const name of ['bot.db', 'service.db']) {
    const database = new Database(join(folder, name), { readonly: true });
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[];
    for (const table of tables) {
      const rows = JSON.stringify(database.prepare(`select * from "${table}"`).all());
      for (const [, id = ''] of rows.matchAll(/sealed:1:([\da-f]{8})/g)) ids.add(id);
    }
    database.close();
  }
  return ids;
}

it('without a key of the operator makes one that the databases do not hold', async () => {
  const { path } = temporaryFolder();
  const running = await start(path, {});
  onTestFinished(() => running.program.stop());
  const secrets = await makeSecrets(running);
  const databases = readdirSync(path)
    .filter((name) => name.includes('.db'))
    .map((name) => readFileSync(join(path, name), 'latin1'))
    .join('');
  for (const secret of [...secrets, readFileSync(join(path, 'data-key'), 'utf8').trim()]) {
    expect(databases.includes(secret), secret.slice(0, 12)).toBe(false);
  }
});
