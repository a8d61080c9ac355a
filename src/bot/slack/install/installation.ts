import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';
import type { StoredInstallation } from '../../store/installation-store.ts';

/** What a workspace, or an organisation for all of its workspaces, gave the app. */
export const installationSchema = z.object({
  /** Of the team, or of the organisation. */
  id: z.string(),
  name: z.string(),
  /** Workspaces of an organisation that let the app in; null: it is one workspace. */
  teams: z.array(z.string()).nullable(),
  botUserId: z.string(),
  token: z.string(),
  /** Absent: the token does not end by itself. */
  refreshToken: z.string().optional(),
  expiresAtMs: z.number().optional(),
  installedAtMs: z.number(),
});
export type Installation = z.infer<typeof installationSchema>;

export interface Known {
  installation: Installation;
  stored: StoredInstallation;
}

const id = z.string().min(1).max(100);
const named = z.object({ id, name: z.string().max(300).catch('') });

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive().optional(),
});

const replySchema = tokenSchema.extend({
  token_type: z.literal('bot'),
  bot_user_id: id,
  team: named.nullish(),
  enterprise: named.nullish(),
  is_enterprise_install: z.boolean().nullish(),
});

/** Reads what Slack gives for a code. Throws where it is no bot's token. */
export function readInstallation(reply: unknown, nowMs: number): Installation {
  const { data } = replySchema.safeParse(reply);
  const of = data?.is_enterprise_install ? data.enterprise : data?.team;
  if (!data || !of) throw new RemoteError('rejected', 'Slack returned no bot token', { reason: 'no_bot_token' });
  return {
    id: of.id,
    name: of.name || of.id,
    teams: data.is_enterprise_install ? [] : null,
    botUserId: data.bot_user_id,
    installedAtMs: nowMs,
    ...tokensOf(data, nowMs),
  };
}

/** The same installation with what Slack gives for a refresh token. */
export function renewed(installation: Installation, reply: unknown, nowMs: number): Installation {
  const { data } = tokenSchema.safeParse(reply);
  if (!data) throw new RemoteError('unavailable', 'Slack renewed a token without returning the new one');
  return { ...installation, ...tokensOf(data, nowMs) };
}

function tokensOf({ access_token, refresh_token, expires_in }: z.infer<typeof tokenSchema>, nowMs: number) {
  return {
    token: access_token,
    ...(refresh_token ? { refreshToken: refresh_token } : {}),
    ...(expires_in ? { expiresAtMs: nowMs + expires_in * 1000 } : {}),
  };
}
