import { readFile } from 'node:fs/promises';
import { keyLifetimeMs } from '#bot/cases/key-expiry.ts';
import type { Config } from '../../config.ts';
import { ask, Silence, silenceFinding } from './ask.ts';
import { clockFinding, type Finding, fail, ok, warn } from './finding.ts';

/** The log service, its key and the key's age; the language model where one is configured. */
export async function checkService(config: Config, nowMs: number): Promise<Finding[]> {
  return [...(await checkKey(config, nowMs)), ...(await checkModel(config))];
}

async function checkKey({ logService }: Config, nowMs: number): Promise<Finding[]> {
  if (logService.kind === 'embedded')
    return [ok('Log service', 'the embedded one, whose key is replaced automatically')];
  const { baseUrl, apiKey, apiKeyFile, apiKeyCreated } = logService;
  const key = apiKeyFile ? (await readFile(apiKeyFile, 'utf8').catch(() => '')).trim() : (apiKey ?? '');
  if (key === '')
    return [fail('Log service', `${apiKeyFile} holds no key`, 'Write the key into the file of API_KEY_FILE.')];
  const response = await ask(`${baseUrl}/files`, { headers: { authorization: `API_KEY ${key}` } });
  if (response instanceof Silence) return [silenceFinding('Log service', baseUrl, response, 'LOG_SERVICE_URL')];
  const clock = clockFinding('the log service', response, nowMs);
  if (response.status === 401 || response.status === 403) {
    const fix = 'Generate a new key in its console under Settings, API keys, and put it into API_KEY or API_KEY_FILE.';
    return [...clock, fail('Log service', `it refuses the key (HTTP ${response.status})`, fix)];
  }
  if (!response.ok)
    return [
      ...clock,
      fail('Log service', `it answers HTTP ${response.status}`, 'Check that LOG_SERVICE_URL ends with /api/v1.'),
    ];
  return [...clock, ok('Log service', 'takes the key'), keyAge(apiKeyCreated, nowMs)];
}

function keyAge(created: string | undefined, nowMs: number): Finding {
  if (created === undefined)
    return warn('Key of the log service', 'its creation date is not known', 'Set API_KEY_CREATED to that day.');
  const days = Math.floor((Date.parse(created) + keyLifetimeMs - nowMs) / 86_400_000);
  if (days > 14) return ok('Key of the log service', `good for ${days} days`);
  return fail(
    'Key of the log service',
    days < 0 ? 'has expired' : `expires in ${days} days`,
    'Generate a new one and put it into API_KEY or API_KEY_FILE.',
  );
}

async function checkModel({ LLM_BASE_URL: url, LLM_API_KEY: key }: Config): Promise<Finding[]> {
  if (!url) return [];
  const response = await ask(
    `${url.replace(/\/$/, '')}/models`,
    key ? { headers: { authorization: `Bearer ${key}` } } : {},
  );
  if (response instanceof Silence) {
    const fix = `${response.fix('LLM_BASE_URL')} Until then the built-in answers are used.`;
    return [warn('Language model', `does not answer: ${response.why}`, fix)];
  }
  if (response.ok) return [ok('Language model', 'answers')];
  const fix = 'Correct LLM_BASE_URL or LLM_API_KEY; until then the built-in answers are used.';
  return [warn('Language model', `answers HTTP ${response.status}`, fix)];
}
