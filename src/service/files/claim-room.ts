import { DiskFull } from '#core/disk-full.ts';
import type { FileDeps } from './file-deps.ts';

/** Room on the disk for one upload that is on its way. */
export interface RoomClaim {
  /** So much has come by now. Throws `DiskFull` where the disk has no room for the rest. */
  wrote(bytes: number): Promise<void>;
  release(): void;
}

/** Uploads that come at one time do not share what room there is; others write to the disk too, so it is looked at again. */
export function createRoomClaims({
  roomForFiles,
  log,
  metrics,
}: Pick<FileDeps, 'roomForFiles' | 'log' | 'metrics'>): (expectedBytes: number) => Promise<RoomClaim> {
  const claims = new Set<{ expected: number; written: number }>();
  const refused = metrics.counter('uploads_refused_for_room_total', 'Uploads for which the disk had no room.');

  async function look(): Promise<void> {
    // Those that came before count; of two that come at once the first is taken.
    const toCome = [...claims].reduce((sum, { expected, written }) => sum + Math.max(0, expected - written), 0);
    const roomBytes = await roomForFiles();
    if (roomBytes >= toCome && roomBytes > 0) return;
    refused.add();
    log.error('no room for files', { roomBytes, toCome });
    throw new DiskFull();
  }

  return async (expectedBytes) => {
    const claim = { expected: expectedBytes, written: 0 };
    const release = () => void claims.delete(claim);
    claims.add(claim);
    try {
      await look();
    } catch (error) {
      release();
      throw error;
    }
    return {
      async wrote(bytes) {
        claim.written = bytes;
        await look();
      },
      release,
    };
  };
}
