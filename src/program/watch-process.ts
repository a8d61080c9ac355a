import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from '../core/metrics.ts';
import type { DiskSpool } from '../node/disk-spool.ts';
import { roomForFiles } from '../node/free-space.ts';

/** Puts what the process feels of its machine among the metrics. */
export function watchProcess(metrics: Metrics, dataDir: string): void {
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();
  metrics.gauge('event_loop_delay_seconds', 'The 99th percentile since the last look.', () => {
    const seconds = loopDelay.percentile(99) / 1e9;
    loopDelay.reset();
    return seconds;
  });
  metrics.gauge('disk_room_bytes', 'Bytes that files may still take on the disk of DATA_DIR.', () =>
    roomForFiles(dataDir),
  );
}

/** How much of its quota the spool takes. */
export function watchSpool(metrics: Metrics, spool: Pick<DiskSpool, 'usedBytes'>, quotaBytes: number): void {
  metrics.gauge('spool_bytes', 'Bytes of files on their way to the log service.', () => spool.usedBytes());
  metrics.gauge('spool_quota_bytes', 'The most that spool_bytes may come to.', () => quotaBytes);
}
