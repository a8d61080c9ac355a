import { basename } from 'node:path';
import type { WriteStream } from 'node:tty';
import { printable } from '#core/printable.ts';

interface ProgressBar {
  /** 0 to 1 of one file. */
  set(index: number, fraction: number): void;
  /** Clears the line, so that something else can be printed. */
  hide(): void;
}

const width = 24;
const redrawMs = 80;

/** One line on a terminal; nothing anywhere else. */
export function createProgressBar(stream: WriteStream, paths: readonly string[]): ProgressBar {
  if (!stream.isTTY) return { set() {}, hide() {} };
  const fractions = paths.map(() => 0);
  let drawnMs = 0;
  return {
    set(index, fraction) {
      fractions[index] = fraction;
      if (performance.now() - drawnMs < redrawMs) return;
      drawnMs = performance.now();
      const total = fractions.reduce((sum, each) => sum + each, 0) / paths.length;
      const filled = Math.round(total * width);
      const percent = String(Math.floor(total * 100)).padStart(3);
      const active = paths[fractions.findIndex((each) => each < 1)] ?? '';
      const label = printable(basename(active)).slice(0, Math.max(0, (stream.columns ?? 80) - width - 10));
      stream.write(`\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${percent}% ${label}`);
    },
    hide() {
      stream.write('\r\x1b[K');
    },
  };
}
