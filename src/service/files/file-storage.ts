import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where one file lies: keyed by its id alone, never by a name from outside. */
export interface FilePlace {
  folder: string;
  /** The bytes as uploaded. */
  upload: string;
  /** Unfinished upload. */
  partial: string;
  /** Documents and indexes of the reading. */
  reading: string;
}

export interface FileStorage {
  place(id: string): FilePlace;
  prepare(id: string): Promise<FilePlace>;
  /** Makes an upload durable under its final name. */
  keep(id: string): Promise<void>;
  writeJson(id: string, name: 'reading' | 'dashboard', value: unknown): Promise<void>;
  readJson(id: string, name: 'reading' | 'dashboard'): Promise<unknown>;
  remove(id: string): Promise<void>;
  listIds(): Promise<string[]>;
}

export function createFileStorage(root: string): FileStorage {
  function place(id: string): FilePlace {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('a file id is a lower-case UUID');
    const folder = join(root, id);
    return {
      folder,
      upload: join(folder, 'upload'),
      partial: join(folder, 'upload.part'),
      reading: join(folder, 'reading'),
    };
  }

  return {
    place,
    async prepare(id) {
      const files = place(id);
      await mkdir(files.folder, { recursive: true, mode: 0o700 });
      return files;
    },
    async keep(id) {
      const { folder, partial, upload } = place(id);
      await rename(partial, upload);
      await syncFolder(folder);
      await syncFolder(root);
    },
    async writeJson(id, name, value) {
      const { folder } = place(id);
      const path = join(folder, `${name}.json`);
      const handle = await open(`${path}.new`, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(value));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${path}.new`, path);
      await syncFolder(folder);
    },
    async readJson(id, name) {
      return JSON.parse(await readFile(join(place(id).folder, `${name}.json`), 'utf8'));
    },
    async remove(id) {
      await rm(place(id).folder, { recursive: true, force: true });
    },
    async listIds() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      return (await readdir(root)).filter((name) => /^[0-9a-f-]{36}$/.test(name));
    },
  };
}

/** A rename is durable once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
