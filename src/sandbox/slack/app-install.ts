import type { Deliveries } from './deliveries.ts';
import { type Arguments, method, type SlackMethod, SlackProblem } from './web-api.ts';
import type { SlackToken, Workspace } from './workspace.ts';

/** How an app of several workspaces proves itself when it exchanges a code or a refresh token. */
export interface SlackOAuthClient {
  clientId: string;
  clientSecret: string;
}

/** The app's standing in one workspace, as its people give and take it. */
export interface AppInstall {
  workspace: Pick<Workspace, 'teamId' | 'teamName'>;
  isInstalled(): boolean;
  /** Somebody pressed Allow: the code that goes back with their browser. Good for ten minutes and one use. */
  allow(redirectUri: string, userId?: string): string;
  /** Whether a code, token or refresh token was given out here. */
  knows(secret: string): boolean;
  /** Somebody removed the app: its tokens end, and it is told so. */
  uninstall(): Promise<void>;
  /** The organisation let go of this workspace: its token works on for others, and the app is told so. */
  revokeTeam(): Promise<void>;
  /** What was given out, for a restart. */
  keep(): KeptInstall;
  /** Goes on where an earlier run ended. */
  restore(kept: KeptInstall): void;
  /** `oauth.v2.access` for codes and refresh tokens of this workspace, `auth.teams.list` and `auth.revoke`. */
  methods: SlackMethod[];
}

interface Code {
  redirectUri: string;
  userId: string;
  untilMs: number;
  isUsed: boolean;
}

/** The standing as plain data. */
export interface KeptInstall {
  isInstalled: boolean;
  isRevoked: boolean;
  codes: Map<string, Code>;
  refreshTokens: Map<string, { isUsed: boolean }>;
  tokens: Pick<SlackToken, 'token' | 'isRevoked' | 'expiresAtMs'>[];
  /** Those of them that work, oldest first. */
  active: string[];
}

const codeMs = 10 * 60_000;
const tokenLivesS = 43_200;
/** Of the tokens that rotation gave out so many work at a time. */
const mostActive = 2;

/** Installing by OAuth v2, with tokens that end after twelve hours where the manifest has them rotate. */
export function createAppInstall(options: {
  workspace: Workspace;
  bot: SlackToken;
  client: SlackOAuthClient;
  rotates: boolean;
  /** Where the app's manifest lets browsers be sent back to; undefined: anywhere. */
  redirectUrls: readonly string[] | undefined;
  deliveries: () => Pick<Deliveries, 'tell'>;
  isInstalled: boolean;
}): AppInstall {
  const { workspace, bot, client, rotates } = options;
  const { clock, teamId, organisation } = workspace;
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, { isUsed: boolean }>();
  const given: SlackToken[] = options.isInstalled ? [bot] : [];
  let isInstalled = options.isInstalled;
  let isRevoked = false;
  const secret = (prefix: string) => `${prefix}-${teamId}-${crypto.randomUUID()}`;

  function giveToken(): Record<string, unknown> {
    const access = secret(rotates ? 'xoxe.xoxb-1' : 'xoxb');
    const token: SlackToken = {
      ...bot,
      token: access,
      isRevoked: false,
      ...(rotates ? { expiresAtMs: clock.now() + tokenLivesS * 1000 } : {}),
    };
    workspace.tokens.set(access, token);
    given.push(token);
    if (!rotates) return { access_token: access };
    for (const old of given.splice(0, Math.max(0, given.length - mostActive))) old.isRevoked = true;
    const refresh = secret('xoxe-1');
    refreshTokens.set(refresh, { isUsed: false });
    return { access_token: access, refresh_token: refresh, expires_in: tokenLivesS };
  }

  function exchangeCode({ code, redirect_uri: redirectUri }: Arguments): string {
    const known = typeof code === 'string' ? codes.get(code) : undefined;
    if (!known) throw new SlackProblem('invalid_code');
    if (known.isUsed) throw new SlackProblem('code_already_used');
    if (known.untilMs < clock.now()) throw new SlackProblem('invalid_code');
    if (redirectUri !== known.redirectUri) throw new SlackProblem('bad_redirect_uri');
    known.isUsed = true;
    isInstalled = true;
    isRevoked = false;
    return known.userId;
  }

  function useRefreshToken({ refresh_token: refresh }: Arguments): void {
    const known = typeof refresh === 'string' ? refreshTokens.get(refresh) : undefined;
    if (!known || known.isUsed || !isInstalled) throw new SlackProblem('invalid_refresh_token');
    known.isUsed = true;
  }

  function access(args: Arguments): Record<string, unknown> {
    if (args.client_id !== client.clientId) throw new SlackProblem('invalid_client_id');
    if (args.client_secret !== client.clientSecret) throw new SlackProblem('bad_client_secret');
    const grant = args.grant_type ?? 'authorization_code';
    if (grant !== 'authorization_code' && grant !== 'refresh_token') throw new SlackProblem('invalid_grant_type');
    const userId = grant === 'refresh_token' ? useRefreshToken(args) : exchangeCode(args);
    return {
      app_id: workspace.appId,
      ...(userId ? { authed_user: { id: userId } } : {}),
      scope: [...bot.scopes].join(','),
      token_type: 'bot',
      ...giveToken(),
      bot_user_id: bot.userId,
      team: organisation ? null : { id: teamId, name: workspace.teamName },
      enterprise: organisation ?? null,
      is_enterprise_install: organisation !== undefined,
    };
  }

  return {
    workspace,
    isInstalled: () => isInstalled,
    knows: (word) => codes.has(word) || refreshTokens.has(word) || workspace.tokens.has(word),
    allow(redirectUri, userId = 'U0ADMIN') {
      const isKnown = options.redirectUrls?.some((url) => redirectUri.startsWith(url)) ?? true;
      if (!isKnown) throw new SlackProblem('bad_redirect_uri');
      const code = secret('code');
      codes.set(code, { redirectUri, userId, untilMs: clock.now() + codeMs, isUsed: false });
      return code;
    },
    async uninstall() {
      for (const token of given.splice(0)) token.isRevoked = true;
      await options.deliveries().tell({ type: 'tokens_revoked', tokens: { oauth: [], bot: [bot.userId] } });
      await options.deliveries().tell({ type: 'app_uninstalled' });
      isInstalled = false;
    },
    async revokeTeam() {
      isRevoked = true;
      await options.deliveries().tell({ type: 'team_access_revoked', team_ids: [teamId] });
    },
    keep: () => ({
      isInstalled,
      isRevoked,
      codes,
      refreshTokens,
      tokens: [...workspace.tokens.values()].map(({ token, isRevoked, expiresAtMs }) => ({
        token,
        isRevoked,
        ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
      })),
      active: given.map(({ token }) => token),
    }),
    restore(kept) {
      const isNew = options.isInstalled && !kept.tokens.some(({ token }) => token === bot.token);
      isInstalled = kept.isInstalled || isNew;
      isRevoked = kept.isRevoked;
      for (const [code, known] of kept.codes) codes.set(code, known);
      for (const [token, known] of kept.refreshTokens) refreshTokens.set(token, known);
      for (const known of kept.tokens) {
        const token = known.token === bot.token ? Object.assign(bot, known) : { ...bot, ...known };
        workspace.tokens.set(known.token, token);
      }
      const active = kept.active.flatMap((token) => workspace.tokens.get(token) ?? []);
      given.splice(0, given.length, ...new Set([...(isNew ? [bot] : []), ...active]));
    },
    methods: [
      { name: 'oauth.v2.access', scopes: [], tier: 4, needsNoToken: true, run: access },
      method({ name: 'auth.teams.list', scopes: [], tier: 2 }, () => ({
        teams: isRevoked ? [] : [{ id: teamId, name: workspace.teamName }],
        response_metadata: { next_cursor: '' },
      })),
      method({ name: 'auth.revoke', scopes: [], tier: 3 }, (_, caller) => {
        caller.isRevoked = true;
        return { revoked: true };
      }),
    ],
  };
}
