import { z } from 'zod';
import { deleteFile as remove } from '../files/delete-file.ts';
import type { FileDeps } from '../files/file-deps.ts';
import { findFile } from '../files/find-file.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

export function deleteFile(deps: FileDeps): Endpoint {
  return defineEndpoint({
    method: 'DELETE',
    path: '/files/{fileId}',
    operationId: 'deleteFile',
    summary: 'Delete a file, its dashboard and its searches for good.',
    isExtension: true,
    success: [{ status: 200, data: z.object({ id: z.string() }) }],
    errors: ['not_found'],
    async handle({ caller, params }) {
      const file = await findFile(deps.sql, caller.user.id, params.fileId);
      await remove(deps, file.id);
      return { message: 'The file is deleted.', data: { id: file.id } };
    },
  });
}
