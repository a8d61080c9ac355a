import { describe, expect, it } from 'vitest';
import { UsageError } from '#core/errors.ts';
import { botScopes, slackManifest } from '../../../src/bot/slack/manifest.ts';
import { run } from '../../../src/commands/manifest.ts';
import { manifestRules } from '../../support/manifest-rules.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { startSlack } from '../../support/vendors.ts';

describe('npx logtriage manifest', () => {
  it('prints the app with its addresses under PUBLIC_URL', async () => {
    let printed = '';
    const write = (text: string) => {
      printed += text;
    };
    expect(await run([], { PUBLIC_URL: 'https://triage.example.com/' }, write)).toBe(0);
    const manifest = JSON.parse(printed);
    const address = 'https://triage.example.com/slack/events';
    expect(manifest.settings.event_subscriptions.request_url).toBe(address);
    expect(manifest.settings.interactivity.request_url).toBe(address);
    expect(manifest.features.slash_commands).toMatchObject([{ command: '/triage', url: address }]);
    expect(manifest.settings.socket_mode_enabled).toBe(false);
  });

  it('prints one of an app for several workspaces, with tokens that rotate, on demand alone', async () => {
    const printed: string[] = [];
    const write = (text: string) => void printed.push(text);
    const environment = { PUBLIC_URL: 'https://triage.example.com' };
    await run(['--installable'], environment, write);
    await run([], environment, write);
    const [many, one] = printed.map((text) => JSON.parse(text));
    expect(many.oauth_config.redirect_urls).toEqual(['https://triage.example.com/slack/oauth_redirect']);
    expect(many.settings).toMatchObject({ token_rotation_enabled: true, org_deploy_enabled: true });
    expect(one.oauth_config).not.toHaveProperty('redirect_urls');
    expect(one.settings).toMatchObject({ token_rotation_enabled: false, org_deploy_enabled: false });
    await expect(run(['--else'], environment, write)).rejects.toThrow(UsageError);
  });

  it.each([undefined, '', 'triage.example.com'])('asks for PUBLIC_URL where it is %j', async (PUBLIC_URL) => {
    await expect(run([], { PUBLIC_URL }, () => {})).rejects.toThrow(UsageError);
  });

  it.each([
    'https://triage.example.com',
    'https://triage.example.com:8443/under/a/path',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    `https://${'a'.repeat(60)}.example.com`,
  ])('keeps to Slack’s rules of manifests at %s', (publicUrl) => {
    for (const isInstallable of [false, true]) {
      expect(manifestRules.safeParse(slackManifest(publicUrl, { isInstallable })).error).toBeUndefined();
    }
  });

  it('offers to unfurl links of its host, where Slack takes that for a domain', () => {
    expect(slackManifest('https://Triage.example.com:8443').features.unfurl_domains).toEqual(['triage.example.com']);
    expect(slackManifest('http://[::1]:3000').features).not.toHaveProperty('unfurl_domains');
  });

  it.each<[string, (manifest: ReturnType<typeof slackManifest>) => unknown]>([
    ['a member that Slack does not know', (manifest) => ({ ...manifest, extra: true })],
    ['a name that is too long', (manifest) => ({ ...manifest, display_information: { name: 'x'.repeat(36) } })],
    [
      'an event twice',
      ({ settings, ...manifest }) => ({
        ...manifest,
        settings: {
          ...settings,
          event_subscriptions: { ...settings.event_subscriptions, bot_events: ['message.im', 'message.im'] },
        },
      }),
    ],
  ])('would not pass with %s', (_, change) => {
    expect(manifestRules.safeParse(change(slackManifest('https://triage.example.com'))).success).toBe(false);
  });

  it('asks for a history scope with every kind of message it subscribes to', () => {
    const { settings, oauth_config } = slackManifest('https://x.example');
    const { bot_events: events } = settings.event_subscriptions;
    const needed = events.flatMap((event) => (event.startsWith('message.') ? [event.slice('message.'.length)] : []));
    for (const kind of needed) expect(oauth_config.scopes.bot).toContain(`${kind}:history`);
  });

  it('is what the sandbox grants the bot and tells it of', async () => {
    const seen: string[] = [];
    const slack = startSlack(createTestClock(), async (request) => {
      seen.push(((await request.json()) as { event: { type: string } }).event.type);
      return new Response();
    });
    expect([...slack.bot.scopes]).toEqual([...botScopes]);
    const { message } = await slack.people.say({ channel: 'C0BRINGUP', user: 'U0ADA', text: 'hello' });
    await slack.people.react({ channel: 'C0BRINGUP', ts: message.ts, user: 'U0BOB', name: 'eyes' });
    const { bot_events: events } = slackManifest('https://x.example').settings.event_subscriptions;
    const hearsReactions = (events as readonly string[]).includes('reaction_added');
    expect(seen).toEqual(['message', ...(hearsReactions ? ['reaction_added'] : [])]);
  });
});
