import { and, eq, sql as expression, gte, inArray, like, lt, or, type SQLWrapper } from 'drizzle-orm';
import type { WrittenPerson } from '#core/person-id.ts';
import type { Sql } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { askers } from './askers.ts';
import { cases, places } from './cases.ts';
import { deliveries, deliveryParts } from './delivery.ts';
import { digestSchedules } from './digest-schedules.ts';
import { type ForgottenPerson, namesPerson } from './forgotten-person.ts';
import { judgements } from './judgements.ts';
import { policies } from './policies.ts';

/** What takes away the name of somebody, and what was shown to them alone; their questions go one by one. */
export function forgetPersonStatements(sql: Sql, person: ForgottenPerson) {
  return [
    sql.delete(askers).where(namesPerson(askers.key, person)).returning({ one: askers.key }),
    sql.delete(judgements).where(namesPerson(judgements.judge, person)).returning({ one: judgements.judge }),
    ...(person.vendor === 'slack' ? chatStatements(sql, person) : trackerStatements(sql, person.account)),
  ];
}

/** They were told once that they may not give commands. */
function trackerStatements(sql: Sql, account: string) {
  const { destination, key } = deliveries;
  const end = `:${account}`;
  const told = sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(destination, 'jira'),
        gte(key, 'no-commander:'),
        lt(key, 'no-commander;'),
        expression`substr(${key}, ${-end.length}) = ${end}`,
      ),
    );
  return forgetDeliveries(sql, told);
}

/** In one workspace, or in each. */
function chatStatements(sql: Sql, { team, user }: WrittenPerson) {
  const anyTeam = team ?? '%';
  const isOfTeam = (column: typeof cases.team | typeof digestSchedules.team) =>
    team === undefined ? undefined : eq(column, team);
  const key = `reply:${anyTeam}:%:${user}`;
  // In a thread the place goes on with the thread's name.
  const isReply = and(
    gte(places.key, 'reply:'),
    lt(places.key, 'reply;'),
    or(like(places.key, key), like(places.key, `${key}:%`)),
  );
  const placeSays = (name: 'user' | 'team', value: string) =>
    expression`json_extract(${deliveries.place}, ${`$.${name}`}) = ${value}`;
  const told = sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.destination, 'slack'),
        placeSays('user', user),
        team === undefined ? undefined : placeSays('team', team),
      ),
    );
  const payloadSays = (words: string) => like(expression`${jobs.payload}`, `%${words}%`);
  const isCommand = and(
    or(inArray(jobs.kind, ['run-command', 'run-action', 'tell-waiting']), like(jobs.kind, '%digest%')),
    inArray(jobs.state, ['waiting', 'done', 'dead']),
    payloadSays(`"${user}"`),
    team === undefined ? undefined : payloadSays(`"team":"${team}"`),
  );
  return [
    ...forgetDeliveries(sql, told),
    sql.delete(places).where(isReply).returning({ one: places.key }),
    sql.delete(jobs).where(isCommand).returning({ one: jobs.id }),
    sql
      .update(cases)
      .set({ author: null })
      .where(and(eq(cases.author, user), isOfTeam(cases.team)))
      .returning({ one: cases.id }),
    sql
      .update(policies)
      .set({ setBy: '' })
      .where(and(eq(policies.setBy, user), team === undefined ? undefined : like(policies.scope, `slack:${team}:%`)))
      .returning({ one: policies.scope }),
    sql
      .update(digestSchedules)
      .set({ setBy: '' })
      .where(and(eq(digestSchedules.setBy, user), isOfTeam(digestSchedules.team)))
      .returning({ one: digestSchedules.channel }),
  ];
}

function forgetDeliveries(sql: Sql, ids: SQLWrapper) {
  return [
    sql.delete(deliveryParts).where(inArray(deliveryParts.deliveryId, ids)).returning({ one: deliveryParts.number }),
    sql.delete(deliveries).where(inArray(deliveries.id, ids)).returning({ one: deliveries.id }),
  ];
}
