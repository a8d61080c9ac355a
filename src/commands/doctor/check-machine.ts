import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { formatSize } from '#core/format-size.ts';
import type { Config } from '../../config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const leastRoomBytes = 2_000_000_000;

/** The data folder, its room, and what seals what lies in it. */
export async function checkMachine({ DATA_DIR, DATA_KEY }: Config): Promise<Finding[]> {
  const folder = resolve(DATA_DIR);
  const standing = await nearestFolder(folder);
  if (!(await canWriteTo(standing))) {
    return [
      fail(
        'Data folder',
        `${folder} cannot be written to`,
        `Create it, or give this account write permission: install -d -m 700 ${folder}, inside ${dirname(folder)}.`,
      ),
    ];
  }
  const { bavail, bsize } = await statfs(standing);
  const roomBytes = bavail * bsize;
  const room =
    roomBytes < leastRoomBytes
      ? warn(
          'Disk',
          `${formatSize(roomBytes)} are left`,
          'Free space on the disk of DATA_DIR, or lower RETENTION_DAYS.',
        )
      : ok('Disk', `${formatSize(roomBytes)} are left`);
  const seal =
    DATA_KEY.length > 0
      ? ok('Sealing', 'with DATA_KEY')
      : warn(
          'Sealing',
          'the key is stored beside the data it encrypts',
          'Set DATA_KEY (openssl rand -base64 32), so that a backup of the folder cannot be decrypted on its own.',
        );
  return [ok('Data folder', standing === folder ? folder : `${folder}, created at the first start`), room, seal];
}

function canWriteTo(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** The folder itself, or the one that it will be made in. */
async function nearestFolder(folder: string): Promise<string> {
  const stands = await access(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  return stands || dirname(folder) === folder ? folder : await nearestFolder(dirname(folder));
}
