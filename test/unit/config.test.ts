import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { environmentSchema, readConfig } from '../../src/config.ts';

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

it('refuses a port that nobody could reach it at', () => {
  expect(problemsOf({ PORT: '6000' })).toContain('PORT: browsers and fetch refuse this port');
  expect(problemsOf({ PORT: '6001' })).toBe('none');
});

it('runs with nothing set: embedded service, both vendors in the sandbox', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    slack: { kind: 'sandbox' },
    jira: { kind: 'sandbox' },
    logService: { kind: 'embedded' },
    PORT: 3000,
    HOST: '127.0.0.1',
    CAPTURE_TYPE: 'the service',
  });
});

it('reports every problem at once, by variable', () => {
  expect(
    problemsOf({ PORT: 'x', JIRA_BASE_URL: 'ftp://a', RUN: 'all', ADMIN_PASSWORD: 'short' }),
  ).toMatchInlineSnapshot(`
    "The configuration has problems:
      JIRA_BASE_URL: must be an http or https address
      PORT: Invalid input: expected number, received NaN
      RUN: Invalid option: expected one of "both"|"bot"|"service"
      ADMIN_PASSWORD: must have at least 8 characters
      JIRA_EMAIL: missing, the other JIRA_ variables are set
      JIRA_API_TOKEN: missing, the other JIRA_ variables are set
      JIRA_WEBHOOK_SECRET: missing (or JIRA_WEBHOOK_TOKEN, where the sender cannot sign)
      ADMIN_EMAIL: missing, ADMIN_PASSWORD is set
    How to set it up: src/docs/README.md"
  `);
});

it('takes people who may ask by their ids alone, of any workspace or of one', () => {
  const take = (POLICY_ASKERS: string) => readConfig({ POLICY_ASKERS }).policy.askers;
  expect(take('U0ADA, T0123:W0BOB')).toEqual(['U0ADA', 'T0123:W0BOB']);
  for (const wrong of ['ada', 'T0123/U0ADA', 'U0ADA:T0123'])
    expect(() => take(wrong)).toThrow('POLICY_ASKERS: must be ids of people like U0123 or T0123:U0123');
});

it('names what is missing of a half-set vendor', () => {
  expect(problemsOf({ SLACK_BOT_TOKEN: 'xoxb-1', JIRA_EMAIL: 'a@b.example' })).toMatchInlineSnapshot(`
    "The configuration has problems:
      SLACK_SIGNING_SECRET: missing, other SLACK_ variables are set
      JIRA_BASE_URL: missing, the other JIRA_ variables are set
      JIRA_API_TOKEN: missing, the other JIRA_ variables are set
      JIRA_WEBHOOK_SECRET: missing (or JIRA_WEBHOOK_TOKEN, where the sender cannot sign)
    How to set it up: src/docs/README.md"
  `);
});

it('takes the client of an app that people install in the place of a token, with the address they come back to', () => {
  const client = { SLACK_SIGNING_SECRET: 's', SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'c' };
  const config = readConfig({ ...client, PUBLIC_URL: 'https://t.example', SLACK_INSTALL_TEAMS: 'T0ONE, E0TWO' });
  const oauth = { clientId: '1.2', clientSecret: 'c', allowed: ['T0ONE', 'E0TWO'] };
  expect(config.slack).toMatchObject({ kind: 'workspace', oauth });
  expect(problemsOf(client)).toContain('PUBLIC_URL: missing');
  expect(problemsOf({ SLACK_SIGNING_SECRET: 's', SLACK_CLIENT_ID: '1.2' })).toContain('SLACK_CLIENT_SECRET: missing');
  const ops = { ...client, PUBLIC_URL: 'https://t.example', SLACK_OPS_CHANNEL: 'C0OPS' };
  expect(problemsOf(ops)).toContain('SLACK_OPS_CHANNEL: must name its workspace too');
  expect(readConfig({ ...ops, SLACK_OPS_CHANNEL: 'T0ONE:C0OPS' }).opsChannel).toBe('T0ONE:C0OPS');
  expect(problemsOf({ ...ops, SLACK_OPS_CHANNEL: 'ops:C0OPS' })).toContain('must be like C0123 or T0123:C0123');
  const given = { ...client, PUBLIC_URL: 'https://t.example', JIRA_CHANNEL_PROJECTS: 'T0ONE:C0A:fw' };
  expect([...readConfig(given).channelProjects]).toEqual([['T0ONE:C0A', new Set(['FW'])]]);
  expect(problemsOf({ ...given, JIRA_CHANNEL_PROJECTS: 'C0A:FW' })).toContain('C0A must name its workspace too');
  expect(problemsOf({ ...client, SLACK_INSTALL_TEAMS: 'acme' })).toContain('SLACK_INSTALL_TEAMS: must be ids');
});

it('takes an address of a Web API without credentials for a half-set workspace', () => {
  expect(problemsOf({ SLACK_API_URL: 'http://127.0.0.1:9/api' })).toContain('SLACK_BOT_TOKEN: missing');
});

it('plays both vendors or none unless one is asked for beside a real one', () => {
  const slack = { SLACK_SIGNING_SECRET: 's', SLACK_BOT_TOKEN: 't' };
  const kinds = (environment: Record<string, string>) => {
    const config = readConfig(environment);
    return [config.slack.kind, config.jira.kind];
  };
  expect(kinds({ SANDBOX: 'public' })).toEqual(['sandbox', 'sandbox']);
  expect(kinds(slack)).toEqual(['workspace', 'off']);
  expect(kinds({ ...slack, SANDBOX: 'public' })).toEqual(['workspace', 'off']);
  expect(kinds({ ...slack, SANDBOX: 'off' })).toEqual(['workspace', 'off']);
  expect(kinds({ ...slack, SANDBOX: 'jira' })).toEqual(['workspace', 'sandbox']);
  expect(problemsOf({ ...slack, SANDBOX: 'slack' })).toContain('SANDBOX: slack, and SLACK_ variables are set');
  expect(problemsOf({ SANDBOX: 'off' })).toContain('SANDBOX: off, and neither');
});

it('needs no vendor to run the service alone', () => {
  expect(problemsOf({ SANDBOX: 'off', RUN: 'service' })).toBe('none');
});

it('sends a key in the clear only over loopback or when told to', () => {
  const remote = { LOG_SERVICE_URL: 'http://logs.example/api/v1', API_KEY: 'k' };
  expect(problemsOf(remote)).toContain('LOG_SERVICE_ALLOW_HTTP');
  expect(problemsOf({ ...remote, LOG_SERVICE_ALLOW_HTTP: '1' })).toBe('none');
  expect(problemsOf({ ...remote, LOG_SERVICE_URL: 'http://127.0.0.1:9/api/v1' })).toBe('none');
});

it('adds the slash that the Web API root needs', () => {
  const config = readConfig({
    SLACK_SIGNING_SECRET: 's',
    SLACK_BOT_TOKEN: 't',
    SLACK_API_URL: 'http://127.0.0.1:9/api',
  });
  expect(config.slack).toMatchObject({ apiUrl: 'http://127.0.0.1:9/api/' });
});

it('counts an empty variable as unset', () => {
  expect(readConfig({ SLACK_BOT_TOKEN: '', LOG_SERVICE_URL: ' ' }).slack.kind).toBe('sandbox');
});

it('has an example file with exactly the variables of the schema, and its values are the defaults', () => {
  const lines = readFileSync('.env.example', 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const example = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  expect(Object.keys(example).sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  expect(readConfig(example)).toEqual(readConfig({}));
});

it('tells what is missing along with what is wrong', () => {
  const read = () => readConfig({ PORT: 'abc', SLACK_BOT_TOKEN: 'xoxb-1', LOG_SERVICE_URL: 'not an address' });
  expect(read).toThrow(/PORT/);
  expect(read).toThrow(/SLACK_SIGNING_SECRET: missing/);
  expect(read).toThrow(/LOG_SERVICE_URL/);
  expect(read).toThrow(/API_KEY: missing/);
});
