import type { App, Receiver } from '@slack/bolt';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Intake } from '../intake/intake.ts';
import type { CreateHmac } from '../intake/proof.ts';
import { createReadBody, type ReadBody, refusalText } from '../intake/read-body.ts';
import type { AnswerInteraction } from './interactions/answer-interaction.ts';
import { parseSlackBody } from './parse-body.ts';
import { isSignedBySlack } from './verify-signature.ts';

const mostBytes = 2_000_000;
const mostCheckBytes = 4_096;

interface SlackReceiver extends Receiver {
  /**
   * One request of Slack's: events, commands and interactions alike. `goOn`: takes what is still to be done once the
   * request is answered.
   */
  receive(request: Request, goOn?: (work: Promise<void>) => void): Promise<Response>;
}

/**
 * Bolt's transport over plain requests, for commands. Events and interactions are stored and never handed to Bolt, which
 * answers Slack before its listeners run: what they lost would be lost for good.
 */
export function createSlackReceiver(options: {
  signingSecret: string;
  createHmac: CreateHmac;
  intake: Intake;
  readBody?: ReadBody;
  answerInteraction: AnswerInteraction;
  clock: Clock;
  log: Log;
}): SlackReceiver {
  const { log, readBody = createReadBody() } = options;
  let app: App | undefined;

  return {
    init(bolt) {
      app = bolt;
    },
    async start() {},
    async stop() {},

    async receive(request, goOn = () => {}) {
      const rawBody = await readBody(request, mostBytes);
      if (typeof rawBody === 'number') return new Response(refusalText(rawBody), { status: rawBody });
      const isProven = isSigned(request, rawBody);
      const mayBeCheck = rawBody.byteLength <= mostCheckBytes;
      const body =
        isProven || mayBeCheck ? parseSlackBody(rawBody, request.headers.get('content-type') ?? '') : undefined;
      // Slack checks the certificate with a small form that it does not sign.
      if (body?.ssl_check === '1') return new Response(null, { status: 200 });
      if (!isProven) {
        log.warn('request to /slack/events without a valid signature');
        return new Response('invalid signature', { status: 401 });
      }
      if (!body) return new Response('not understood', { status: 400 });
      if (body.type === 'url_verification') return Response.json({ challenge: String(body.challenge ?? '') });
      if (body.type === 'app_rate_limited') log.warn('Slack rate-limits the events it sends');
      // All that is done about an event is a job by now: nothing else stands between Slack and its answer.
      if (body.type === 'event_callback') return await store(body);
      // Commands alone have no type.
      if (typeof body.type === 'string') return await interact(body, goOn);
      return await handToBolt(request, body);
    },
  };

  function isSigned({ headers }: Request, rawBody: Uint8Array): boolean {
    return isSignedBySlack({
      createHmac: options.createHmac,
      signingSecret: options.signingSecret,
      rawBody,
      signature: headers.get('x-slack-signature') ?? undefined,
      timestamp: headers.get('x-slack-request-timestamp') ?? undefined,
      nowMs: options.clock.now(),
    });
  }

  async function interact(body: Record<string, unknown>, goOn: (work: Promise<void>) => void): Promise<Response> {
    try {
      const { reply, after } = await options.answerInteraction(body);
      if (after)
        goOn(after().catch((error: unknown) => log.warn('Slack rejected the response to an interaction', { error })));
      return toResponse(reply);
    } catch (error) {
      // Slack shows the person that it did not work.
      log.error('interaction could not be stored', { error });
      return new Response(null, { status: 500 });
    }
  }

  async function store(body: Record<string, unknown>): Promise<Response> {
    try {
      const acceptance = await options.intake.acceptSlackEvent(body);
      if (acceptance.status === 'ignored') log.debug('Slack event ignored', { reason: acceptance.reason });
      return new Response(null, { status: 200 });
    } catch (error) {
      log.error('Slack event could not be stored', { error });
      return new Response('try again', { status: 503 });
    }
  }

  async function handToBolt(request: Request, body: Record<string, unknown>): Promise<Response> {
    let answer: Response | undefined;
    const retryNum = Number(request.headers.get('x-slack-retry-num') ?? Number.NaN);
    const retryReason = request.headers.get('x-slack-retry-reason');
    try {
      await app?.processEvent({
        body,
        ...(Number.isNaN(retryNum) ? {} : { retryNum }),
        ...(retryReason ? { retryReason } : {}),
        ack: async (reply) => {
          if (answer) throw new Error('acknowledged twice');
          answer = toResponse(reply);
        },
      });
    } catch (error) {
      log.error('Slack request could not be handled', { error });
      if (!answer) return new Response(null, { status: 500 });
    }
    // A click nobody waits for needs no more than a nod.
    return answer ?? new Response(null, { status: 200 });
  }
}

function toResponse(reply: unknown): Response {
  if (reply === undefined || reply === null || reply === '') return new Response(null, { status: 200 });
  return typeof reply === 'string' ? new Response(reply, { status: 200 }) : Response.json(reply);
}
