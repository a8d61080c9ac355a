import { openFileSource } from '../archives/file-source.ts';
import { detectType } from '../formats/detect-type.ts';
import type { FileType } from '../formats/reading.ts';

/** The type of a file on disk. */
export async function detectUpload(path: string, name: string): Promise<FileType> {
  const source = openFileSource(path);
  try {
    return await detectType(name, source);
  } finally {
    source.close();
  }
}
