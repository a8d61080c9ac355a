import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Sql } from '#core/sql.ts';
import type { TypeNames } from '../files/file-record.ts';
import type { FileType } from '../formats/reading.ts';
import { type FileRow, files } from '../store/files.ts';
import type { DeltaRow } from '../store/searches.ts';

export const deltaSchema = z.object({
  id: z.string(),
  name: z.string(),
  file_ids: z.array(z.string()).describe('Baseline first.'),
  baseline_id: z.string(),
  file_type: z.string().describe('The type of all files, or bundle where they differ.'),
  status: z.enum(['READY', 'WAITING']),
  created_at: z.iso.datetime(),
  links: z.record(z.string(), z.string()),
});

export interface DeltaState {
  fileType: FileType;
  isReady: boolean;
}

function deltaState(ofFiles: readonly FileRow[], fileIds: readonly string[]): DeltaState {
  const types = new Set(ofFiles.map((file) => file.fileType));
  const [only] = types;
  return {
    fileType: types.size === 1 && only ? only : 'bundle',
    isReady: ofFiles.length === fileIds.length && ofFiles.every((file) => file.status === 'COMPLETED'),
  };
}

export async function readDeltaState(sql: Sql, delta: DeltaRow): Promise<DeltaState> {
  return deltaState(await sql.select().from(files).where(inArray(files.id, delta.fileIds)), delta.fileIds);
}

export function toDeltaRecord(delta: DeltaRow, state: DeltaState, types: TypeNames): z.infer<typeof deltaSchema> {
  const self = `/api/v1/deltas/${delta.id}`;
  return {
    id: delta.id,
    name: delta.name,
    file_ids: delta.fileIds,
    baseline_id: delta.fileIds[0]!,
    file_type: types.outward(state.fileType),
    status: state.isReady ? 'READY' : 'WAITING',
    created_at: new Date(delta.createdAtMs).toISOString(),
    links: { self, searches: `${self}/searches` },
  };
}
