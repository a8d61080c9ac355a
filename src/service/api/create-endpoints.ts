import { findDelta } from '../deltas/find-delta.ts';
import type { AddFile } from '../files/add-file.ts';
import type { FileDeps } from '../files/file-deps.ts';
import { findFile } from '../files/find-file.ts';
import type { SearchDeps } from '../search/search-deps.ts';
import type { WebhookDeps } from '../webhooks/webhook-deps.ts';
import { deleteFile } from './delete-file.ts';
import { deltaEndpoints } from './deltas.ts';
import type { Endpoint } from './endpoint.ts';
import { fileContext } from './file-context.ts';
import { getDashboard } from './get-dashboard.ts';
import { getFile } from './get-file.ts';
import { getLimits, type LimitSettings } from './get-limits.ts';
import { listFiles } from './list-files.ts';
import { retryFile } from './retry-file.ts';
import { searchFile } from './search-file.ts';
import { storedSearches } from './stored-searches.ts';
import { upload } from './upload.ts';
import { webhookDeliveryEndpoints } from './webhook-deliveries.ts';
import { webhookEndpointsApi } from './webhooks.ts';

/** Every endpoint below /api/v1. */
export function createEndpoints(deps: {
  files: FileDeps;
  search: SearchDeps;
  addFile: AddFile;
  webhooks: WebhookDeps;
  limitSettings: LimitSettings;
}): Endpoint[] {
  const { files, search } = deps;
  return [
    upload({ addFile: deps.addFile, types: files.types }),
    listFiles(files),
    getFile(files),
    getDashboard(files),
    fileContext(search),
    searchFile(search, 'quick'),
    searchFile(search, 'deep'),
    ...storedSearches(search, { kind: 'file', find: findFile }),
    deleteFile(files),
    retryFile(files),
    ...deltaEndpoints({ search, types: files.types }),
    ...storedSearches(search, { kind: 'delta', find: findDelta }),
    ...webhookEndpointsApi(deps.webhooks),
    ...webhookDeliveryEndpoints(deps.webhooks),
    getLimits({ sql: files.sql, settings: deps.limitSettings }),
  ];
}
