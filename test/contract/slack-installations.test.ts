import { describe, expect, test } from 'vitest';
import { createInstallations } from '../../src/bot/slack/install/installations.ts';
import { createSlackClients } from '../../src/bot/slack/slack-client.ts';
import { singleWorkspace } from '../../src/bot/slack/workspaces.ts';
import { createInstallationStore } from '../../src/bot/store/installation-store.ts';
import { createVault, type Vault } from '../../src/core/vault.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createTestClock } from '../support/test-clock.ts';
import { fetchOf, slackClient, slackOrigin } from '../support/vendors.ts';

const hourMs = 3_600_000;
const given = { id: 'T0ONE', name: 'One', teams: null, botUserId: 'U0BOT', token: 'xoxe.xoxb-1', installedAtMs: 0 };
type Reply = Record<string, unknown>;

onEachDatabase('installations', (database) => {
  /** Slack as far as tokens go; `answer` says what it does with a method. */
  async function setUp(
    answer: (method: string, form: URLSearchParams) => Reply | Promise<Reply>,
    allowed: readonly string[] = [],
  ) {
    const clock = createTestClock();
    const vault = await createVault([new Uint8Array(32)]);
    const calls: string[] = [];
    const slack = {
      async fetch(request: Request) {
        const method = new URL(request.url).pathname.replace('/api/', '');
        calls.push(method);
        return Response.json(await answer(method, new URLSearchParams(await request.text())));
      },
    };
    const clientWith = (token: string) =>
      createSlackClients({
        workspaces: singleWorkspace(token),
        apiUrl: `${slackOrigin}/api/`,
        fetch: fetchOf(slack),
      })('');
    const storeWith = (sealing: Vault) => createInstallationStore({ sql: database.sql, clock, vault: sealing });
    const store = storeWith(vault);
    const aProcess = () =>
      createInstallations({ store, clientWith, botToken: undefined, client: slackClient, allowed, clock });
    return { clock, store, storeWith, calls, aProcess };
  }

  function rotating(clock: { now(): number }) {
    return { ...given, refreshToken: 'xoxe-1-first', expiresAtMs: clock.now() + 12 * hourMs };
  }

  describe('a token that ends soon', () => {
    test('is renewed once, however many processes and calls want it', async () => {
      const used: (string | null)[] = [];
      const { clock, store, aProcess } = await setUp((_, form) => {
        used.push(form.get('refresh_token'));
        return { ok: true, access_token: `next-${used.length}`, refresh_token: 'xoxe-1-next', expires_in: 43_200 };
      });
      await store.save('T0ONE', rotating(clock));
      const processes = [aProcess(), aProcess()];
      const all = () => Promise.all(processes.flatMap((one) => [one.tokenOf('T0ONE'), one.tokenOf('T0ONE')]));
      expect(new Set(await all())).toEqual(new Set(['xoxe.xoxb-1']));
      expect(used).toEqual([]);
      clock.advance(10.5 * hourMs);
      for (const token of await all()) expect(['xoxe.xoxb-1', 'next-1']).toContain(token);
      clock.advance(61_000);
      expect(new Set(await all())).toEqual(new Set(['next-1']));
      expect(used).toEqual(['xoxe-1-first']);
    });

    test('is renewed although a process died while it had the right to', async () => {
      const { clock, store, aProcess } = await setUp(() => ({
        ok: true,
        access_token: 'next',
        refresh_token: 'xoxe-1-next',
        expires_in: 43_200,
      }));
      await store.save('T0ONE', rotating(clock));
      clock.advance(13 * hourMs);
      expect(await store.claimRenewal('T0ONE', 60_000)).toBe(true);
      await expect(aProcess().tokenOf('T0ONE')).rejects.toMatchObject({ code: 'retry_later' });
      clock.advance(61_000);
      expect(await aProcess().tokenOf('T0ONE')).toBe('next');
    });

    test('is not kept where the app was removed, or installed anew, meanwhile', async () => {
      const meanwhile: (() => Promise<unknown>)[] = [];
      const { clock, store, aProcess } = await setUp(async () => {
        await meanwhile.shift()?.();
        return { ok: true, access_token: 'next', refresh_token: 'xoxe-1-next', expires_in: 43_200 };
      });
      await store.save('T0ONE', rotating(clock));
      clock.advance(11 * hourMs);
      meanwhile.push(() => store.save('T0ONE', { ...given, token: 'given-anew' }));
      expect(await aProcess().tokenOf('T0ONE')).toBe('given-anew');
      await store.save('T0ONE', rotating(clock));
      clock.advance(11 * hourMs);
      meanwhile.push(async () => {
        const stored = await store.read('T0ONE');
        if (stored) await store.removeStatement(stored);
      });
      await expect(aProcess().tokenOf('T0ONE')).rejects.toMatchObject({ reason: 'not_installed' });
      expect(await store.list()).toEqual([]);
    });
  });

  test('a workspace nobody installed the app in has no token, not even that of another', async () => {
    const { store, aProcess, calls } = await setUp(() => ({ ok: false, error: 'unexpected' }));
    await store.save('T0ONE', given);
    for (const team of ['T0OTHER', ''])
      await expect(aProcess().tokenOf(team)).rejects.toMatchObject({ code: 'forbidden', reason: 'not_installed' });
    expect(await aProcess().teams()).toEqual(['T0ONE']);
    expect(calls).toEqual([]);
  });

  test('a workspace that is let in no longer has no token either, and is forgotten when it removes the app', async () => {
    const { store, aProcess } = await setUp(() => ({ ok: true }), ['T0OTHER']);
    await store.save('T0ONE', given);
    await expect(aProcess().tokenOf('T0ONE')).rejects.toMatchObject({ reason: 'not_installed' });
    expect(await aProcess().teams()).toEqual([]);
    expect((await aProcess().find('T0ONE'))?.installation).toEqual(given);
  });

  test('an organisation gives its workspaces one token, those included that it adds later', async () => {
    const teams = ['T0A'];
    const { clock, store, aProcess, calls } = await setUp(() => ({ ok: true, teams: teams.map((id) => ({ id })) }));
    await store.save('E0ORG', { ...given, id: 'E0ORG', token: 'xoxb-org', teams: ['T0A'] });
    const one = aProcess();
    expect(await one.tokenOf('T0A')).toBe('xoxb-org');
    expect(calls).toEqual([]);
    await expect(one.tokenOf('T0B')).rejects.toMatchObject({ reason: 'not_installed' });
    teams.push('T0B');
    await expect(one.tokenOf('T0B')).rejects.toMatchObject({ reason: 'not_installed' });
    clock.advance(11 * 60_000);
    expect(await one.tokenOf('T0B')).toBe('xoxb-org');
    expect(calls).toEqual(['auth.teams.list', 'auth.teams.list']);
    expect(await one.teams()).toEqual(['T0A', 'T0B']);
    expect(await one.areOne('T0A', 'T0B')).toBe(true);
    expect(await one.areOne('T0A', 'T0C')).toBe(false);
  });
});
