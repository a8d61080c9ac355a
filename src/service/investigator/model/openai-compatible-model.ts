import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelSettings } from '../choose-investigator.ts';

/** Ollama, vLLM or a hosted service that speaks the same interface. Nothing is contacted before a question. */
export function openAiCompatibleModel({ baseUrl, model, apiKey }: ModelSettings): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return provider.chatModel(model);
}
