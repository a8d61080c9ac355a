import type { SessionTokens } from '../access/session-tokens.ts';
import type { Sessions } from '../access/sessions.ts';
import type { RateLimiter } from '../api/rate-limiter.ts';
import type { TypeNames } from '../files/file-record.ts';
import type { SearchDeps } from '../search/search-deps.ts';

export interface StreamDeps {
  search: SearchDeps;
  types: TypeNames;
  sessions: Sessions;
  tokens: SessionTokens;
  limiter: RateLimiter;
  publicUrl: string | undefined;
  docsUrl: string;
}

/** What each path streams. */
export const streamPaths = {
  '/ws/v1/search/quick': { targetKind: 'file', mode: 'quick' },
  '/ws/v1/search/deep': { targetKind: 'file', mode: 'deep' },
  '/ws/v1/delta/quick': { targetKind: 'delta', mode: 'quick' },
  '/ws/v1/delta/research': { targetKind: 'delta', mode: 'deep' },
} as const satisfies Record<string, { targetKind: 'file' | 'delta'; mode: 'quick' | 'deep' }>;

export type StreamPath = keyof typeof streamPaths;
