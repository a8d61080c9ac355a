import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const leastRoomBytes = 2_000_000_000;

/** The data folder, its room, and what seals what lies in it. */
export async function checkMachine({ DATA_DIR, DATA_KEY }: Config): Promise<Finding[]> {
  const folder = resolve(DATA_DIR);
  const canWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite) {
    return [
      fail(
        'Data folder',
        `${folder} cannot be written to`,
        `Create it, or give this account write permission: install -d -m 700 ${folder}, inside ${dirname(folder)}.`,
      ),
    ];
  }
  const { bavail, bsize } = await statfs(folder);
  const roomBytes = bavail * bsize;
  const room =
    roomBytes < leastRoomBytes
      ? warn(
          'Disk',
          `${Math.round(roomBytes / 1e6)} MB are left`,
          'Free space on the disk of DATA_DIR, or lower RETENTION_DAYS.',
        )
      : ok('Disk', `${Math.round(roomBytes / 1e9)} GB are left`);
  const seal =
    DATA_KEY.length > 0
      ? ok('Sealing', 'with DATA_KEY')
      : warn(
          'Sealing',
          'the key is stored beside the data it encrypts',
          'Set DATA_KEY (openssl rand -base64 32), so that a backup of the folder cannot be decrypted on its own.',
        );
  return [ok('Data folder', folder), room, seal];
}
