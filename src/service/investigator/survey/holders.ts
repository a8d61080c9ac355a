import type { Holder, Spot } from './survey.ts';

const hint = /hold|held|block|lock/i;
/** PostgreSQL's own report, and how others say who has what is waited for. */
const told = [
  /\bProcess(?:es)? holding the lock: ([\d, ]{1,60})\. Wait queue/,
  /\b(?:held|locked|blocked|owned) by (?:(?:another )?(?:process|pid|thread|session|transaction|trx|connection|query|job|user|client) )?[#"'`]?((?=[\w.@:/-]{0,59}[\d_.-])[\w.@:/-]{1,60})/i,
  /\b(?:lock )?(?:holder|blocker|blocking (?:pid|process|session|transaction|thread|query))(?: is|:|=|,)? ?[#"'`]?((?=[\w.@:/-]{0,59}[\d_.-])[\w.@:/-]{1,60})/i,
];
const mostHolders = 500;

/** Follows who is said to hold what others wait for. */
export function watchHolders(): { see(message: string, spot: Spot): void; holders: Map<string, Holder> } {
  const holders = new Map<string, Holder>();
  return {
    holders,
    see(message, spot) {
      if (!hint.test(message)) return;
      const text = message.slice(0, 400);
      for (const words of told) {
        const match = words.exec(text);
        if (match === null) continue;
        for (const name of match[1]!.split(',').map((one) => one.trim().replace(/(?<![.:,])[.:,]+$/, ''))) {
          if (name === '') continue;
          const known = holders.get(name);
          if (known !== undefined) {
            known.count++;
            known.last = spot;
          } else if (holders.size < mostHolders) holders.set(name, { count: 1, first: spot, last: spot });
        }
        return;
      }
    },
  };
}
