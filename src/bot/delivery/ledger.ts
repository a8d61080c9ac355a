import { and, asc, eq, sql as expression, gt, inArray, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { guard } from '#core/guard.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import { deliveries, deliveryParts, rateHolds } from '../store/delivery.ts';
import type { DestinationKind, PlannedPart, Post, Posted } from './destination.ts';
import { firstKey } from './plan-delivery.ts';

export type Delivery = typeof deliveries.$inferSelect;
export type Part = typeof deliveryParts.$inferSelect;

/** Room between two planned parts for what may replace one. */
const numberStep = 1_000;

export interface Ledger {
  find(destination: DestinationKind, key: string): Promise<Delivery | undefined>;
  /** Parts in order, replaced ones left out. */
  parts(delivery: Delivery): Promise<Part[]>;
  /** Keeps the rendered parts; those of an earlier rendering stay. Fails where the delivery was withdrawn meanwhile. */
  addParts(delivery: Delivery, parts: readonly PlannedPart[]): Promise<void>;
  /** When the rate group takes posts again; past or future. */
  heldUntilMs(group: string): Promise<number>;
  hold(group: string, untilMs: number): Promise<void>;
  /**
   * Writes down, durably and before the call, that the part is being sent, and keeps the rate group for `gapMs`.
   * Undefined: somebody else was quicker, at this part or in the group.
   */
  beginSending(part: Part, group: string, gapMs: number): Promise<Part | undefined>;
  /** Each of these holds only while the part is as it was handed in, its attempt included. False: it is no longer. */
  backToPlanned(part: Part): Promise<boolean>;
  /** The look-up waits from the moment the call was made. */
  toUnknown(part: Part, calledAtMs: number): Promise<boolean>;
  toSent(part: Part, posted: Posted): Promise<boolean>;
  replace(part: Part, contents: readonly unknown[]): Promise<boolean>;
  /** Forgets a delivery of which nothing was ever sent. False: something was, or may have been. */
  withdraw(delivery: Delivery): Promise<boolean>;
  countUnknown(): Promise<number>;
  /** Ends the delivery once all its parts are sent. */
  closeStatements(delivery: Delivery): Statement[];
  failStatements(delivery: Delivery, reason: string): Statement[];
}

/** All that is read and written of a delivery. Every change of a part is fenced by its attempt. */
export function createLedger({ sql, clock }: { sql: Sql; clock: Clock }): Ledger {
  function isAsSeen(part: Part): SQL | undefined {
    return and(
      eq(deliveryParts.deliveryId, part.deliveryId),
      eq(deliveryParts.number, part.number),
      eq(deliveryParts.attempt, part.attempt),
      eq(deliveryParts.state, part.state),
    );
  }

  function setDelivery(part: Part, state: 'planned' | 'sending' | 'unknown'): Statement {
    const isOpen = inArray(deliveries.state, ['planned', 'sending', 'unknown']);
    return sql
      .update(deliveries)
      .set({ state })
      .where(and(eq(deliveries.id, part.deliveryId), isOpen));
  }

  /** Commits if the condition holds; what fails for any other reason throws. */
  async function commitIf(condition: SQL, statements: readonly Statement[]): Promise<boolean> {
    try {
      await atomic(sql, [guard(sql, condition), ...statements]);
      return true;
    } catch (error) {
      const held = await sql.get<unknown[]>(expression`select ${condition}`);
      if (held[0] !== 1) return false;
      throw error;
    }
  }

  function change(part: Part, statements: readonly Statement[]): Promise<boolean> {
    return commitIf(exists(part), statements);
  }

  function exists(part: Part): SQL {
    return expression`exists ${sql.select({ number: deliveryParts.number }).from(deliveryParts).where(isAsSeen(part))}`;
  }

  return {
    async find(destination, key) {
      return await sql
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.destination, destination), eq(deliveries.key, key)))
        .get();
    },

    async parts(delivery) {
      return await sql
        .select()
        .from(deliveryParts)
        .where(and(eq(deliveryParts.deliveryId, delivery.id), ne(deliveryParts.state, 'replaced')))
        .orderBy(asc(deliveryParts.number));
    },

    async addParts(delivery, parts) {
      const kept = sql.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.id, delivery.id));
      await atomic(sql, [
        guard(sql, expression`exists ${kept}`),
        ...parts.map((part, index) =>
          sql
            .insert(deliveryParts)
            .values({ ...newPart(delivery.id, index * numberStep, part.content), otherwise: part.otherwise ?? null })
            .onConflictDoNothing(),
        ),
      ]);
    },

    async heldUntilMs(group) {
      const hold = await sql.select().from(rateHolds).where(eq(rateHolds.key, group)).get();
      return hold?.untilMs ?? 0;
    },

    async hold(group, untilMs) {
      await holdStatement(group, untilMs);
    },

    async beginSending(part, group, gapMs) {
      const now = clock.now();
      const held = sql
        .select({ key: rateHolds.key })
        .from(rateHolds)
        .where(and(eq(rateHolds.key, group), gt(rateHolds.untilMs, now)));
      const isBegun = await commitIf(expression`${exists(part)} and not exists ${held}`, [
        sql
          .update(deliveryParts)
          .set({ state: 'sending', attempt: part.attempt + 1, attemptedAtMs: now })
          .where(isAsSeen(part)),
        setDelivery(part, 'sending'),
        ...(gapMs > 0 ? [holdStatement(group, now + gapMs)] : []),
      ]);
      return isBegun ? { ...part, state: 'sending', attempt: part.attempt + 1, attemptedAtMs: now } : undefined;
    },

    backToPlanned: (part) =>
      change(part, [
        sql.update(deliveryParts).set({ state: 'planned' }).where(isAsSeen(part)),
        setDelivery(part, 'planned'),
      ]),

    toUnknown: (part, calledAtMs) =>
      change(part, [
        sql
          .update(deliveryParts)
          .set({ state: 'unknown', isDoubtful: true, attemptedAtMs: calledAtMs })
          .where(isAsSeen(part)),
        setDelivery(part, 'unknown'),
      ]),

    toSent: (part, { ref, postedAtMs, messageKey = null }) =>
      change(part, [
        sql.update(deliveryParts).set({ state: 'sent', ref, postedAtMs, messageKey }).where(isAsSeen(part)),
      ]),

    replace: (part, contents) =>
      change(part, [
        sql.update(deliveryParts).set({ state: 'replaced' }).where(isAsSeen(part)),
        setDelivery(part, 'planned'),
        ...contents
          .slice(0, numberStep - 1)
          .map((content, index) =>
            sql.insert(deliveryParts).values(newPart(part.deliveryId, part.number + index + 1, content)),
          ),
      ]),

    withdraw({ id }) {
      const tried = sql
        .select({ number: deliveryParts.number })
        .from(deliveryParts)
        .where(and(eq(deliveryParts.deliveryId, id), or(ne(deliveryParts.state, 'planned'), deliveryParts.isDoubtful)));
      return commitIf(expression`not exists ${tried}`, [
        sql.delete(deliveryParts).where(eq(deliveryParts.deliveryId, id)),
        sql.delete(deliveries).where(eq(deliveries.id, id)),
      ]);
    },

    async countUnknown() {
      const some = sql
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(eq(deliveries.state, 'unknown'))
        .limit(10_000);
      const [row] = await sql.select({ count: expression<number>`count(*)` }).from(some.as('some'));
      return row?.count ?? 0;
    },

    closeStatements: (delivery) => [
      sql.update(deliveries).set({ state: 'sent', endedAtMs: clock.now() }).where(eq(deliveries.id, delivery.id)),
      sql
        .update(deliveries)
        .set({ state: 'sent', reason: null, endedAtMs: clock.now() })
        .where(isToldIn(delivery, ['planned', 'failed'])),
    ],

    failStatements: (delivery, reason) => [
      sql
        .update(deliveries)
        .set({ state: 'failed', reason, endedAtMs: clock.now() })
        .where(and(eq(deliveries.id, delivery.id), ne(deliveries.state, 'sent'))),
      sql
        .update(deliveries)
        .set({ state: 'failed', reason, endedAtMs: clock.now() })
        .where(isToldIn(delivery, ['planned'])),
    ],
  };

  /** The answers it tells, but for those whose file was deleted meanwhile. */
  function isToldIn({ destination, key }: Delivery, states: ('planned' | 'failed')[]): SQL | undefined {
    return and(
      eq(deliveries.toldIn, firstKey(key)),
      eq(deliveries.destination, destination),
      inArray(deliveries.state, states),
      expression`coalesce(${deliveries.reason}, '') <> 'deleted'`,
    );
  }

  function holdStatement(group: string, untilMs: number) {
    return sql
      .insert(rateHolds)
      .values({ key: group, untilMs })
      .onConflictDoUpdate({ target: rateHolds.key, set: { untilMs }, setWhere: lte(rateHolds.untilMs, untilMs) });
  }
}

function newPart(deliveryId: string, number: number, content: unknown): typeof deliveryParts.$inferInsert {
  return { deliveryId, number, content, state: 'planned', attempt: 0, isDoubtful: false };
}

/** What the adapter gets to see of a part. */
export function postOf(delivery: Delivery, parts: readonly Part[], part: Part): Post {
  const index = parts.indexOf(part);
  return {
    part: index,
    key: `${delivery.id}-${part.number}`,
    place: delivery.place,
    content: part.content,
    plannedAtMs: delivery.plannedAtMs,
    firstRef: index > 0 ? (parts[0]?.ref ?? null) : null,
  };
}
