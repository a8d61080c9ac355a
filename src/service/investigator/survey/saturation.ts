import type { Saturation, Spot } from './survey.ts';

const hint = /\d ?(?:\/|of|out of) ?\d|active|in[ _-]?use|\bused\b/;
/** "active=64/64", "500 of 500 in use", "connections: 100 out of 100". */
const share =
  /(?:\b([A-Za-z][\w-]{1,40}))?[\s:=("]{0,3}(\d{1,9}(?:\.\d{1,3})?) ?(?:\/|of|out of) ?(\d{1,9})\b(?![/.:-]\d)(?: ([A-Za-z]{2,20})(?: (use|used|active|busy))?)?/g;
/** "total=20, active=20", "max: 100 used: 100": a limit and what is used of it, as a pool prints itself. */
const printed =
  /\b(?:total|max(?:imum)?|limit|capacity|size)[=: ]{1,2}(\d{1,9})\b.{0,40}?\b(?:active|used|in[ _-]?use|busy)[=: ]{1,2}(\d{1,9})\b/i;
const usedWords =
  /^(?:active|used?|busy|connections?|conns?|threads?|workers?|slots?|handles?|sessions?|leases?|leased|files?|descriptors|fds|permits|clients|cores?|in|inuse|in_use|running|occupied|taken|allocated|pool)$/i;
const poolName =
  /\b(?:pool|queue|executor|semaphore) ["']?([A-Za-z][\w.-]{1,60})["']?|\b([A-Za-z]\w{0,30}Pool(?:-\d+)?|[\w-]{2,40}-pool)\b/g;
const maxKept = 200;

/** Follows numbers stated with their limit: "x of x in use". */
export function watchSaturation(): {
  see(message: string, source: string | undefined, spot: Spot): void;
  all: Saturation[];
} {
  const found = new Map<string, Saturation>();
  const all: Saturation[] = [];
  const add = (name: string, what: string, used: number, limit: number, spot: Spot) => {
    if (limit < 2 || used > limit * 1.5) return;
    const key = `${name}\u0000${what}\u0000${limit}`;
    let one = found.get(key);
    if (one === undefined) {
      if (all.length >= maxKept) return;
      one = { name, what, limit, count: 0, full: 0, lowest: used };
      found.set(key, one);
      all.push(one);
    }
    one.count++;
    one.lowest = Math.min(one.lowest, used);
    if (used < limit) return;
    one.full++;
    one.firstFull ??= spot;
    one.lastFull = spot;
  };
  return {
    all,
    see(message, source, spot) {
      if (!hint.test(message)) return;
      const text = message.slice(0, 400);
      const names = [...text.matchAll(poolName)].map((match) => ({ at: match.index, name: match[1] ?? match[2]! }));
      const nameAt = (at: number) => names.filter((one) => one.at <= at).at(-1)?.name ?? names[0]?.name ?? source ?? '';
      for (const match of text.matchAll(share)) {
        const [, before = '', used, limit, after = '', last = ''] = match;
        const what = usedWords.test(before) ? before : usedWords.test(after) ? `${after} ${last}`.trim() : '';
        if (what !== '') add(nameAt(match.index), what, Number(used), Number(limit), spot);
      }
      const pool = printed.exec(text);
      if (pool !== null) add(nameAt(pool.index), 'active', Number(pool[2]), Number(pool[1]), spot);
    },
  };
}
