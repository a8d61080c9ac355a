import { UsageError } from '#core/errors.ts';
import { readVaultKey } from '#core/vault.ts';
import { type Config, readConfig } from '../config.ts';

export interface WorkerConfig extends Config {
  connected: {
    slack: Extract<Config['slack'], { kind: 'workspace' }> | undefined;
    jira: Extract<Config['jira'], { baseUrl: string }> | undefined;
    service: { baseUrl: string; keyCreatedMs?: number };
  };
  apiKey: string;
  serviceSecrets: readonly string[];
  vaultKeys: readonly Uint8Array<ArrayBuffer>[];
}

/** The variables and secrets of a Worker. It plays no vendor, runs no service and has no disk to make a key on. */
export function readWorkerConfig(env: Record<string, unknown>): WorkerConfig {
  const texts = Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const config = readConfig({ ...Object.fromEntries(texts), RUN: 'bot', SANDBOX: 'off' });
  const { slack, jira, logService } = config;
  const vaultKeys = config.DATA_KEY.flatMap((text) => readVaultKey(text) ?? []);
  if (vaultKeys.length === 0) {
    throw new UsageError(
      'DATA_KEY: missing; a Worker has no disk to keep one on. `openssl rand -base64 32` makes one (src/docs/workers.md)',
    );
  }
  if (logService.kind !== 'remote' || logService.apiKey === undefined) {
    throw new UsageError(
      'API_KEY: missing; a Worker has no disk, so that API_KEY_FILE cannot be read (src/docs/workers.md)',
    );
  }
  if (config.OIDC_ISSUER) {
    throw new UsageError(
      'OIDC_ISSUER: a Worker signs nobody in; without it, the pages behind answers open with their signed address (src/docs/workers.md)',
    );
  }
  const { baseUrl, apiKey, apiKeyCreated } = logService;
  return {
    ...config,
    connected: {
      slack: slack.kind === 'workspace' ? slack : undefined,
      jira: 'baseUrl' in jira ? jira : undefined,
      service: { baseUrl, ...(apiKeyCreated ? { keyCreatedMs: Date.parse(apiKeyCreated) } : {}) },
    },
    apiKey,
    serviceSecrets: config.LOG_SERVICE_WEBHOOK_SECRET ? [config.LOG_SERVICE_WEBHOOK_SECRET] : [],
    vaultKeys,
  };
}
