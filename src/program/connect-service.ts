import type { Config } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import { createApiKeyFile } from '../node/api-key-file.ts';
import type { Service } from '../service/create-service.ts';

interface Upstream {
  service: { baseUrl: string; name?: string; keyCreatedMs?: number | null };
  key: { read(): Promise<string> };
  secrets: readonly string[];
  onKeyChange(listener: () => void): () => void;
}

/** The service the bot asks: the one in this process, over HTTP like any other, or the configured one. */
export async function connectService(config: Config, service: Service | undefined, origin: string): Promise<Upstream> {
  const own = config.LOG_SERVICE_WEBHOOK_SECRET ? [config.LOG_SERVICE_WEBHOOK_SECRET] : [];
  const { logService } = config;
  if (logService.kind === 'remote') {
    const { baseUrl, apiKey, apiKeyFile, apiKeyCreated } = logService;
    const file = apiKeyFile ? createApiKeyFile(apiKeyFile) : undefined;
    return {
      service: { baseUrl, ...(apiKeyCreated ? { keyCreatedMs: Date.parse(apiKeyCreated) } : {}) },
      key: file ?? { read: async () => apiKey ?? '' },
      secrets: own,
      onKeyChange: file ? file.onChange : () => () => {},
    };
  }
  if (!service) throw new UsageError('LOG_SERVICE_URL: missing, and no service runs in this process');
  const account = await service.ensureBotAccount();
  const { secret } = await service.registerBotWebhook(`${origin}/hooks/log-service`);
  return {
    service: { baseUrl: `${origin}/api/v1`, name: 'embedded', keyCreatedMs: null },
    key: { read: async () => account.apiKey },
    secrets: [...own, secret],
    onKeyChange: () => () => {},
  };
}
