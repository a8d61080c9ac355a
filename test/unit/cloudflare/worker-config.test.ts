import { expect, it } from 'vitest';
import { readWorkerConfig } from '#cloudflare/worker-config.ts';

const environment = {
  SLACK_SIGNING_SECRET: 's',
  SLACK_BOT_TOKEN: 'xoxb-1',
  LOG_SERVICE_URL: 'https://logs.example.com/api/v1',
  API_KEY: 'key',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};

it('refuses a sign-in it cannot carry out, rather than open pages to everyone', () => {
  expect(() =>
    readWorkerConfig({ ...environment, OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'c' }),
  ).toThrow(/OIDC_ISSUER/);
  expect(readWorkerConfig(environment).apiKey).toBe('key');
});
