import { type Context, Hono } from 'hono';
import { JiraProblem, problem, requireIssue } from './problem.ts';
import type { JiraAttachment, JiraIssue, JiraUser, Site } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { viewAttachment } from './views.ts';

const mostFiles = 60;
const mostAttachments = 2000;

export interface AttachmentSettings {
  uploadLimitBytes: number;
  isEnabled: boolean;
  /** Set: content is answered with 303 also where `redirect=false` asks for the bytes. */
  alwaysRedirects: boolean;
  /** Origin the bytes lie at; undefined: the site's own. */
  mediaOrigin: string | undefined;
}

/** Attachments: records, bytes, upload. Mounted at `/rest/api/:version`. */
export function attachmentRoutes({ site, caller, events }: ApiOptions, settings: AttachmentSettings): Hono {
  const app = new Hono();
  const find = (c: Context) => {
    const found = site.findAttachment(c.req.param('id') ?? '');
    if (!found) throw new JiraProblem(404, 'The attachment was not found.');
    return found;
  };

  app.get('/attachment/meta', (c) => c.json({ enabled: settings.isEnabled, uploadLimit: settings.uploadLimitBytes }));

  if (site.deployment === 'cloud')
    app.get('/attachment/content/:id', (c) => {
      const { attachment } = find(c);
      if (c.req.query('redirect') !== 'false' || settings.alwaysRedirects) {
        const origin = settings.mediaOrigin ?? site.origin();
        return c.redirect(`${origin}/media/file/${attachment.mediaId}/binary?token=${attachment.mediaId}`, 303);
      }
      return bytesResponse(attachment, c.req.header('range'));
    });

  app.get('/attachment/:id', (c) => {
    const { attachment } = find(c);
    // Here the id is a number, inside an issue it is a text.
    const view = viewAttachment(site, attachment);
    return c.json(site.deployment === 'cloud' ? { ...view, id: Number(attachment.id), properties: {} } : view);
  });

  app.post('/issue/:idOrKey/attachments', async (c) => {
    if (c.req.header('x-atlassian-token') !== 'no-check') return c.text('XSRF check failed', 403);
    const issue = requireIssue(c, site, caller());
    if (!settings.isEnabled) return problem(c, 403, 'Attachments are disabled.');
    if (!(c.req.header('content-type') ?? '').startsWith('multipart/form-data'))
      return problem(c, 415, 'multipart only');
    const files = (await c.req.formData()).getAll('file').filter((part): part is File => typeof part !== 'string');
    if (files.length === 0 || files.length > mostFiles) return problem(c, 400, 'Between 1 and 60 parts named file.');
    const isTooLarge = files.some((file) => file.size > settings.uploadLimitBytes);
    if (isTooLarge || issue.attachments.length + files.length > mostAttachments) {
      return problem(c, 413, 'The attachment is too large or the issue has too many.');
    }
    const attachments = await Promise.all(
      files.map(async (file) =>
        keepAttachment(site, issue, caller(), file.name, file.type, new Uint8Array(await file.arrayBuffer())),
      ),
    );
    await events.attached(issue, caller(), attachments);
    return c.json(attachments.map((attachment) => viewAttachment(site, attachment)));
  });

  app.delete('/attachment/:id', async (c) => {
    const { issue, attachment } = find(c);
    issue.attachments = issue.attachments.filter((other) => other !== attachment);
    await events.detached(issue, caller(), attachment);
    return c.body(null, 204);
  });
  return app;
}

/** The media service: another host in real life, where the address alone is the permission. */
export function mediaRoutes(site: Site, settings: AttachmentSettings): Hono {
  const app = new Hono();
  app.get('/media/file/:mediaId/binary', (c) => {
    const mediaId = c.req.param('mediaId');
    // On the site's own origin a client that follows the redirect cannot help sending them.
    if (settings.mediaOrigin && c.req.header('authorization')) return c.text('credentials do not belong here', 400);
    for (const issue of site.issues.values()) {
      const attachment = issue.attachments.find((candidate) => candidate.mediaId === mediaId);
      if (attachment && c.req.query('token') === mediaId) return bytesResponse(attachment, c.req.header('range'));
    }
    return c.text('not found', 404);
  });
  return app;
}

export function keepAttachment(
  site: Site,
  issue: JiraIssue,
  author: JiraUser,
  filename: string,
  mimeType: string,
  bytes: Uint8Array<ArrayBuffer>,
): JiraAttachment {
  const attachment: JiraAttachment = {
    id: site.nextId(),
    mediaId: crypto.randomUUID(),
    filename,
    mimeType: mimeType || 'application/octet-stream',
    author,
    createdMs: site.clock.now(),
    bytes,
  };
  issue.attachments.push(attachment);
  issue.updatedMs = site.clock.now();
  return attachment;
}

/** Data Center serves bytes from the site itself, to whoever may see the issue. Mounted at its root. */
export function secureRoutes(site: Site, caller: () => JiraUser, isAccepted: (c: Context) => boolean): Hono {
  const app = new Hono();
  app.get('/secure/attachment/:id/:filename', (c) => {
    const found = site.findAttachment(c.req.param('id'));
    if (!isAccepted(c))
      return c.redirect(`${site.origin()}/login.jsp?os_destination=${encodeURIComponent(c.req.path)}`);
    if (!found || !site.findVisible(found.issue.key, caller())) return c.text('not found', 404);
    return bytesResponse(found.attachment, c.req.header('range'));
  });
  return app;
}

function bytesResponse({ bytes, mimeType, filename }: JiraAttachment, range: string | undefined): Response {
  const headers = {
    'content-type': mimeType,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
  };
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!asked) return new Response(bytes, { headers: { ...headers, 'content-length': String(bytes.length) } });
  const from = Number(asked[1]);
  const to = Math.min(asked[2] ? Number(asked[2]) : bytes.length - 1, bytes.length - 1);
  if (from > to) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
  const part = bytes.subarray(from, to + 1);
  return new Response(part, {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.length),
      'content-range': `bytes ${from}-${to}/${bytes.length}`,
    },
  });
}
