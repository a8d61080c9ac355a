import { Hono } from 'hono';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';

/** What the person at the page does with buttons, modals, App Home and messages. Mounted at `/act`. */
export function surfaceActs({ people, views }: SlackStandIn, user: string): Hono {
  const app = new Hono();
  const act = (path: string, run: (form: (name: string) => string, all: FormData) => Promise<object | undefined>) =>
    app.post(path, async (c) => {
      const all = await c.req.formData();
      try {
        return c.json((await run((name) => String(all.get(name) ?? ''), all)) ?? {});
      } catch (error) {
        // Somebody pressed what is no longer there.
        return c.json({ message: error instanceof Error ? error.message : 'That did not work.' }, 400);
      }
    });
  const place = (form: (name: string) => string) => ({ channel: form('channel'), ts: form('ts'), user });

  act('/press', async (form) => {
    const pressed = {
      user,
      actionId: form('action'),
      ...(form('block') ? { blockId: form('block') } : {}),
      ...(form('choice') ? { choice: form('choice') } : {}),
    };
    const isInView = form('where') !== 'message';
    const { status } = isInView
      ? await people.pressInView({ ...pressed, home: form('where') === 'home' })
      : await people.press({ ...pressed, channel: form('channel'), ts: form('ts') });
    if (status !== 200) throw new Error(`The app answered with ${status}.`);
    return {};
  });
  act('/submit', async (_, all) => {
    const names = [...new Set(all.keys())];
    const values = Object.fromEntries(
      names.map((name) => {
        const given = all.getAll(name).map(String);
        return [name, given.length === 1 ? String(given[0]) : given];
      }),
    );
    const { errors } = await people.submit({ user, values });
    return { errors };
  });
  act('/close', async () => {
    if (views.modalsOf(user).length > 0) await people.close({ user });
    return {};
  });
  act('/open-home', async () => void (await people.openHome({ user })));
  act('/shortcut', async (form) => void (await people.shortcut({ ...place(form), callbackId: form('name') })));
  act('/react', async (form) => void (await people.react({ ...place(form), name: form('name') })));
  act('/edit', async (form) => void (await people.edit({ ...place(form), text: form('text').slice(0, 4_000) })));
  act('/delete', async (form) => void (await people.removeMessage(form('channel'), form('ts'))));
  return app;
}
