import { sql as expression, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { readPersonId, type WrittenPerson } from '#core/person-id.ts';

/** Somebody as people write them: `U0123` or `T0123:U0123` of Slack, or `jira:` and the id of an account. */
export type ForgottenPerson = ({ vendor: 'slack' } & WrittenPerson) | { vendor: 'jira'; account: string };

export function readForgotten(what: string): ForgottenPerson | undefined {
  const account = /^jira:(\S{1,200})$/.exec(what)?.[1];
  if (account !== undefined) return { vendor: 'jira', account };
  const person = readPersonId(what);
  return person && { vendor: 'slack', ...person };
}

/** Whether a column names them: `slack:<team>:<user>`, `jira:<site>:<account>` or `jira:<account>`. */
export function namesPerson(column: SQLiteColumn, person: ForgottenPerson): SQL {
  const [start, end] =
    person.vendor === 'jira'
      ? ['jira:', `:${person.account}`]
      : [`slack:${person.team === undefined ? '' : `${person.team}:`}`, `:${person.user}`];
  // LIKE takes the underscore of an account's id for any letter.
  return expression`(substr(${column}, 1, ${start.length}) = ${start} and substr(${column}, ${-end.length}) = ${end})`;
}
