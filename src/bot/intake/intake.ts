import type { MessageRef } from '../cases/ports.ts';

/**
 * What became of a request that proved itself. `accepted` and `duplicate` are answered 200; a throw means that the
 * work could not be stored: answer 503 so that the sender tries again.
 */
export type Acceptance =
  | { status: 'accepted' }
  | { status: 'duplicate' }
  /** Nothing for us; the reason is logged by the intake. */
  | { status: 'ignored'; reason: string };

/** A slash command, parsed. Help, status and settings never come here: they are the ack. */
export interface AskCommand {
  /** The same for each delivery of one invocation: Slack's `trigger_id`. */
  commandId: string;
  team: string;
  channel: string;
  user: string;
  responseUrl: string;
  ask:
    | { kind: 'ticket'; issueKey: string; question: string }
    | { kind: 'message'; ref: MessageRef; question: string }
    | { kind: 'file'; fileId: string; question: string };
}

/** What the HTTP receivers call once a request has proved itself: one inbox row and one job in one commit. */
export interface Intake {
  /** `envelope`: the parsed JSON body of an `event_callback`, otherwise unread. */
  acceptSlackEvent(envelope: unknown): Promise<Acceptance>;
  acceptSlackCommand(command: AskCommand): Promise<Acceptance>;
  /** `deliveryId`: `X-Atlassian-Webhook-Identifier`, or undefined where the sender gives none. `rawBody` is hashed then. */
  acceptJiraWebhook(webhook: {
    body: unknown;
    rawBody: Uint8Array;
    deliveryId: string | undefined;
  }): Promise<Acceptance>;
  /** Only ever a nudge. `deliveryId`: `webhook-id`. */
  acceptServiceHook(hook: { body: unknown; rawBody: Uint8Array; deliveryId: string | undefined }): Promise<Acceptance>;
}
