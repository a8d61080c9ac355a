import { and, desc, eq, gte } from 'drizzle-orm';
import { inList } from '#core/in-list.ts';
import type { Sql } from '#core/sql.ts';
import { readAnswer } from '../analysis/read-answer.ts';
import type { FileState, Verdict } from '../cases/messages.ts';
import { namedCause } from '../cases/named-cause.ts';
import type { PageLinks } from '../cases/page-links.ts';
import { cases, places, questions, ties } from '../store/cases.ts';
import { judgements } from '../store/judgements.ts';
import { sightings } from '../store/memory.ts';
import type { MemoryStore } from '../store/memory-store.ts';

/** A file of the channel as a digest sees it. */
export interface DigestCase {
  id: string;
  name: string;
  state: FileState;
  detail: string | undefined;
  createdAtMs: number;
  updatedAtMs: number;
  /** What makes two files the same trouble; undefined while there is no cause. */
  causeKey: string | undefined;
  cause: string | undefined;
  verdict: Verdict | undefined;
  ticket: { label: string; url: string } | undefined;
  /** Where the file was brought to. */
  thread?: string | undefined;
  /** The version that the cause was said to be fixed in before the file came. */
  fixedIn?: string | undefined;
  /** When people called the cause wrong, the last time; undefined: they did not, or more say that it is right. */
  wrongAtMs?: number | undefined;
  /** The page behind the answer that named the cause. */
  page: string | undefined;
}

const most = 1_000;
const chunk = 50;

/** Files that came to a channel since, newest first, with the cause each was last given. */
export async function readChannelCases(
  sql: Sql,
  { team, channel, sinceMs }: { team: string; channel: string; sinceMs: number },
  links: Pick<PageLinks, 'caseUrl'>,
  memory: Pick<MemoryStore, 'canonical'>,
): Promise<DigestCase[]> {
  const rows = await sql
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.team, team),
        eq(cases.channel, channel),
        eq(cases.isAskedHere, true),
        gte(cases.createdAtMs, sinceMs),
      ),
    )
    .orderBy(desc(cases.createdAtMs))
    .limit(most);
  const found: DigestCase[] = [];
  for (let at = 0; at < rows.length; at += chunk) {
    const some = rows.slice(at, at + chunk);
    const answers = await lastAnswers(
      sql,
      some.map(({ id }) => id),
      { team, channel },
    );
    const placeKeys = some.map(({ placeKey }) => placeKey);
    const tickets = await tiedTickets(sql, placeKeys);
    const threads = await placeUrls(sql, placeKeys);
    const wrong = await calledWrong(
      sql,
      [...answers.values()].map(({ questionId }) => questionId),
    );
    const refuted = await refutedCases(
      sql,
      some.map(({ id }) => id),
    );
    for (const row of some) {
      const answer = answers.get(row.id);
      const named = answer ? await namedCause(answer.signature, answer.verdict) : null;
      const isOther = refuted.has(row.id);
      const known = named && !isOther ? await memory.canonical(named.key) : undefined;
      const isFixed = known?.fixedIn && (known.fixedAtMs ?? 0) < row.createdAtMs;
      found.push({
        id: row.id,
        name: row.name,
        state: row.state,
        detail: row.detail ?? undefined,
        createdAtMs: row.createdAtMs,
        updatedAtMs: row.updatedAtMs,
        // A signature that names no cause joins nothing: `failures rise` happens for many reasons.
        causeKey: isOther ? `case:${row.id}` : (known?.key ?? named?.key ?? answer?.cause ?? answer?.signature),
        cause: answer?.cause ?? answer?.signature,
        verdict: answer?.verdict,
        ticket: tickets.get(row.placeKey),
        thread: threads.get(row.placeKey),
        fixedIn: isFixed ? (known.fixedIn ?? undefined) : undefined,
        wrongAtMs: answer && wrong.get(answer.questionId),
        page: answer && (await links.caseUrl(answer.questionId, answer.placeKey)),
      });
    }
  }
  return found;
}

async function placeUrls(sql: Sql, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql
    .select({ key: places.key, url: places.url })
    .from(places)
    .where(inList(places.key, keys))
    .limit(most);
  return new Map(rows.flatMap(({ key, url }) => (url ? [[key, url] as const] : [])));
}

/** Files of which somebody said that their cause is another than the one they share a name with. */
async function refutedCases(sql: Sql, caseIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql
    .select({ caseId: sightings.caseId })
    .from(sightings)
    .where(and(inList(sightings.caseId, caseIds), eq(sightings.isWrong, true)))
    .limit(most);
  return new Set(rows.map(({ caseId }) => caseId));
}

/** By question: when more people called its cause wrong than right. */
async function calledWrong(sql: Sql, questionIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.select().from(judgements).where(inList(judgements.questionId, questionIds)).limit(most);
  const wrong = new Map<string, number>();
  for (const [id, said] of Map.groupBy(rows, ({ questionId }) => questionId)) {
    const against = said.filter(({ word }) => word === 'wrong');
    if (against.length > said.length - against.length) wrong.set(id, Math.max(...against.map(({ atMs }) => atMs)));
  }
  return wrong;
}

type Told = Pick<ReturnType<typeof readAnswer>, 'signature' | 'cause' | 'verdict'> & {
  questionId: string;
  placeKey: string;
};

/** What was asked of a file elsewhere stays there. */
async function lastAnswers(
  sql: Sql,
  caseIds: readonly string[],
  at: { team: string; channel: string },
): Promise<Map<string, Told>> {
  const ofChannel = `${at.team}:${at.channel}`;
  const isHere = (key: string) => key === `channel:${ofChannel}` || key.startsWith(`thread:${ofChannel}:`);
  const rows = await sql
    .select({
      questionId: questions.id,
      caseId: questions.caseId,
      placeKey: questions.placeKey,
      kind: questions.kind,
      answer: questions.answer,
    })
    .from(questions)
    .where(and(inList(questions.caseId, caseIds), eq(questions.state, 'answered')))
    .orderBy(questions.createdAtMs)
    .limit(most);
  const answers = new Map<string, Told>();
  for (const { questionId, caseId, placeKey, kind, answer } of rows) {
    if (!isHere(placeKey)) continue;
    // What was asked on is about something else; the file's own question tells what is wrong with it.
    if (kind !== 'file' && answers.has(caseId)) continue;
    const { signature, cause, verdict } = readAnswer(answer);
    answers.set(caseId, {
      questionId,
      placeKey,
      ...(signature ? { signature } : {}),
      ...(cause ? { cause } : {}),
      ...(verdict ? { verdict } : {}),
    });
  }
  return answers;
}

async function tiedTickets(
  sql: Sql,
  placeKeys: readonly string[],
): Promise<Map<string, { label: string; url: string }>> {
  const rows = await sql
    .select({ threadKey: ties.threadKey, label: places.label, url: places.url, isOpen: places.isOpen })
    .from(ties)
    .innerJoin(places, eq(places.key, ties.ticketKey))
    .where(and(inList(ties.threadKey, placeKeys), eq(ties.state, 'tied')))
    .limit(most);
  return new Map(
    rows.flatMap(({ threadKey, label, url, isOpen }) => (isOpen && url ? [[threadKey, { label, url }] as const] : [])),
  );
}
