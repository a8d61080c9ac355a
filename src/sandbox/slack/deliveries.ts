import { retryDelaysMs, type Send, signSlackRequest } from './signed-delivery.ts';
import type { Workspace } from './workspace.ts';

export interface Deliveries {
  /** Wraps an event as the Events API does, with an id of its own. */
  envelope(event: Record<string, unknown>): Record<string, unknown>;
  /** Wraps and delivers, where the app is subscribed to such events. */
  tell(event: Record<string, unknown>): Promise<void>;
  /** Delivers, and again at Slack's intervals while the answer is not 2xx. Resolves after the first try. */
  event(envelope: Record<string, unknown>): Promise<void>;
  /** One delivery, as first try or as a retry with its headers. */
  eventOnce(envelope: Record<string, unknown>, retry?: { num: number; reason: string }): Promise<Response>;
  /** A slash command or interaction. */
  form(body: string): Promise<Response>;
}

export function createDeliveries(options: {
  workspace: Workspace;
  signingSecret: string;
  botUserId: string;
  isSubscribed: (event: Record<string, unknown>) => boolean;
  /** Where the app listens; undefined: nobody does, and nothing is sent. */
  target: () => string | undefined;
  send: Send;
  later: (delayMs: number, run: () => void) => void;
}): Deliveries {
  const { workspace } = options;
  const { organisation } = workspace;

  const deliveries: Deliveries = {
    envelope(event) {
      return {
        token: 'legacy',
        team_id: workspace.teamId,
        ...(organisation ? { enterprise_id: organisation.id } : {}),
        api_app_id: workspace.appId,
        event,
        type: 'event_callback',
        event_id: workspace.nextId('Ev'),
        event_time: Math.floor(workspace.clock.now() / 1000),
        authorizations: [
          {
            enterprise_id: organisation?.id ?? null,
            team_id: workspace.teamId,
            user_id: options.botUserId,
            is_bot: true,
            is_enterprise_install: organisation !== undefined,
          },
        ],
        is_ext_shared_channel: false,
        event_context: workspace.nextId('4-'),
      };
    },

    async tell(event) {
      if (options.isSubscribed(event)) await deliveries.event(deliveries.envelope(event));
    },

    async event(envelope) {
      if (options.target() === undefined) return;
      const attempt = async (num: number, reason: string): Promise<void> => {
        const failure = await deliveries
          .eventOnce(envelope, num > 0 ? { num, reason } : undefined)
          .then((response) => (response.ok || response.headers.has('x-slack-no-retry') ? undefined : 'http_error'))
          .catch(() => 'connection_failed');
        const delayMs = retryDelaysMs[num];
        if (failure && delayMs !== undefined) options.later(delayMs, () => void attempt(num + 1, failure));
      };
      await attempt(0, '');
    },

    async eventOnce(envelope, retry) {
      return await post(JSON.stringify(envelope), 'application/json', {
        ...(retry ? { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason } : {}),
      });
    },

    async form(body) {
      return await post(body, 'application/x-www-form-urlencoded', {});
    },
  };
  return deliveries;

  async function post(body: string, contentType: string, headers: Record<string, string>): Promise<Response> {
    const url = options.target();
    if (url === undefined) return new Response(null, { status: 503 });
    const request = { url, body, contentType, headers };
    return await options.send(await signSlackRequest(workspace.clock, options.signingSecret, request));
  }
}
