/** What an app's manifest says that decides what Slack sends it and lets it do; everything else in it is ignored. */
export interface SlackManifest {
  features?: {
    app_home?: { home_tab_enabled?: boolean };
    shortcuts?: readonly { type: string; callback_id: string; name?: string }[];
    slash_commands?: readonly { command: string }[];
    unfurl_domains?: readonly string[];
  };
  oauth_config?: { redirect_urls?: readonly string[]; scopes?: { bot?: readonly string[] } };
  settings?: {
    event_subscriptions?: { bot_events?: readonly string[] };
    interactivity?: { is_enabled?: boolean };
    token_rotation_enabled?: boolean;
  };
}

/** The app's standing in the workspace; without a manifest an app is granted what the stand-in can do. */
export interface Grants {
  isSubscribed(event: Record<string, unknown>): boolean;
  /** Throws where the app never told Slack of it: a person would find no such thing to press. */
  requireShortcut(type: 'message' | 'global', callbackId: string): void;
  messageShortcuts: readonly { callbackId: string; name: string }[];
  requireCommand(command: string): void;
  requireInteractivity(): void;
  hasHomeTab: boolean;
  unfurlDomains: readonly string[];
}

const channelKinds: Record<string, string> = { channel: 'channels', group: 'groups', im: 'im', mpim: 'mpim' };

export function readGrants(manifest: SlackManifest | undefined): Grants {
  const { features, settings } = manifest ?? {};
  const events = manifest && new Set(settings?.event_subscriptions?.bot_events ?? []);
  return {
    isSubscribed({ type, channel_type: kind }) {
      if (!events) return true;
      return events.has(type === 'message' ? `message.${channelKinds[String(kind)]}` : String(type));
    },
    requireShortcut(type, callbackId) {
      const known = features?.shortcuts ?? [];
      if (!manifest || known.some((shortcut) => shortcut.type === type && shortcut.callback_id === callbackId)) return;
      throw new Error(`the manifest has no ${type} shortcut ${callbackId}`);
    },
    messageShortcuts: (features?.shortcuts ?? [])
      .filter(({ type }) => type === 'message')
      .map(({ callback_id: callbackId, name = callbackId }) => ({ callbackId, name })),
    requireCommand(command) {
      if (!manifest || features?.slash_commands?.some((known) => known.command === command)) return;
      throw new Error(`the manifest has no command ${command}`);
    },
    requireInteractivity() {
      if (manifest && settings?.interactivity?.is_enabled !== true)
        throw new Error('the manifest has no interactivity');
    },
    hasHomeTab: manifest ? features?.app_home?.home_tab_enabled === true : true,
    unfurlDomains: features?.unfurl_domains ?? [],
  };
}
