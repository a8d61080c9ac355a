import { z } from 'zod';

/**
 * What Slack takes of an app manifest (version 2 of its schema), as far as ours uses it: a member it does not know, or a
 * text that is too long, and the whole manifest is refused.
 */
const flag = z.boolean();
const text = (most: number, least = 1) => z.string().min(least).max(most);
const address = z
  .string()
  .regex(/^https?:\/\//)
  .max(3_000);
const distinct = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(item)
    .max(most)
    .refine((items) => new Set(items).size === items.length, 'twice the same');

export const manifestRules = z.strictObject({
  _metadata: z.strictObject({ major_version: z.int(), minor_version: z.int() }),
  display_information: z.strictObject({
    name: text(35),
    description: text(140),
    background_color: z.string().regex(/^#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: flag,
      messages_tab_enabled: flag,
      messages_tab_read_only_enabled: flag,
    }),
    bot_user: z.strictObject({ display_name: text(80), always_online: flag }),
    shortcuts: z
      .array(
        z.strictObject({
          name: text(24),
          type: z.enum(['message', 'global']),
          callback_id: text(255),
          description: text(150),
        }),
      )
      .min(1)
      .max(10),
    unfurl_domains: distinct(
      z
        .string()
        .regex(/^(?![.-])[-a-z0-9.]+[a-z0-9]$/)
        .max(255),
      5,
    )
      .min(1)
      .optional(),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^\/./).max(32),
          url: address,
          description: text(2_000),
          usage_hint: text(1_000),
          should_escape: flag,
        }),
      )
      .min(1)
      .max(50),
  }),
  oauth_config: z.strictObject({
    redirect_urls: distinct(text(2_500), 1_000).optional(),
    scopes: z.strictObject({ bot: distinct(text(50), 255) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ request_url: address, bot_events: distinct(text(50), 100) }),
    interactivity: z.strictObject({ is_enabled: flag, request_url: address }),
    org_deploy_enabled: flag,
    socket_mode_enabled: flag,
    token_rotation_enabled: flag,
  }),
});
