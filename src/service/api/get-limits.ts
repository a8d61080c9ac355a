import { z } from 'zod';
import type { Sql } from '#core/sql.ts';
import { defaultLimits } from '../child/read-upload.ts';
import { usedBytes } from '../files/add-file.ts';
import { maxQueryCharacters } from '../search/search-record.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import type { RateLimits } from './rate-limiter.ts';
import { maxJsonBytes } from './read-json.ts';

const count = z.number().int();
const limitsSchema = z.object({
  max_upload_bytes: count,
  files_per_request: count,
  storage: z.object({ quota_bytes: count, used_bytes: count }),
  archive: z.object({ max_members: count, max_expanded_bytes: count, max_ratio: count, max_depth: count }),
  max_query_characters: count,
  max_json_bytes: count,
  rate_limits_per_minute: z
    .object({ requests: count, uploads: count, quick: count, deep: count })
    .describe('0 is no limit.'),
  api_key_lifetime_days: count,
  retention_days: count,
  deep_search_minutes: count,
});

export interface LimitSettings {
  maxUploadBytes: number;
  quotaBytes: number;
  rateLimits: RateLimits;
  retentionDays: number;
  deepDeadlineMinutes: number;
}

export function getLimits({ sql, settings }: { sql: Sql; settings: LimitSettings }): Endpoint {
  const { rateLimits } = settings;
  return defineEndpoint({
    method: 'GET',
    path: '/limits',
    operationId: 'getLimits',
    summary: 'What this service allows, and how much of the storage is used.',
    isExtension: true,
    success: [{ status: 200, data: limitsSchema }],
    errors: [],
    async handle({ caller }) {
      const data: z.infer<typeof limitsSchema> = {
        max_upload_bytes: settings.maxUploadBytes,
        files_per_request: 1,
        storage: { quota_bytes: settings.quotaBytes, used_bytes: await usedBytes(sql, caller.user.id) },
        archive: {
          max_members: defaultLimits.maxMembers,
          max_expanded_bytes: defaultLimits.maxExpandedBytes,
          max_ratio: defaultLimits.maxRatio,
          max_depth: defaultLimits.maxDepth,
        },
        max_query_characters: maxQueryCharacters,
        max_json_bytes: maxJsonBytes,
        rate_limits_per_minute: {
          requests: rateLimits.default,
          uploads: rateLimits.uploads,
          quick: rateLimits.quick,
          deep: rateLimits.deep,
        },
        api_key_lifetime_days: 90,
        retention_days: settings.retentionDays,
        deep_search_minutes: settings.deepDeadlineMinutes,
      };
      return { message: 'The limits of this service.', data };
    },
  });
}
