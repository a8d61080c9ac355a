import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { sandboxIds } from '../create-sandbox.ts';
import { examples } from '../examples/examples.ts';
import type { JiraStandIn } from '../jira/jira-stand-in.ts';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';
import { renderChannel } from './channel-view.ts';
import { renderPage } from './page.ts';
import { renderTickets } from './ticket-view.ts';

interface SharedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The page, its two panes as HTML, and what a person may do on it. */
export function createPageRoutes(options: {
  slack: SlackStandIn | undefined;
  jira: JiraStandIn | undefined;
  origin: () => string;
}): Hono {
  const { slack, jira } = options;
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
    }),
  );

  app.get('/', (c) => c.html(renderPage({ slack: slack !== undefined, jira: jira !== undefined })));
  for (const [name, type] of [
    ['sandbox.js', 'text/javascript'],
    ['sandbox.css', 'text/css'],
  ] as const) {
    const content = readFileSync(new URL(name, import.meta.url));
    app.get(`/${name}`, (c) => c.body(content, 200, { 'content-type': `${type}; charset=utf-8` }));
  }
  app.get('/view', async (c) => {
    const channel = slack?.workspace.channels.get(sandboxIds.channel);
    const view = JSON.stringify({
      channel: slack && channel ? String(await renderChannel(slack.workspace, channel, sandboxIds.user)) : '',
      tickets: jira ? String(await renderTickets(jira.site)) : '',
      currentTicket: currentTicket(jira),
    });
    const tag = `"${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(view))).toString('base64url')}"`;
    if (c.req.header('if-none-match') === tag) return c.body(null, 304);
    return c.body(view, 200, { 'content-type': 'application/json', etag: tag, 'cache-control': 'no-store' });
  });

  app.use('/act/*', async (c, next) => {
    // A page of another site must not act here, even on a machine of one's own.
    if (!isOwnOrigin(c, options.origin())) return c.json({ message: 'This request came from another site.' }, 403);
    return await next();
  });
  app.post('/act/say', async (c) => {
    const { text, thread } = await readText(c);
    if (!slack || !text) return c.json({ message: 'Nothing to say.' }, 400);
    if (text.startsWith('/triage'))
      await slack.people.command({ ...place(), text: text.slice('/triage'.length).trim() });
    else void slack.people.say({ ...place(), text, ...(thread ? { threadTs: thread } : {}) });
    return c.json({});
  });
  app.post('/act/share', async (c) => {
    const form = await c.req.formData();
    const file = form.get('file');
    if (!(file instanceof File)) return c.json({ message: 'No file came with the request.' }, 400);
    const bytes = new Uint8Array(await file.arrayBuffer());
    await share(String(form.get('place')), { name: file.name, bytes }, String(form.get('text') ?? ''));
    return c.json({});
  });
  app.post('/act/example', async (c) => {
    const form = await c.req.formData();
    const example = examples.find(({ name }) => name === form.get('name'));
    if (!example) return c.json({ message: 'There is no such example.' }, 404);
    const file = { name: example.name, bytes: new TextEncoder().encode(example.make()) };
    await share(String(form.get('place')), file, example.about);
    return c.json({});
  });
  app.post('/act/ticket', async (c) => {
    const form = await c.req.formData();
    const summary = String(form.get('summary') ?? '').slice(0, 255);
    if (!jira || !summary) return c.json({ message: 'A ticket needs a summary.' }, 400);
    const description = String(form.get('description') ?? '').slice(0, 5_000);
    await jira.people.createIssue({ project: sandboxIds.project, user: sandboxIds.jiraUser, summary, description });
    return c.json({});
  });
  return app;

  async function share(where: string, file: SharedFile, text: string): Promise<void> {
    const issue = currentTicket(jira);
    if (slack && where !== 'ticket') void slack.people.say({ ...place(), text, files: [file] });
    if (jira && issue && where !== 'channel')
      void jira.people.attach({ issue, user: sandboxIds.jiraUser, files: [file] });
  }
}

/** The newest ticket is the one the page attaches to. */
function currentTicket(jira: JiraStandIn | undefined): string | undefined {
  return jira && [...jira.site.issues.keys()].at(-1);
}

function place(): { channel: string; user: string } {
  return { channel: sandboxIds.channel, user: sandboxIds.user };
}

async function readText(c: Context): Promise<{ text: string; thread: string }> {
  const form = await c.req.formData();
  return { text: String(form.get('text') ?? '').slice(0, 4_000), thread: String(form.get('thread') ?? '') };
}

function isOwnOrigin(c: Context, publicOrigin: string): boolean {
  const origin = c.req.header('origin');
  const from = URL.parse(origin ?? '')?.host;
  if (from === undefined) return false;
  return origin === publicOrigin || origin === new URL(c.req.url).origin || from === c.req.header('host');
}
