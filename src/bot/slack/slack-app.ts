import { App, type Logger, LogLevel } from '@slack/bolt';
import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Intake } from '../intake/intake.ts';
import type { CreateHmac } from '../intake/proof.ts';
import type { ReadBody } from '../intake/read-body.ts';
import type { AnswerCommand } from './commands/answer-command.ts';
import type { Identity } from './identity.ts';
import type { AnswerInteraction } from './interactions/answer-interaction.ts';
import { createSlackReceiver } from './receiver.ts';

interface SlackAppOptions {
  signingSecret: string;
  createHmac: CreateHmac;
  apiUrl: string;
  identity: Identity;
  intake: Intake;
  readBody?: ReadBody;
  answerCommand: AnswerCommand;
  answerInteraction: AnswerInteraction;
  clock: Clock;
  log: Log;
}

/** `POST /slack/events`. Makes no call to Slack, neither at start nor before a request is acknowledged. */
export function createSlackApp(options: SlackAppOptions): Hono {
  const { log, identity } = options;
  const receiver = createSlackReceiver(options);
  const bolt = new App({
    receiver,
    // Without a network call: what is known of ourselves may be nothing yet, and then nothing depends on it.
    authorize: async ({ teamId }) => {
      const known = identity.known(teamId ?? '');
      return {
        // Bolt makes no call of its own: it answers commands, and whoever answers has a client.
        botToken: '',
        ...(teamId ? { teamId } : {}),
        ...(known ? { botUserId: known.userId } : {}),
        ...(known?.botId ? { botId: known.botId } : {}),
      };
    },
    // Whose events count is the intake's decision.
    ignoreSelf: false,
    convoStore: false,
    logger: boltLogger(log),
    clientOptions: { slackApiUrl: options.apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
  });

  bolt.command(/^\/.+/, async ({ command, ack }) => {
    await ack(await options.answerCommand(command));
  });
  bolt.error(async (error) => {
    log.error('Slack listener failed', { error });
  });

  const app = new Hono();
  app.post('/slack/events', (c) => receiver.receive(c.req.raw, (work) => keepAlive(c, work)));
  return app;
}

/** A Worker ends with its answer unless it is told of what goes on. */
function keepAlive(c: Context, work: Promise<void>): void {
  try {
    c.executionCtx.waitUntil(work);
  } catch {
    // Elsewhere a process goes on by itself.
  }
}

function boltLogger(log: Log): Logger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...words: unknown[]) =>
      log[level]('bolt', { message: words.map(String).join(' ').slice(0, 500) });
  return {
    debug() {},
    info: write('debug'),
    warn: write('warn'),
    error: write('error'),
    setLevel() {},
    getLevel: () => LogLevel.WARN,
    setName() {},
  };
}
