import { z } from 'zod';
import { type FileType, fileTypes } from '../formats/reading.ts';
import { type FileRow, fileStatuses } from '../store/files.ts';

/** Types as the outside sees them: one of the nine has a name that the host may set. */
export interface TypeNames {
  all: string[];
  outward(type: FileType): string;
}

export function createTypeNames(captureType: string): TypeNames {
  const outward = (type: FileType) => (type === 'capture' ? captureType : type);
  return { all: fileTypes.map(outward), outward };
}

export const fileRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  file_type: z.string(),
  status: z.enum(fileStatuses),
  can_retry: z.boolean().optional().describe('Present while status is FAILED.'),
  size: z.number().int().describe('Bytes.'),
  sha256: z.string(),
  progress: z.number().describe('0 to 1 of the whole analysis.'),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  links: z.record(z.string(), z.string()),
});

const stageStart = { INDEXING: 0, ANALYZING: 0.05, VISUALIZING: 0.95, COMPLETED: 1, FAILED: 0 } as const;
const stageShare = { INDEXING: 0.05, ANALYZING: 0.9, VISUALIZING: 0.05, COMPLETED: 0, FAILED: 0 } as const;

export function toFileRecord(file: FileRow, types: TypeNames): z.infer<typeof fileRecordSchema> {
  const self = `/api/v1/files/${file.id}`;
  return {
    id: file.id,
    name: file.name,
    file_type: types.outward(file.fileType),
    status: file.status,
    ...(file.status === 'FAILED' ? { can_retry: file.canRetry ?? false } : {}),
    size: file.sizeBytes,
    sha256: file.sha256,
    progress: Math.round((stageStart[file.status] + stageShare[file.status] * file.progress) * 1000) / 1000,
    ...(file.status === 'FAILED' && file.errorCode
      ? { error: { code: file.errorCode, message: file.errorMessage ?? '' } }
      : {}),
    created_at: new Date(file.createdAtMs).toISOString(),
    updated_at: new Date(file.updatedAtMs).toISOString(),
    links: { self, dashboard: `${self}/dashboard`, searches: `${self}/searches` },
  };
}
