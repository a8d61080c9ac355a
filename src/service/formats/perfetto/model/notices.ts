import type { TrackOwner } from './trace-model.ts';

/** Something a trace says outright: a process killed, an error logged, a frame missed. */
export interface Notice {
  kind: 'killed' | 'logged' | 'jank';
  what: string;
  count: number;
  firstNs: number;
  lastNs: number;
  lines: number[];
  /** Of logged ones: fatal. */
  isFatal: boolean;
  owner: TrackOwner | undefined;
}

export interface Notices {
  add(kind: Notice['kind'], what: string, timeNs: number, line: number, owner?: TrackOwner, isFatal?: boolean): void;
  all(): Iterable<Notice>;
}

const maxNotices = 2_000;
const maxLines = 12;

export function createNotices(): Notices {
  const notices = new Map<string, Notice>();
  return {
    add(kind, what, timeNs, line, owner, isFatal = false) {
      const key = `${kind} ${what.replace(/\b0x[0-9a-f]+\b|\d+/gi, '#')}`;
      const known = notices.get(key);
      if (known) {
        known.count++;
        known.lastNs = timeNs;
        if (line > 0 && known.lines.length < maxLines) known.lines.push(line);
        return;
      }
      if (notices.size >= maxNotices) return;
      const lines = line > 0 ? [line] : [];
      notices.set(key, { kind, what, count: 1, firstNs: timeNs, lastNs: timeNs, lines, isFatal, owner });
    },
    all: () => notices.values(),
  };
}
