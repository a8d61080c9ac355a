import { and, eq, sql as expression, gte, inArray, like, lt, or } from 'drizzle-orm';
import type { WrittenPerson } from '#core/person-id.ts';
import type { Sql } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { askers } from './askers.ts';
import { cases, places, questions } from './cases.ts';
import { deliveries, deliveryParts } from './delivery.ts';
import { digestSchedules } from './digest-schedules.ts';
import { judgements } from './judgements.ts';
import { policies } from './policies.ts';

/** What takes away the name of a Slack user, and what was shown to them alone: in one workspace, or in each. */
export function forgetPersonStatements(sql: Sql, { team, user }: WrittenPerson) {
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
  const replies = sql.select({ key: places.key }).from(places).where(isReply);
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
  const person = `slack:${anyTeam}:${user}`;
  return [
    sql.delete(deliveryParts).where(inArray(deliveryParts.deliveryId, told)).returning({ one: deliveryParts.number }),
    sql.delete(deliveries).where(inArray(deliveries.id, told)).returning({ one: deliveries.id }),
    sql.delete(questions).where(inArray(questions.placeKey, replies)).returning({ one: questions.id }),
    sql.delete(places).where(isReply).returning({ one: places.key }),
    sql.delete(jobs).where(isCommand).returning({ one: jobs.id }),
    sql.delete(askers).where(like(askers.key, person)).returning({ one: askers.key }),
    sql.delete(judgements).where(like(judgements.judge, person)).returning({ one: judgements.judge }),
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
