import { and, eq, lte } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { JobHandler, JobOutcome, Json, NewJob, Queue } from '#jobs/queue.ts';
import { bePatient } from '../cases/be-patient.ts';
import type { Notice } from '../cases/messages.ts';
import type { PageLinks } from '../cases/page-links.ts';
import type { Place } from '../cases/place.ts';
import type { SlackPort } from '../cases/ports.ts';
import { notice, sentences } from '../cases/sentences.ts';
import { planDeliveryStatements } from '../delivery/plan-delivery.ts';
import { digestSchedules } from '../store/digest-schedules.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { readChannelCases } from './channel-cases.ts';
import { composeDigest, type DigestExtras, emptyDigest } from './compose-digest.ts';
import type { DigestMessage } from './digest-message.ts';
import type { SetDigest } from './digests.ts';
import { occurrencesOf, toPattern } from './occurrences.ts';
import { readDismissals } from './read-dismissals.ts';
import { readWaiting } from './read-waiting.ts';
import { formatWish } from './say-setting.ts';

interface DigestDeps {
  sql: Sql;
  clock: Clock;
  queue: Queue;
  slack: Pick<SlackPort, 'channel'>;
  /** Time zone of a person by its IANA name; undefined where it is not to be had. */
  zoneOf(of: { team: string; user: string }): Promise<string | undefined>;
  links: Pick<PageLinks, 'caseUrl'>;
  memory: Pick<MemoryStore, 'canonical'>;
  /** Projects that all who read a channel may see, by upper-case key. */
  projectsOf(of: { team: string; channel: string }): ReadonlySet<string>;
  /** Whether the operators read a channel. */
  isForOperators(place: { team: string; channel: string }): Promise<boolean>;
  /** Keys and tokens that end soon. */
  expiries(): Promise<DigestExtras['expiries']>;
  log: Log;
  /** 0 to 1, for jitter. */
  random(): number;
}

export const setDigestKind = 'digest-set';
export const nowDigestKind = 'digest-now';
const digestKind = 'digest';

type SetDigestPayload = { wish: SetDigest; setAtMs: number };
type DigestPayload = { team: string; channel: string; revision: string; dueMs: number };
type Schedule = typeof digestSchedules.$inferSelect;

/** A time missed by less is made up. */
const latestMs = 6 * 60 * 60_000;
/** How far back a cause counts as known. */
const dayMs = 86_400_000;
const memoryMs = 90 * dayMs;
const fallbackZone = 'UTC';

/** The jobs behind digests: a wish is carried out, a digest is sent when due, one is sent on demand. */
export function createDigestHandlers(deps: DigestDeps): JobHandler[] {
  const { sql, clock } = deps;

  const handlers: JobHandler[] = [
    {
      kind: setDigestKind,
      run: async ({ payload }) => await carryOut(payload as unknown as SetDigestPayload),
      onDead: async ({ payload }) => sayFailed((payload as unknown as SetDigestPayload).wish),
    },
    {
      kind: digestKind,
      run: async ({ payload }) => await sendDue(payload as unknown as DigestPayload),
      // One digest that cannot be made must not end all that follow.
      onDead: async ({ payload }) => ({ enqueue: await nextJobs(payload as unknown as DigestPayload) }),
    },
    {
      kind: nowDigestKind,
      run: async ({ payload }) => await sendNow((payload as unknown as SetDigestPayload).wish),
      onDead: async ({ payload }) => sayFailed((payload as unknown as SetDigestPayload).wish),
    },
  ];
  return handlers.map((handler) => bePatient(handler, deps));

  /** What was promised at once, and could not be kept. */
  function sayFailed(wish: SetDigest): { writes: Statement[] } {
    return {
      writes: plan(`digest-failed:${wish.commandId}`, replyPlace(wish), notice('failed', [sentences.commandFailed()])),
    };
  }

  async function nextJobs({ team, channel, revision }: DigestPayload): Promise<NewJob[]> {
    const schedule = await findSchedule(team, channel);
    if (!schedule?.pattern || schedule.revision !== revision) return [];
    const dueMs = occurrencesOf(schedule.pattern, schedule.zone).after(clock.now());
    return [digestJob({ team, channel, revision, dueMs })];
  }

  async function carryOut({ wish, setAtMs }: SetDigestPayload): Promise<JobOutcome> {
    const { team, channel, user, setting, commandId: revision } = wish;
    if (setting.kind === 'now') return await sendNow(wish);
    if (setting.kind === 'off') {
      const row = {
        team,
        channel,
        pattern: null,
        zone: fallbackZone,
        revision,
        setBy: user,
        setAtMs,
        coveredUntilMs: setAtMs,
      };
      return { status: 'done', writes: [saveStatement(row)] };
    }
    const asked = setting.zone ?? (await deps.zoneOf(wish));
    const zone = asked ?? fallbackZone;
    const pattern = toPattern(setting);
    const dueMs = occurrencesOf(pattern, zone).after(clock.now());
    const periodMs = (setting.kind === 'weekly' ? 7 : 1) * dayMs;
    const row = { team, channel, pattern, zone, revision, setBy: user, setAtMs, coveredUntilMs: dueMs - periodMs };
    // Said once more only where it is not as the person may think.
    const told = asked
      ? []
      : plan(`digest-zone:${revision}`, replyPlace(wish), zoneNotice(formatWish({ ...setting, zone })));
    return {
      status: 'done',
      writes: [saveStatement(row), ...told],
      enqueue: [digestJob({ team, channel, revision, dueMs })],
    };
  }

  /** A later wish counts, in whatever order the jobs run. What the last digest covered stays covered. */
  function saveStatement(row: typeof digestSchedules.$inferInsert): Statement {
    const { team: _, channel: __, coveredUntilMs: ___, ...set } = row;
    return sql
      .insert(digestSchedules)
      .values(row)
      .onConflictDoUpdate({
        target: [digestSchedules.team, digestSchedules.channel],
        set,
        setWhere: lte(digestSchedules.setAtMs, row.setAtMs),
      });
  }

  async function sendDue({ team, channel, revision, dueMs }: DigestPayload): Promise<JobOutcome> {
    const schedule = await findSchedule(team, channel);
    if (!schedule || schedule.revision !== revision || schedule.pattern === null) return { status: 'done' };
    const nowMs = clock.now();
    if (nowMs < dueMs) return { status: 'later', runAtMs: dueMs };
    const occurrences = occurrencesOf(schedule.pattern, schedule.zone);
    // After a long rest only the last time that was missed counts.
    const lastDueMs = Math.max(dueMs, occurrences.upTo(nowMs));
    const enqueue: NewJob[] = [digestJob({ team, channel, revision, dueMs: occurrences.after(nowMs) })];
    if (nowMs - lastDueMs >= latestMs) return { status: 'done', enqueue };
    const name = await channelName(team, channel);
    const message = await compose({ team, channel, name, zone: schedule.zone, fromMs: schedule.coveredUntilMs });
    if (!message) return { status: 'done', enqueue };
    return {
      status: 'done',
      enqueue,
      writes: [
        ...plan(`digest:${team}:${channel}:${lastDueMs}`, { kind: 'channel', team, channel }, message),
        sql
          .update(digestSchedules)
          .set({ coveredUntilMs: nowMs })
          .where(and(eq(digestSchedules.team, team), eq(digestSchedules.channel, channel))),
      ],
    };
  }

  /** Always answers, and leaves what is due to its time. */
  async function sendNow(wish: SetDigest): Promise<JobOutcome> {
    const { team, channel, commandId } = wish;
    const schedule = await findSchedule(team, channel);
    const zone = schedule?.pattern ? schedule.zone : ((await deps.zoneOf(wish)) ?? fallbackZone);
    const isWeekly = schedule?.pattern ? !schedule.pattern.endsWith('*') : false;
    const fromMs = clock.now() - (isWeekly ? 7 : 1) * dayMs;
    const found = await deps.slack.channel(team, channel);
    const name = found.status === 'found' ? found.value.name : undefined;
    const isMember = found.status === 'found' && found.value.isMember;
    const place: Place = isMember ? { kind: 'channel', team, channel } : replyPlace(wish);
    const period = { fromMs, untilMs: clock.now(), zone };
    const message = (await compose({ team, channel, name, zone, fromMs })) ?? emptyDigest(name, period);
    return { status: 'done', writes: plan(`digest-now:${team}:${channel}:${commandId}`, place, message) };
  }

  async function compose(of: {
    team: string;
    channel: string;
    name: string | undefined;
    zone: string;
    fromMs: number;
  }): Promise<DigestMessage | undefined> {
    const { team, channel, name, zone, fromMs } = of;
    const untilMs = clock.now();
    const cases = await readChannelCases(sql, { team, channel, sinceMs: untilMs - memoryMs }, deps.links, deps.memory);
    const also = {
      waiting: await readWaiting(sql, {
        team,
        channel,
        projects: deps.projectsOf({ team, channel }),
        sinceMs: untilMs - memoryMs,
      }),
      expiries: (await deps.isForOperators({ team, channel })) ? await deps.expiries() : [],
      dismissed: await readDismissals(sql, { team, channel }),
    };
    return composeDigest(cases, { channelName: name, period: { fromMs, untilMs, zone }, also });
  }

  async function channelName(team: string, channel: string): Promise<string | undefined> {
    // A digest without the channel's name is better than none at its time.
    const found = await deps.slack.channel(team, channel).catch(() => undefined);
    return found?.status === 'found' ? found.value.name : undefined;
  }

  async function findSchedule(team: string, channel: string): Promise<Schedule | undefined> {
    const isIt = and(eq(digestSchedules.team, team), eq(digestSchedules.channel, channel));
    return (await sql.select().from(digestSchedules).where(isIt).limit(1))[0];
  }

  function plan(key: string, place: Place, message: DigestMessage | Notice): Statement[] {
    return planDeliveryStatements(deps, [{ destination: 'slack', key, place, message }]);
  }
}

function digestJob(payload: DigestPayload): NewJob {
  const { team, channel, revision, dueMs } = payload;
  return { kind: digestKind, payload, dedupKey: `digest:${team}:${channel}:${revision}:${dueMs}`, runAtMs: dueMs };
}

function replyPlace({ team, channel, user, responseUrl }: SetDigest): Place {
  return { kind: 'reply', team, channel, user, responseUrl };
}

function zoneNotice(wish: string): Notice {
  const words = `I cannot see your time zone, so the digest comes ${wish}. To change that, put a zone at the end, such as Europe/Berlin.`;
  return { kind: 'notice', tone: 'info', paragraphs: [words], links: [] };
}

/** Payloads are plain data: an interface merely lacks the index signature that Json asks for. */
export function asPayload(payload: SetDigestPayload): Json {
  return payload as unknown as Json;
}
