import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAnalysisClient } from '#bot/analysis/client.ts';
import { type ContentAtService, forgetContent, keptDeliveriesOf, planForgetting } from '#bot/cases/forget-case.ts';
import { removeAnswerJob } from '#bot/delivery/removal-jobs.ts';
import { createCaseStore } from '#bot/store/case-store.ts';
import { createFindKept } from '#bot/store/find-kept.ts';
import { createForgetRows, type KeptDelivery } from '#bot/store/forget-rows.ts';
import { systemClock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import { atomic, openSql } from '#core/sql.ts';
import { createQueue } from '#jobs/queue.ts';
import { createApiKeyFile } from '#node/api-key-file.ts';
import { createDiskSpool } from '#node/disk-spool.ts';
import { migrate } from '#node/migrate.ts';
import { openSqliteEngine } from '#node/sqlite-engine.ts';
import { createUndiciHttp } from '#node/undici-http.ts';
import { deleteFile } from '#service/files/delete-file.ts';
import { createFileStorage } from '#service/files/file-storage.ts';
import { forgetQueries } from '#service/search/forget-queries.ts';
import { readConfig } from '../config.ts';
import { openServiceDatabase } from './open-service-database.ts';

export const usage = 'logtriage forget TICKET|FILE|USER [--answers]';
export const about =
  'Deletes what is stored about a ticket (PROJ-88), a file (name, SHA-256 or id), a Slack user (U…, or T…:U… in one workspace only) or a Jira account (jira:ID), even while the program runs; --answers also removes posted answers.';

/** Deletes from bot.db, the spool and the service, and prints what went. */
export async function run(args: readonly string[]): Promise<number> {
  const [what, ...rest] = args;
  if (!what || what.startsWith('--') || rest.some((word) => word !== '--answers'))
    throw new UsageError(`usage: ${usage}`);
  const dataDir = resolve(process.env.DATA_DIR || './data');
  const path = join(dataDir, 'bot.db');
  if (!existsSync(path)) throw new UsageError(`There is no ${path}: set DATA_DIR to the folder of the bot.`);
  const engine = openSqliteEngine(path);
  try {
    migrate(engine.connection, fileURLToPath(new URL('../../drizzle/bot', import.meta.url)));
    return await forget(openSql(engine), dataDir, what, rest.length > 0);
  } finally {
    engine.close();
  }
}

async function forget(sql: ReturnType<typeof openSql>, dataDir: string, what: string, takesAnswers: boolean) {
  const clock = systemClock;
  const store = createCaseStore({ sql, clock });
  const rows = createForgetRows({ sql, clock });
  const queue = createQueue({ sql, clock });
  const finder = createFindKept(sql);
  const gone = { cases: 0, questions: 0, messages: 0, contents: 0, other: 0 };
  const busy: string[] = [];
  const contents = new Set<string>();
  const removals = (answers: readonly KeptDelivery[]) =>
    queue.enqueueStatements(takesAnswers ? answers.map(({ destination, id }) => removeAnswerJob(destination, id)) : []);

  for (;;) {
    const found = await finder.cases(what);
    for (const row of found) {
      const { answers, questions, messages, writes, enqueue } = await planForgetting(rows, row, takesAnswers);
      gone.cases += 1;
      gone.questions += questions;
      gone.messages += messages;
      await atomic(sql, [...writes, ...queue.enqueueStatements(enqueue), ...removals(answers)]);
      if (row.sha256) contents.add(row.sha256);
    }
    if (found.length === 0) break;
  }
  using service = openService(dataDir);
  for (;;) {
    const asked = await finder.questions(what);
    for (const question of asked) {
      const { answers, others } =
        question.kind === 'file' ? { answers: [], others: [] } : await keptDeliveriesOf(rows, [question.id]);
      gone.questions += 1;
      gone.messages += answers.length + others.length;
      await atomic(sql, [...rows.forgetQuestion(question, [...answers, ...others]), ...removals(answers)]);
    }
    await service.forgetQueries(asked.flatMap(({ searchId }) => searchId ?? []));
    if (asked.length === 0) break;
  }
  gone.other = await finder.forgetNames(what);

  const spool = createDiskSpool(join(dataDir, 'spool'));
  for (const sha256 of contents) {
    const ended = await forgetContent({ store, rows, spool, analysis: service }, sha256, AbortSignal.timeout(60_000));
    if (ended === 'busy') busy.push(sha256);
    if (ended === 'busy' || ended === 'held') continue;
    await atomic(sql, ended);
    gone.contents += 1;
  }

  const held = contents.size - gone.contents - busy.length;
  process.stdout.write(
    [
      `${gone.cases} files of places, ${gone.questions} questions, the text of ${gone.messages} messages, ${gone.other} other rows`,
      `${gone.contents} contents: here and at the service${held > 0 ? `; ${held} stay, other places have them too` : ''}`,
      '',
    ].join('\n'),
  );
  for (const sha256 of busy)
    process.stderr.write(`${sha256} is being uploaded to the service now; run this again later.\n`);
  return busy.length > 0 ? 1 : 0;
}

interface OpenService extends ContentAtService, Disposable {
  /** What was asked in these searches; another service has no way to be asked for that. */
  forgetQueries(searchIds: readonly string[]): Promise<void>;
}

/** The embedded service by its database, also while it runs; another one by its API. */
function openService(dataDir: string): OpenService {
  const { logService } = readConfig({ ...process.env, SANDBOX: undefined });
  if (logService.kind === 'embedded') {
    if (!existsSync(join(dataDir, 'service.db'))) {
      return { serviceName: 'embedded', remove: async () => {}, forgetQueries: async () => {}, [Symbol.dispose]() {} };
    }
    const database = openServiceDatabase(dataDir);
    const { sql } = database;
    const storage = createFileStorage(join(dataDir, 'files'));
    return {
      serviceName: 'embedded',
      async remove(fileId) {
        await deleteFile({ sql, queue: createQueue({ sql, clock: systemClock }) }, fileId);
        await storage.remove(fileId);
      },
      forgetQueries: (searchIds) => forgetQueries(sql, searchIds),
      [Symbol.dispose]: () => database[Symbol.dispose](),
    };
  }
  const http = createUndiciHttp();
  const { baseUrl, apiKey = '', apiKeyFile } = logService;
  const key = apiKeyFile ? createApiKeyFile(apiKeyFile) : { read: async () => apiKey };
  const client = createAnalysisClient({ baseUrl, key, send: http.send, clock: systemClock });
  return {
    serviceName: client.serviceName,
    remove: client.remove,
    forgetQueries: async () => {},
    [Symbol.dispose]: () => void http.close(),
  };
}
