import { eq, sql as expression } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guard } from '#core/guard.ts';
import { atomic } from '#core/sql.ts';
import { deliveryParts, rateHolds } from '../../src/bot/store/delivery.ts';
import { onEachDatabase } from '../support/each-database.ts';

onEachDatabase('a SQL engine', (database) => {
  const put = (key: string, untilMs: number) => database.sql.insert(rateHolds).values({ key, untilMs });

  test('gives one row, many rows, and none', async () => {
    const { sql } = database;
    await atomic(sql, [put('a', 1), put('b', 2)]);
    expect(await sql.select().from(rateHolds).where(eq(rateHolds.key, 'a')).get()).toEqual({ key: 'a', untilMs: 1 });
    expect(await sql.select().from(rateHolds).where(eq(rateHolds.key, 'x')).get()).toBeUndefined();
    expect(await sql.select().from(rateHolds).orderBy(rateHolds.key)).toHaveLength(2);
    expect(await sql.select().from(rateHolds).where(eq(rateHolds.key, 'x'))).toEqual([]);
  });

  test('gives columns of the same name in a join as they are', async () => {
    const { sql } = database;
    await put('a', 7);
    const rows = await sql.all(expression`select 1 as n, until_ms as n, 'text' as n from rate_holds`);
    expect(rows).toEqual([[1, 7, 'text']]);
  });

  test('gives what writes return, alone and in a list', async () => {
    const { sql } = database;
    const returned = await put('a', 1).returning({ key: rateHolds.key });
    expect(returned).toEqual([{ key: 'a' }]);
    const results = await atomic(sql, [
      put('b', 2).returning({ key: rateHolds.key, untilMs: rateHolds.untilMs }),
      sql.update(rateHolds).set({ untilMs: 3 }).returning({ untilMs: rateHolds.untilMs }),
    ]);
    expect(results).toEqual([[{ key: 'b', untilMs: 2 }], [{ untilMs: 3 }, { untilMs: 3 }]]);
  });

  test('commits all of a list or nothing', async () => {
    const { sql } = database;
    await expect(atomic(sql, [put('a', 1), put('a', 2)])).rejects.toThrow();
    expect(await sql.select().from(rateHolds)).toEqual([]);
  });

  test('a list that fails takes no other with it', async () => {
    const { sql } = database;
    const ends = await Promise.allSettled([
      atomic(sql, [put('a', 1), put('b', 1)]),
      atomic(sql, [put('c', 1), put('c', 2)]),
      atomic(sql, [put('d', 1)]),
      sql.run(expression`insert into rate_holds (key) values ('no time')`),
      put('e', 1),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    const keys = (await sql.select().from(rateHolds).orderBy(rateHolds.key)).map(({ key }) => key);
    expect(keys).toEqual(['a', 'b', 'd', 'e']);
  });

  test('a guard that does not hold undoes what came before it in the list', async () => {
    const { sql } = database;
    const holds = expression`exists ${sql.select().from(rateHolds).where(eq(rateHolds.untilMs, 9))}`;
    await expect(atomic(sql, [put('a', 1), guard(sql, holds)])).rejects.toThrow();
    expect(await sql.select().from(rateHolds)).toEqual([]);
    await atomic(sql, [put('a', 9), guard(sql, holds)]);
    expect(await sql.select().from(rateHolds)).toHaveLength(1);
  });

  test('keeps text, JSON, flags, nulls and large numbers as they are', async () => {
    const { sql } = database;
    const row = {
      deliveryId: 'ü\u0000\u{1f9ed}"\'',
      number: Number.MAX_SAFE_INTEGER,
      content: { a: [1, null, 'x', { b: false }] },
      otherwise: null,
      state: 'planned' as const,
      attempt: -1,
      attemptedAtMs: null,
      isDoubtful: true,
      ref: null,
      messageKey: null,
      postedAtMs: 1_763_625_600_000,
    };
    await sql.insert(deliveryParts).values(row);
    expect(await sql.select().from(deliveryParts).get()).toEqual(row);
  });

  test('an empty list does nothing', async () => {
    expect(await database.engine.atomic([])).toEqual([]);
  });
});
