import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { describe, expect, test } from 'vitest';
import botConfig from '../../../drizzle/bot.config.ts';
import serviceConfig from '../../../drizzle/service.config.ts';

describe.each([
  { name: 'bot', config: botConfig },
  { name: 'service', config: serviceConfig },
])('the migrations of the $name database', ({ name, config }) => {
  const folder = `drizzle/${name}`;

  test(`make what the table definitions say (else: npm run migration:${name} -- what-changed)`, async () => {
    const snapshots = globSync(`${folder}/meta/*_snapshot.json`).toSorted();
    const latest = JSON.parse(readFileSync(snapshots.at(-1)!, 'utf8'));
    const files = globSync(config.schema as string[]).toSorted();
    const modules = await Promise.all(files.map((file) => import(resolve(file))));
    const defined = await generateSQLiteDrizzleJson(Object.assign({}, ...modules), latest.id);
    expect(await generateSQLiteMigration(latest, defined)).toEqual([]);
  });

  test('only add: no table or column goes, none is rebuilt, no row is deleted with another', () => {
    for (const file of globSync(`${folder}/*.sql`)) {
      // What a trigger does later is no part of the migration.
      const sql = readFileSync(file, 'utf8').replace(/create trigger[\s\S]*?\bend;/gi, '');
      expect(sql, file).not.toMatch(
        /\bdrop\s+(table|column)\b|__new_|\bon\s+delete\s+cascade\b|\bdelete\s+from\b|\bpragma\b/i,
      );
    }
  });

  test('are dated in their order', () => {
    const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
      entries: { when: number }[];
    };
    const dates = entries.map(({ when }) => when);
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    expect(new Set(dates).size).toBe(dates.length);
  });
});
