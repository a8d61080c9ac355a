import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/**
 * Keeps the sandbox over a restart: what people said and got stays, as it would at a vendor.
 * File contents are written once each, the rest whole after every change.
 */
export interface Snapshot<State> {
  load(): State | undefined;
  save(state: State): void;
}

/** Stands in the state for bytes that lie in a file of their own. */
interface StoredBytes {
  bytesIn: string;
}

interface HasBytes {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export function createSnapshot<State>(folder: string, filesOf: (state: State) => Iterable<HasBytes>): Snapshot<State> {
  const path = join(folder, 'state');
  mkdirSync(join(folder, 'files'), { recursive: true });

  return {
    load() {
      if (!existsSync(path)) return undefined;
      try {
        const state = deserialize(readFileSync(path)) as State;
        for (const file of filesOf(state)) {
          const stored = file.bytes as unknown as StoredBytes;
          file.bytes = new Uint8Array(readFileSync(join(folder, 'files', stored.bytesIn)));
        }
        return state;
      } catch {
        // Written by another version, or cut: the sandbox opens as new.
        return undefined;
      }
    },
    save(state) {
      const kept = [...filesOf(state)].map((file) => ({ file, bytes: file.bytes }));
      try {
        for (const { file, bytes } of kept) {
          const bytesIn = file.id.replaceAll(/[^\w-]/g, '_');
          const target = join(folder, 'files', bytesIn);
          if (!existsSync(target)) writeFileSync(target, bytes);
          file.bytes = { bytesIn } satisfies StoredBytes as unknown as Uint8Array<ArrayBuffer>;
        }
        writeFileSync(`${path}.new`, serialize(state));
        renameSync(`${path}.new`, path);
      } finally {
        for (const { file, bytes } of kept) file.bytes = bytes;
      }
    },
  };
}
