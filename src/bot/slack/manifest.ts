import { triageShortcut } from './interactions/answer-interaction.ts';

/** Scopes of the bot's token, each needed for something it does. */
export const botScopes = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'links:read',
  'links:write',
  'mpim:history',
  'mpim:read',
  'reactions:write',
  'users:read',
  'users:read.email',
] as const;

const botEvents = [
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'file_deleted',
  'file_shared',
  'link_shared',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'tokens_revoked',
] as const;

/** Of organisations, which let an app out of some of their workspaces and keep it in others. */
const organisationEvents = ['team_access_revoked'] as const;

/** Where Slack sends the browser of whoever installed the app. */
export const redirectPath = '/slack/oauth_redirect';

/** What Slack takes for a domain: an address of IPv6 is none, and with it the whole manifest is refused. */
const isDomain = /^(?![.-])[-a-z0-9.]+[a-z0-9]$/;

/**
 * The Slack app as its manifest describes it; `publicUrl` is where Slack reaches the bot, no slash at the end.
 * `isInstallable`: in several workspaces, each with tokens that rotate; a single token in the environment must not.
 */
export function slackManifest(publicUrl: string, { isInstallable = false }: { isInstallable?: boolean } = {}) {
  const requestUrl = `${publicUrl}/slack/events`;
  const { hostname } = new URL(publicUrl);
  return {
    _metadata: { major_version: 2, minor_version: 0 },
    display_information: {
      name: 'logtriage',
      description: 'Drop a log: the root cause is posted in the thread, with the lines that prove it.',
      background_color: '#1f2933',
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: 'logtriage', always_online: true },
      shortcuts: [
        {
          name: 'Triage this',
          type: 'message',
          callback_id: triageShortcut,
          description: 'Find the root cause in the log files of this message',
        },
      ],
      ...(isDomain.test(hostname) ? { unfurl_domains: [hostname] } : {}),
      slash_commands: [
        {
          command: '/triage',
          url: requestUrl,
          description: 'Ask about the log files of a ticket, a message or this channel',
          usage_hint: 'help | PROJ-12 [question] | <link> [question] | diff A B | why FILE | status',
          should_escape: false,
        },
      ],
    },
    oauth_config: {
      ...(isInstallable ? { redirect_urls: [`${publicUrl}${redirectPath}`] } : {}),
      scopes: { bot: [...botScopes] },
    },
    settings: {
      event_subscriptions: {
        request_url: requestUrl,
        bot_events: [...botEvents, ...(isInstallable ? organisationEvents : [])],
      },
      interactivity: { is_enabled: true, request_url: requestUrl },
      org_deploy_enabled: isInstallable,
      socket_mode_enabled: false,
      token_rotation_enabled: isInstallable,
    },
  };
}
