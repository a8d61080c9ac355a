import { z } from 'zod';

const id = z.string().min(1).max(100);
const text = z.string().max(10_000);

const person = {
  user: z.object({ id, team_id: id.nullish() }),
  team: z.object({ id }).nullish(),
  trigger_id: text.optional(),
};

const pressSchema = z.object({
  ...person,
  type: z.literal('block_actions'),
  container: z.object({
    type: text,
    message_ts: id.optional(),
    thread_ts: id.optional(),
    channel_id: id.optional(),
    is_ephemeral: z.boolean().optional(),
  }),
  message: z.object({ thread_ts: id.optional() }).optional(),
  response_url: text.optional(),
  view: z.object({ private_metadata: text.optional() }).optional(),
  actions: z
    .array(
      z.object({
        action_id: id,
        action_ts: id.optional(),
        value: text.nullish(),
        selected_conversation: id.nullish(),
      }),
    )
    .min(1),
});

const shortcutSchema = z.object({
  ...person,
  type: z.literal('message_action'),
  callback_id: id,
  message_ts: id,
  channel: z.object({ id }),
  message: z.object({ thread_ts: id.optional() }).optional(),
  response_url: text.optional(),
});

const inputSchema = z.object({
  value: text.nullish(),
  selected_option: z.object({ value: text }).nullish(),
  selected_options: z.array(z.object({ value: text })).nullish(),
  selected_conversation: id.nullish(),
  selected_users: z.array(id).nullish(),
});

const submissionSchema = z.object({
  ...person,
  type: z.literal('view_submission'),
  view: z.object({
    id,
    callback_id: text,
    private_metadata: text.optional(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), inputSchema)) }),
  }),
});

const interactionSchema = z.discriminatedUnion('type', [pressSchema, shortcutSchema, submissionSchema]);

/** What a form holds, by its inputs' action ids; several choices as a list. */
export type FormValues = ReadonlyMap<string, string | readonly string[]>;

/** What people do beside talking: press a button, use a message's shortcut, send a form. */
export type Interaction = { user: string; team: string; triggerId: string } & (
  | {
      kind: 'press';
      actionId: string;
      value: string;
      /** Tells one press from the next, and is the same for a press delivered twice. */
      pressedAt: string;
      /** Undefined: pressed in a view, not below a message. */
      at: { channel: string; ts: string; threadTs: string | undefined; isEphemeral: boolean } | undefined;
      responseUrl: string;
    }
  | { kind: 'shortcut'; name: string; channel: string; ts: string; threadTs: string | undefined; responseUrl: string }
  | { kind: 'form'; name: string; viewId: string; metadata: string; values: FormValues }
);

/** Undefined: nothing that is known here. */
export function readInteraction(body: unknown): Interaction | undefined {
  const parsed = interactionSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const found = parsed.data;
  // Where an organisation installed the app, Slack names the workspace at the person alone.
  const base = {
    user: found.user.id,
    team: found.team?.id ?? found.user.team_id ?? '',
    triggerId: found.trigger_id ?? '',
  };
  switch (found.type) {
    case 'block_actions': {
      const { container, message, actions, response_url: responseUrl = '' } = found;
      const [action] = actions;
      if (!action) return undefined;
      const { channel_id: channel, message_ts: ts } = container;
      const threadTs = container.thread_ts ?? message?.thread_ts;
      return {
        ...base,
        kind: 'press',
        actionId: action.action_id,
        value: action.value ?? action.selected_conversation ?? '',
        pressedAt: action.action_ts ?? base.triggerId,
        at: channel && ts ? { channel, ts, threadTs, isEphemeral: container.is_ephemeral === true } : undefined,
        responseUrl,
      };
    }
    case 'message_action':
      return {
        ...base,
        kind: 'shortcut',
        name: found.callback_id,
        channel: found.channel.id,
        ts: found.message_ts,
        threadTs: found.message?.thread_ts,
        responseUrl: found.response_url ?? '',
      };
    case 'view_submission': {
      const { id: viewId, callback_id: name, private_metadata: metadata = '', state } = found.view;
      return { ...base, kind: 'form', name, viewId, metadata, values: readValues(state.values) };
    }
  }
}

function readValues(values: Record<string, Record<string, z.infer<typeof inputSchema>>>): FormValues {
  const read = new Map<string, string | readonly string[]>();
  for (const block of Object.values(values)) {
    for (const [action, input] of Object.entries(block)) {
      const many = input.selected_users ?? input.selected_options?.map(({ value }) => value);
      read.set(action, many ?? input.value ?? input.selected_option?.value ?? input.selected_conversation ?? '');
    }
  }
  return read;
}

export function listOf(values: FormValues, name: string): readonly string[] {
  const value = values.get(name) ?? [];
  return typeof value === 'string' ? (value === '' ? [] : [value]) : value;
}

export function textOf(values: FormValues, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
