import { statfs } from 'node:fs/promises';

const mostReserveBytes = 256 * 1024 * 1024;
const reserveShare = 0.05;

/**
 * Bytes that files may still take on the disk a folder lies on. A reserve stays for the databases: a program that cannot
 * write down what it does has to stop. Negative: the reserve is touched.
 */
export async function roomForFiles(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(mostReserveBytes, blocks * bsize * reserveShare);
}
