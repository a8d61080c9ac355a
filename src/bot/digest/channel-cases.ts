import { and, desc, eq, gte } from 'drizzle-orm';
import { inList } from '#core/in-list.ts';
import type { Sql } from '#core/sql.ts';
import { readAnswer } from '../analysis/read-answer.ts';
import type { FileState, Verdict } from '../cases/messages.ts';
import type { PageLinks } from '../cases/page-links.ts';
import { cases, places, questions, ties } from '../store/cases.ts';

/** A file of the channel as a digest sees it. */
export interface DigestCase {
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
    const tickets = await tiedTickets(
      sql,
      some.map(({ placeKey }) => placeKey),
    );
    for (const row of some) {
      const answer = answers.get(row.id);
      found.push({
        name: row.name,
        state: row.state,
        detail: row.detail ?? undefined,
        createdAtMs: row.createdAtMs,
        updatedAtMs: row.updatedAtMs,
        causeKey: answer?.signature ?? answer?.cause,
        cause: answer?.cause ?? answer?.signature,
        verdict: answer?.verdict,
        ticket: tickets.get(row.placeKey),
        page: answer && (await links.caseUrl(answer.questionId, answer.placeKey)),
      });
    }
  }
  return found;
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
    // A follow-up asks about something else; the file's own question tells what is wrong with it.
    if (kind === 'follow_up' && answers.has(caseId)) continue;
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
