import { z } from 'zod';
import { UsageError } from '#core/errors.ts';
import { isNetwork } from '#core/networks.ts';
import { readPersonId } from '#core/person-id.ts';
import { defaultPolicy, gateModes, leastVerdicts, type Policy, problemOfQuietHours } from '#core/policy.ts';
import { readVaultKey } from '#core/vault.ts';

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
/** `C0123:PROJ`, or `T0123:C0123:PROJ`, as often as there are pairs. */
const channelProjects = list
  .refine((entries) => entries.every((entry) => /^(?:T[A-Z0-9]+:)?[CGD][A-Z0-9]+:[A-Za-z][A-Za-z0-9_]+$/.test(entry)), {
    error: 'must be pairs of a channel id and a project key like C0123:PROJ or T0123:C0123:PROJ, comma-separated',
  })
  .transform((entries) => {
    const pairs = entries.map(
      (entry) => [entry.slice(0, entry.lastIndexOf(':')), entry.slice(entry.lastIndexOf(':') + 1)] as const,
    );
    return new Map(
      [...Map.groupBy(pairs, ([channel]) => channel)].map(
        ([channel, of]) => [channel, new Set(of.map(([, key]) => key.toUpperCase()))] as const,
      ),
    );
  });
const teamIds = list.refine((ids) => ids.every((id) => /^[TE][A-Z0-9]{2,}$/.test(id)), {
  error: 'must be ids of workspaces or organisations like T0123, comma-separated',
});
/** One of the policy's settings each; what holds where a channel or project sets nothing else. */
const policyVariables = {
  POLICY_GUESTS: z.stringbool().default(defaultPolicy.guests),
  POLICY_SHARED_CHANNELS: z.stringbool().default(defaultPolicy.sharedChannels),
  POLICY_ASKERS: list
    .refine(
      (ids) => ids.every((id) => readPersonId(id)),
      'must be ids of people like U0123 or T0123:U0123, comma-separated',
    )
    .default(defaultPolicy.askers),
  POLICY_LEAST_VERDICT: z.enum(leastVerdicts).default(defaultPolicy.leastVerdict),
  POLICY_QUIET_HOURS: z
    .string()
    .trim()
    .refine((value) => !problemOfQuietHours(value), 'must be like 22:00-06:00 Europe/Berlin')
    .default(defaultPolicy.quietHours),
  POLICY_REVIEW_CHANNEL: z
    .string()
    .trim()
    .regex(/^(?:[CG][A-Z0-9]+)?$/, 'must be the id of a channel like C0123')
    .default(defaultPolicy.reviewChannel),
  POLICY_TELLS_OF_ALL: z.stringbool().default(defaultPolicy.tellsOfAll),
  POLICY_PERSONAL: z.enum(gateModes).default(defaultPolicy.personal),
};
const count = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback);
/** Ports of 1024 and above that no fetch connects to (fetch.spec.whatwg.org, "bad port"): the program could not reach itself. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
const defaultSlackApiUrl = 'https://slack.com/api/';
const pathToken = z.string().min(22, 'must have at least 22 characters');

/** Every variable the program reads, by name. `.env.example` is checked against it. */
export const environmentSchema = z.object({
  SLACK_SIGNING_SECRET: text.optional(),
  SLACK_BOT_TOKEN: text.optional(),
  SLACK_CLIENT_ID: text.optional(),
  SLACK_CLIENT_SECRET: text.optional(),
  SLACK_INSTALL_TEAMS: teamIds.default([]),
  SLACK_API_URL: url.default(defaultSlackApiUrl).transform(withTrailingSlash),
  SLACK_OPS_CHANNEL: text
    .refine(
      (value) => !value.includes(':') || /^T[A-Z0-9]+:[CGD][A-Z0-9]+$/.test(value),
      'must be like C0123 or T0123:C0123',
    )
    .optional(),
  JIRA_KIND: z.enum(['cloud', 'datacenter']).default('cloud'),
  JIRA_BASE_URL: url.transform(withoutTrailingSlash).optional(),
  JIRA_EMAIL: z.email().optional(),
  JIRA_API_TOKEN: text.optional(),
  JIRA_API_TOKEN_EXPIRES: z.iso.date().optional(),
  JIRA_CLOUD_ID: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'must be the id of the site, as SITE/_edge/tenant_info tells it')
    .optional(),
  JIRA_CLIENT_ID: text.optional(),
  JIRA_CLIENT_SECRET: text.optional(),
  JIRA_GATEWAY_URL: url.default('https://api.atlassian.com').transform(withoutTrailingSlash),
  JIRA_AUTH_URL: url.default('https://auth.atlassian.com').transform(withoutTrailingSlash),
  JIRA_WEBHOOK_SECRET: text.optional(),
  JIRA_WEBHOOK_TOKEN: pathToken.optional(),
  JIRA_CHANNEL_PROJECTS: channelProjects.default(new Map()),
  JIRA_PROJECTS: list.default([]),
  JIRA_FILTER: text.optional(),
  JIRA_ASK_FOR_CAPTURES: text.optional(),
  JIRA_COMMAND_USERS: list.default([]),
  SANDBOX: z.enum(['on', 'off', 'public', 'jira', 'slack']).default('on'),
  ...policyVariables,
  ANSWERS_OF_DELETED: z.enum(['offer', 'remove', 'keep']).default('offer'),
  DOWNLOAD_ALLOW: list.default([]),

  LOG_SERVICE_URL: url.transform(withoutTrailingSlash).optional(),
  API_KEY: text.optional(),
  API_KEY_FILE: text.optional(),
  API_KEY_CREATED: z.iso
    .date()
    .or(z.iso.datetime({ offset: true }))
    .optional(),
  LOG_SERVICE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
  LOG_SERVICE_WEBHOOK_TOKEN: pathToken.optional(),
  LOG_SERVICE_ALLOW_HTTP: z.stringbool().default(false),
  CAPTURE_TYPE: text.default('the service'),

  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .refine((port) => !blockedPorts.has(port), 'browsers and fetch refuse this port, choose another')
    .default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: url.transform(withoutTrailingSlash).optional(),
  TRUSTED_PROXIES: list
    .refine((entries) => entries.every(isNetwork), 'must be addresses or networks like 10.0.0.0/8, comma-separated')
    .default([]),
  DATA_DIR: text.default('./data'),
  DATA_KEY: list
    .refine((keys) => keys.every(readVaultKey), 'must be 32 bytes in base64, as `openssl rand -base64 32` makes them')
    .default([]),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RUN: z.enum(['both', 'bot', 'service']).default('both'),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  OPERATOR_PASSWORD: text.optional(),
  OIDC_ISSUER: url.transform(withoutTrailingSlash).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.default('single sign-on'),
  OIDC_DOMAINS: list.default([]),

  MAX_UPLOAD_BYTES: count(1_073_741_824, 1),
  STORAGE_QUOTA_BYTES: count(53_687_091_200, 1),
  SPOOL_QUOTA_BYTES: count(10_737_418_240, 1),
  RETENTION_DAYS: count(30, 1),
  MEMORY_DAYS: count(400, 1),
  FILE_DEADLINE_MINUTES: count(120, 1),
  DEEP_DEADLINE_MINUTES: count(15, 1),
  RATE_LIMIT_REQUESTS: count(1200),
  RATE_LIMIT_UPLOADS: count(120),
  RATE_LIMIT_QUICK: count(240),
  RATE_LIMIT_DEEP: count(60),
  RATE_LIMIT_USER: count(20),
  WEBHOOK_ALLOW: list.default([]),
  TSHARK: text
    .refine((value) => value === 'tshark' || value === 'off' || value.startsWith('/'), 'must be tshark, off or a path')
    .default('tshark'),
  LLM_BASE_URL: url.optional(),
  LLM_MODEL: text.optional(),
  LLM_API_KEY: text.optional(),
});

export type Environment = z.infer<typeof environmentSchema>;

/** `sandbox`: played on this machine. `off`: not connected at all. */
interface NoVendor {
  kind: 'sandbox' | 'off';
}

export type SlackConfig =
  | NoVendor
  | {
      kind: 'workspace';
      signingSecret: string;
      botToken?: string;
      apiUrl: string;
      oauth?: { clientId: string; clientSecret: string; allowed: readonly string[] };
    };

export type JiraConfig =
  | NoVendor
  | {
      kind: 'cloud' | 'datacenter';
      baseUrl: string;
      email?: string;
      apiToken?: string;
      cloudId?: string;
      oauth?: { clientId: string; clientSecret: string; authUrl: string };
      gatewayUrl: string;
      webhookSecret?: string;
      webhookToken?: string;
    };

export type LogServiceConfig =
  | { kind: 'embedded' }
  | { kind: 'remote'; baseUrl: string; apiKey?: string; apiKeyFile?: string; apiKeyCreated?: string };

export interface Config extends Omit<Environment, `${'SLACK' | 'JIRA'}_${string}` | 'API_KEY' | 'LOG_SERVICE_URL'> {
  slack: SlackConfig;
  jira: JiraConfig;
  logService: LogServiceConfig;
  opsChannel: string | undefined;
  /** Projects that all who read a channel may see, by channel. */
  channelProjects: ReadonlyMap<string, ReadonlySet<string>>;
  /** What holds in channels and projects that set nothing else. */
  policy: Policy;
  tickets: {
    tokenExpiresMs: number | undefined;
    projects: ReadonlySet<string>;
    filter: string | undefined;
    asksForCaptures: string | undefined;
    commanders: ReadonlySet<string>;
  };
}

/** Reads the environment. Throws one UsageError that names every variable with a problem; an empty one counts as unset. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(present);
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  // What is missing is told along with what is wrong: the checks below look at which variables are there.
  const env = parsed.data ?? ({ ...environmentSchema.parse({}), ...present } as unknown as Environment);
  const config: Config = {
    ...env,
    ...readVendors(env, problems),
    logService: readLogService(env, problems),
    opsChannel: env.SLACK_OPS_CHANNEL,
    channelProjects: env.JIRA_CHANNEL_PROJECTS,
    policy: {
      guests: env.POLICY_GUESTS,
      sharedChannels: env.POLICY_SHARED_CHANNELS,
      askers: env.POLICY_ASKERS,
      leastVerdict: env.POLICY_LEAST_VERDICT,
      quietHours: env.POLICY_QUIET_HOURS,
      reviewChannel: env.POLICY_REVIEW_CHANNEL,
      tellsOfAll: env.POLICY_TELLS_OF_ALL,
      personal: env.POLICY_PERSONAL,
    },
    tickets: {
      tokenExpiresMs: env.JIRA_API_TOKEN_EXPIRES ? Date.parse(env.JIRA_API_TOKEN_EXPIRES) : undefined,
      projects: new Set(env.JIRA_PROJECTS.map((key) => key.toUpperCase())),
      filter: env.JIRA_FILTER,
      asksForCaptures: env.JIRA_ASK_FOR_CAPTURES,
      commanders: new Set(env.JIRA_COMMAND_USERS.map((name) => name.toLowerCase())),
    },
  };
  requireBoth(env, ['ADMIN_EMAIL', 'ADMIN_PASSWORD'], problems);
  requireBoth(env, ['LLM_BASE_URL', 'LLM_MODEL'], problems);
  requireBoth(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'], problems);
  if (env.SPOOL_QUOTA_BYTES < env.MAX_UPLOAD_BYTES) {
    problems.push('SPOOL_QUOTA_BYTES: must be at least MAX_UPLOAD_BYTES, or the largest files wait for ever');
  }
  const issuer = URL.parse(env.OIDC_ISSUER ?? '');
  if (issuer?.protocol === 'http:' && !isLoopback(issuer.hostname)) {
    problems.push('OIDC_ISSUER: must be https, or lie on this machine');
  }
  if (problems.length > 0) throw configError(problems);
  return config;
}

/**
 * With no vendor configured both are played. Beside a configured one the other is off unless it is asked for: what real
 * people say must not turn up in a stand-in by an oversight.
 */
function readVendors(env: Environment, problems: string[]): { slack: SlackConfig; jira: JiraConfig } {
  if (env.RUN === 'service') return { slack: { kind: 'off' }, jira: { kind: 'off' } };
  const slack = readSlack(env, problems);
  const jira = readJira(env, problems);
  if (!slack && !jira) {
    if (env.SANDBOX === 'off') {
      problems.push(
        'SANDBOX: off, and neither the SLACK_ nor the JIRA_ variables are set; there is nothing to work for',
      );
    }
    return { slack: { kind: 'sandbox' }, jira: { kind: 'sandbox' } };
  }
  for (const [name, configured] of [
    ['slack', slack],
    ['jira', jira],
  ] as const) {
    if (configured && env.SANDBOX === name) {
      problems.push(`SANDBOX: ${name}, and ${name.toUpperCase()}_ variables are set; remove one or the other`);
    }
  }
  const unless = (name: 'slack' | 'jira'): NoVendor => ({ kind: env.SANDBOX === name ? 'sandbox' : 'off' });
  return { slack: slack ?? unless('slack'), jira: jira ?? unless('jira') };
}

function readSlack(env: Environment, problems: string[]): SlackConfig | undefined {
  const { SLACK_SIGNING_SECRET: signingSecret, SLACK_BOT_TOKEN: botToken, SLACK_API_URL: apiUrl } = env;
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_INSTALL_TEAMS: allowed } = env;
  const isInstallable = Boolean(clientId || clientSecret);
  if (!signingSecret && !botToken && !isInstallable && apiUrl === defaultSlackApiUrl) return undefined;
  if (!signingSecret) problems.push('SLACK_SIGNING_SECRET: missing, other SLACK_ variables are set');
  if (!botToken && !isInstallable) {
    problems.push(
      'SLACK_BOT_TOKEN: missing (or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET), other SLACK_ variables are set',
    );
  }
  if (isInstallable) problems.push(...problemsOfInstalling(env));
  if (!botToken && env.SLACK_OPS_CHANNEL && !env.SLACK_OPS_CHANNEL.includes(':')) {
    problems.push('SLACK_OPS_CHANNEL: must name its workspace too, like T0123:C0123; there is no SLACK_BOT_TOKEN');
  }
  const oauth = clientId && clientSecret ? { oauth: { clientId, clientSecret, allowed } } : {};
  return { kind: 'workspace', signingSecret: signingSecret ?? '', apiUrl, ...(botToken ? { botToken } : {}), ...oauth };
}

function problemsOfInstalling(env: Environment): string[] {
  const needed = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'] as const;
  const bare = [...env.JIRA_CHANNEL_PROJECTS.keys()].filter((channel) => !channel.includes(':'));
  return [
    ...bare.map(
      (channel) =>
        `JIRA_CHANNEL_PROJECTS: ${channel} must name its workspace too, like T0123:${channel}; others may have such a channel`,
    ),
    ...needed.filter((name) => !env[name]).map((name) => `${name}: missing, the other half of it is set`),
    ...(env.PUBLIC_URL
      ? []
      : ['PUBLIC_URL: missing, and Slack sends whoever installs the app (SLACK_CLIENT_ID) back to it']),
  ];
}

function readJira(env: Environment, problems: string[]): JiraConfig | undefined {
  const proofs = ['JIRA_WEBHOOK_SECRET', 'JIRA_WEBHOOK_TOKEN'] as const;
  const credentials = [
    'JIRA_EMAIL',
    'JIRA_API_TOKEN',
    'JIRA_CLIENT_ID',
    'JIRA_CLIENT_SECRET',
    'JIRA_CLOUD_ID',
  ] as const;
  if (!env.JIRA_BASE_URL && [...credentials, ...proofs].every((name) => !env[name])) return undefined;
  for (const name of neededForJira(env)) {
    if (!env[name]) problems.push(`${name}: missing, the other JIRA_ variables are set`);
  }
  if (proofs.every((name) => !env[name])) {
    problems.push('JIRA_WEBHOOK_SECRET: missing (or JIRA_WEBHOOK_TOKEN, where the sender cannot sign)');
  }
  if (env.JIRA_CLIENT_ID && !env.PUBLIC_URL) {
    problems.push('PUBLIC_URL: missing, and Jira sends whoever grants access (JIRA_CLIENT_ID) back to it');
  }
  const oauth =
    env.JIRA_CLIENT_ID && env.JIRA_CLIENT_SECRET
      ? { clientId: env.JIRA_CLIENT_ID, clientSecret: env.JIRA_CLIENT_SECRET, authUrl: env.JIRA_AUTH_URL }
      : undefined;
  return {
    kind: env.JIRA_KIND,
    baseUrl: env.JIRA_BASE_URL ?? '',
    gatewayUrl: env.JIRA_GATEWAY_URL,
    ...(oauth ? { oauth } : {}),
    ...(env.JIRA_EMAIL && env.JIRA_KIND === 'cloud' ? { email: env.JIRA_EMAIL } : {}),
    ...(env.JIRA_API_TOKEN ? { apiToken: env.JIRA_API_TOKEN } : {}),
    ...(env.JIRA_CLOUD_ID ? { cloudId: env.JIRA_CLOUD_ID } : {}),
    ...(env.JIRA_WEBHOOK_SECRET ? { webhookSecret: env.JIRA_WEBHOOK_SECRET } : {}),
    ...(env.JIRA_WEBHOOK_TOKEN ? { webhookToken: env.JIRA_WEBHOOK_TOKEN } : {}),
  };
}

/** An app has no token, a service account behind the gateway and Data Center no e-mail address. */
function neededForJira(env: Environment) {
  if (env.JIRA_CLIENT_ID || env.JIRA_CLIENT_SECRET) {
    return ['JIRA_BASE_URL', 'JIRA_CLIENT_ID', 'JIRA_CLIENT_SECRET'] as const;
  }
  return env.JIRA_KIND === 'datacenter' || env.JIRA_CLOUD_ID
    ? (['JIRA_BASE_URL', 'JIRA_API_TOKEN'] as const)
    : (['JIRA_BASE_URL', 'JIRA_EMAIL', 'JIRA_API_TOKEN'] as const);
}

function readLogService(env: Environment, problems: string[]): LogServiceConfig {
  if (!env.LOG_SERVICE_URL) {
    if (env.RUN === 'bot') problems.push('LOG_SERVICE_URL: missing, and RUN=bot starts no service');
    return { kind: 'embedded' };
  }
  if (!env.API_KEY && !env.API_KEY_FILE) problems.push('API_KEY: missing (or API_KEY_FILE), LOG_SERVICE_URL is set');
  const { protocol, hostname = '' } = URL.parse(env.LOG_SERVICE_URL) ?? {};
  if (protocol === 'http:' && !isLoopback(hostname) && !env.LOG_SERVICE_ALLOW_HTTP) {
    problems.push('LOG_SERVICE_URL: http would send the key in the clear; use https or set LOG_SERVICE_ALLOW_HTTP=1');
  }
  return {
    kind: 'remote',
    baseUrl: env.LOG_SERVICE_URL,
    ...(env.API_KEY ? { apiKey: env.API_KEY } : {}),
    ...(env.API_KEY_FILE ? { apiKeyFile: env.API_KEY_FILE } : {}),
    ...(env.API_KEY_CREATED ? { apiKeyCreated: env.API_KEY_CREATED } : {}),
  };
}

function requireBoth(env: Environment, names: readonly (keyof Environment)[], problems: string[]): void {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === 0 || missing.length === names.length) return;
  const others = names.filter((name) => env[name]).join(', ');
  for (const name of missing) problems.push(`${name}: missing, ${others} is set`);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function withTrailingSlash(value: string): string {
  return value.endsWith('/') ? value : `${value}/`;
}

function withoutTrailingSlash(value: string): string {
  return value.replace(/(?<!\/)\/+$/, '');
}

function configError(problems: readonly string[]): UsageError {
  const listed = problems.map((problem) => `  ${problem}`).join('\n');
  return new UsageError(`The configuration has problems:\n${listed}\nHow to set it up: src/docs/README.md`);
}
