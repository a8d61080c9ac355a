import type { OpenLines } from '../lines/open-document.ts';
import { createInvestigator } from './create-investigator.ts';
import { withoutSecrets } from './evidence/secrets.ts';
import type { Investigate } from './report.ts';

export interface ModelSettings {
  baseUrl: string;
  model: string;
  apiKey?: string;
}

/** The built-in investigator, or with `settings` one that asks a language model too; its code is loaded only then. */
export async function chooseInvestigator(
  openLines: OpenLines,
  settings?: ModelSettings,
  onFallback?: (reason: string) => void,
): Promise<Investigate> {
  const builtin = createInvestigator({ openLines });
  if (settings === undefined) return withoutSecrets(builtin);
  const { createModelInvestigator } = await import('./model/create-model-investigator.ts');
  const asking = createModelInvestigator({
    builtin,
    openLines,
    engine: `openai-compatible/${settings.model}`,
    model: async () => (await import('./model/openai-compatible-model.ts')).openAiCompatibleModel(settings),
    ...(onFallback === undefined ? {} : { onFallback }),
  });
  return withoutSecrets(asking);
}
