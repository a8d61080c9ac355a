import { sql as expression, type SQL } from 'drizzle-orm';

/** A claim looks at more keys than it needs, since some may have nothing due yet. */
const spareKeys = 8;
/** So many claims go by turns before one goes by age again, and sees what others have let lapse. */
const claimsByTurns = 16;

const { placeholder } = expression;

/** Not as bare parameters: by those SQLite would plan, and so compile the statement anew at each run, for most of its time. */
export const given = {
  kind: expression`(${placeholder('kind')} || '')`,
  limit: expression`(${placeholder('limit')} + 0)`,
};

/**
 * Whose turn it is among the jobs of a kind, where more are due than there is room for. A key that has thousands of jobs
 * is found, and stepped over, as fast as one that has a single job.
 */
export function createTurns() {
  const crowds = new Map<string, { claims: number; lastKey: string }>();

  return {
    /** The last claim took as much as it might, so there may be more; looked at anew from time to time. */
    isCrowded: (kind: string) => (crowds.get(kind)?.claims ?? 0) % claimsByTurns !== 0,

    claimed(kind: string, limit: number, rows: readonly { fairKey: string }[]): void {
      if (rows.length < limit) {
        crowds.delete(kind);
        return;
      }
      const { claims, lastKey } = crowds.get(kind) ?? { claims: 0, lastKey: '' };
      const keys = rows.map(({ fairKey }) => fairKey).toSorted();
      crowds.set(kind, { claims: claims + 1, lastKey: keys.findLast((key) => key > lastKey) ?? keys[0] ?? '' });
    },

    /** What `candidates` takes beside kind and limit. */
    values: (kind: string, limit: number) => ({
      lastKey: crowds.get(kind)?.lastKey ?? '',
      mostKeys: limit + spareKeys,
    }),

    /** The first job of each key in view, then the second of each, and so on. */
    candidates(isDue: SQL): SQL {
      const waiting = expression`state = 'waiting' and suspected = 0 and kind = ${given.kind}`;
      const after = (key: unknown) =>
        expression`(select min(fair_key) from jobs where ${waiting} and fair_key > ${key})`;
      return expression`
        with recursive keys(fair_key, at) as (
          select coalesce(${after(placeholder('lastKey'))}, (select min(fair_key) from jobs where ${waiting})), 0
          union all
          select ${after(expression`keys.fair_key`)}, at + 1
          from keys where keys.fair_key is not null and at < ${placeholder('mostKeys')}
        )
        select id from (
          select jobs.id, at, row_number() over (partition by at order by run_at_ms, jobs.rowid) as turn
          from keys cross join jobs on jobs.rowid in (
            select rowid from jobs indexed by jobs_turns where ${waiting} and fair_key = keys.fair_key and ${isDue}
            order by run_at_ms, rowid limit ${given.limit}
          )
        ) order by turn, at limit ${given.limit}`;
    },
  };
}
