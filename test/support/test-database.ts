import { type Database, openDatabase } from '../../src/node/open-database.ts';

export type TestDatabase = Database;

/** A fresh database brought up by the program's own migrations. In memory unless a path is given. */
export function openTestDatabase(name: 'bot' | 'service', path = ':memory:'): TestDatabase {
  return openDatabase(path, `drizzle/${name}`);
}
