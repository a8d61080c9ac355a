import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { streamLive, wantsStream } from '#core/pages/live-part.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { sandboxIds } from '../create-sandbox.ts';
import { examples } from '../examples/examples.ts';
import type { JiraStandIn } from '../jira/jira-stand-in.ts';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';
import type { SlackChannel } from '../slack/workspace.ts';
import { renderChannel } from './channel-view.ts';
import { renderPage } from './page.ts';
import type { Html } from './render-mrkdwn.ts';
import { surfaceActs } from './surface-acts.ts';
import { renderHome, renderModal } from './surface-view.ts';
import { renderTickets } from './ticket-view.ts';

interface SharedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const againMs = 400;

/** The page, its two panes as HTML, and what a person may do on it. */
export function createPageRoutes(options: {
  slack: SlackStandIn | undefined;
  jira: JiraStandIn | undefined;
  origin: () => string;
  /** The program ends: streams do too. */
  closing?: AbortSignal;
}): Hono {
  const { slack, jira } = options;
  const app = new Hono();
  app.use(pageSecurity);

  app.get('/', (c) => c.html(renderPage({ slack: slack !== undefined, jira: jira !== undefined })));
  for (const [name, type] of [
    ['sandbox.js', 'text/javascript'],
    ['sandbox.css', 'text/css'],
  ] as const) {
    const content = readFileSync(new URL(name, import.meta.url));
    app.get(`/${name}`, (c) => c.body(content, 200, { 'content-type': `${type}; charset=utf-8` }));
  }
  app.get('/view', async (c) => {
    const tab = c.req.query('tab') ?? 'channel';
    const view = async () =>
      JSON.stringify({
        channel: slack ? String(await renderTab(slack, tab)) : '',
        modal: slack ? String(await renderModal(slack, sandboxIds.user)) : '',
        tickets: jira ? String(await renderTickets(jira.site)) : '',
        currentTicket: currentTicket(jira),
      });
    const live = async () => ({ text: await view(), againMs });
    if (wantsStream(c)) return streamLive(c, await live(), live, options.closing);
    return c.body(await view(), 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  });

  app.get('/picture/:vendor/:id', (c) => {
    const id = c.req.param('id');
    const bytes =
      c.req.param('vendor') === 'slack'
        ? slack?.workspace.files.get(id)?.bytes
        : jira?.site.findAttachment(id)?.attachment.bytes;
    const type = bytes && pictureType(bytes);
    return type ? c.body(bytes, 200, { 'content-type': type }) : c.notFound();
  });

  app.use('/act/*', async (c, next) => {
    // A page of another site must not act here, even on a machine of one's own.
    if (!isOwnOrigin(c, options.origin())) return c.json({ message: 'This request came from another site.' }, 403);
    return await next();
  });
  app.post('/act/say', async (c) => {
    const { text, thread, channel } = await readText(c);
    if (!slack || !text) return c.json({ message: 'Nothing to say.' }, 400);
    const place = placeOf(slack, channel);
    if (text.startsWith('/triage')) await slack.people.command({ ...place, text: text.slice('/triage'.length).trim() });
    else {
      const said = text.replaceAll('@logtriage', `<@${slack.bot.userId}>`);
      void slack.people.say({ ...place, text: said, ...(thread ? { threadTs: thread } : {}) });
    }
    return c.json({});
  });
  if (slack) app.route('/act', surfaceActs(slack, sandboxIds.user));
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
    const ask = example.asks?.find(({ text }) => text === form.get('ask'))?.text;
    const threadTs = ask && slack && latestShare(slack, example.name);
    if (threadTs) {
      void slack.people.say({ ...placeOf(slack, 'channel'), text: `<@${slack.bot.userId}> ${ask}`, threadTs });
    } else await share(String(form.get('place')), file, ask ?? example.about);
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
    if (slack && where !== 'ticket') void slack.people.say({ ...placeOf(slack, where), text, files: [file] });
    if (jira && issue && where !== 'channel')
      void jira.people.attach({ issue, user: sandboxIds.jiraUser, files: [file] });
  }
}

/** The message of the channel that last brought a file of this name. */
function latestShare({ workspace }: SlackStandIn, name: string): string | undefined {
  const messages = workspace.channels.get(sandboxIds.channel)?.messages ?? [];
  return messages.findLast(({ files }) => files?.some((file) => file.name === name))?.ts;
}

/** The newest ticket is the one the page attaches to. */
function currentTicket(jira: JiraStandIn | undefined): string | undefined {
  return jira && [...jira.site.issues.keys()].at(-1);
}

/** The channel of the page, or the direct messages with the app. */
function placeOf(slack: SlackStandIn, where: string): { channel: string; user: string } {
  const isDirect = where === 'direct' || where.startsWith('D');
  return { channel: isDirect ? directOf(slack).id : sandboxIds.channel, user: sandboxIds.user };
}

function directOf({ workspace, bot }: SlackStandIn): SlackChannel {
  return workspace.openDirect([sandboxIds.user, bot.userId]);
}

function renderTab(slack: SlackStandIn, tab: string): Html {
  if (tab === 'home') return renderHome(slack, sandboxIds.user);
  const { workspace, shortcuts } = slack;
  const channel = tab === 'direct' ? directOf(slack) : workspace.channels.get(sandboxIds.channel);
  return channel ? renderChannel({ workspace, channel, viewer: sandboxIds.user, shortcuts }) : html``;
}

async function readText(c: Context): Promise<{ text: string; thread: string; channel: string }> {
  const form = await c.req.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  return { text: text('text').slice(0, 4_000), thread: text('thread'), channel: text('channel') };
}

/** Pictures by their first bytes, whatever they are called: nothing else is shown here. */
function pictureType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head === '\u0089PNG') return 'image/png';
  if (head.startsWith('GIF8')) return 'image/gif';
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'image/jpeg' : undefined;
}

function isOwnOrigin(c: Context, publicOrigin: string): boolean {
  const origin = c.req.header('origin');
  const from = URL.parse(origin ?? '')?.host;
  if (from === undefined) return false;
  return origin === publicOrigin || origin === new URL(c.req.url).origin || from === c.req.header('host');
}
