import { type Context, Hono } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import type { ConsoleDeps } from './create-console.ts';
import { type MemberRecord, renderMemberPage } from './member-page.ts';
import { renderPage } from './page.ts';
import { readForm } from './read-form.ts';

/** The members of a team: seen by all of them, changed by its admins. */
export function memberRoutes({ operations }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const path = '/console/settings/members';

  async function show(c: Context<ServiceBindings>, problem?: ApiError) {
    const { data } = await operations.run<MemberRecord[]>(c, 'listMembers');
    const { user } = c.get('caller');
    const notice = problem ? ({ kind: 'error', text: problem.message } as const) : undefined;
    const body = renderMemberPage(data, user);
    return c.html(
      renderPage({ title: 'Members', user, section: 'members', notice, body }),
      (problem?.status ?? 200) as 200,
    );
  }

  async function attempt(c: Context<ServiceBindings>, act: (form: URLSearchParams) => Promise<unknown>) {
    try {
      await act(await readForm(c));
    } catch (error) {
      if (error instanceof ApiError) return await show(c, error);
      throw error;
    }
    return c.redirect(path, 303);
  }

  app.get(path, async (c) => await show(c));
  app.post(path, async (c) =>
    attempt(c, async (form) => await operations.run(c, 'addMember', { body: Object.fromEntries(form) })),
  );
  app.post(`${path}/:memberId`, async (c) =>
    attempt(c, async (form) => {
      const body = { role: form.get('role'), plan: form.get('plan'), api_access: form.has('api_access') };
      await operations.run(c, 'changeMember', { params: { memberId: c.req.param('memberId') }, body });
    }),
  );
  app.post(`${path}/:memberId/remove`, async (c) =>
    attempt(c, async () => {
      await operations.run(c, 'removeMember', { params: { memberId: c.req.param('memberId') } });
    }),
  );
  app.post(`${path}/:memberId/password`, async (c) =>
    attempt(c, async (form) => {
      const body = { password: form.get('password') ?? '' };
      await operations.run(c, 'resetPassword', { params: { memberId: c.req.param('memberId') }, body });
    }),
  );
  return app;
}
