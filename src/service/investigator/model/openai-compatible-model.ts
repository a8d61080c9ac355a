import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';

/** Ollama, vLLM or a hosted service that speaks the same interface. Nothing is contacted before a question. */
export function openAiCompatibleModel(settings: { baseUrl: string; model: string; apiKey?: string }): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.baseUrl,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
  });
  return provider.chatModel(settings.model);
}
