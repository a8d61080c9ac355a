import { Hono, type MiddlewareHandler } from 'hono';
import { answerFault, type Faults } from '../faults.ts';
import { openChannel } from './find-channel.ts';
import { readContent } from './message-content.ts';
import { method, nested, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import {
  fileInMessage,
  fileRecord,
  isFileVisible,
  newFile,
  refusalOf,
  type SlackChannel,
  type SlackFile,
  type SlackMessage,
  type SlackToken,
  type Workspace,
} from './workspace.ts';

interface PendingUpload {
  file: SlackFile;
  lengthBytes: number;
  isFilled: boolean;
}

export interface FileHosting {
  methods: SlackMethod[];
  /** Mounted at the stand-in's root: `/files-pri/…` and `/upload/…`. */
  app: Hono;
  /** Set: downloads answer 302 to this origin, same path. */
  redirectTo: { origin: string | undefined };
}

/** Files: what the API says of them, where their bytes come from, and the three steps of an upload. */
export function createFileHosting(options: {
  workspace: Workspace;
  origin: () => string;
  faults: Faults;
  onPosted: (channel: SlackChannel, message: SlackMessage) => void;
}): FileHosting {
  const { workspace, origin, faults } = options;
  const pending = new Map<string, PendingUpload>();
  const redirectTo: FileHosting['redirectTo'] = { origin: undefined };

  const methods: SlackMethod[] = [
    method({ name: 'files.info', scopes: ['files:read'], tier: 4 }, (args, caller) => {
      const file = workspace.files.get(textArgument(args, 'file', 'file_not_found'));
      if (!file || !isFileVisible(workspace, file, caller.userId)) throw new SlackProblem('file_not_found');
      if (file.mode === 'tombstone') throw new SlackProblem('file_deleted');
      return { file: fileRecord(workspace, file, origin()), comments: [] };
    }),
    method({ name: 'files.list', scopes: ['files:read'], tier: 3 }, (args, caller) => {
      const { channel, user, ts_from: from = 0, ts_to: to = Number.POSITIVE_INFINITY } = args;
      if (channel && !workspace.channels.has(String(channel))) throw new SlackProblem('channel_not_found');
      if (user && !workspace.users.has(String(user))) throw new SlackProblem('user_not_found');
      const wanted = [...workspace.files.values()]
        .filter((file) => file.mode !== 'tombstone' && isFileVisible(workspace, file, caller.userId))
        .filter((file) => !channel || file.shares.some((share) => share.channel === channel))
        .filter((file) => !user || file.user === user)
        .filter(({ createdMs }) => createdMs / 1000 >= Number(from) && createdMs / 1000 <= Number(to))
        .toSorted((a, b) => b.createdMs - a.createdMs);
      const count = Math.min(Math.max(Math.trunc(Number(args.count)) || 100, 1), 1000);
      const page = Math.max(Math.trunc(Number(args.page)) || 1, 1);
      const files = wanted.slice((page - 1) * count, page * count);
      return {
        files: files.map((file) => fileRecord(workspace, file, origin())),
        paging: { count, total: wanted.length, page, pages: Math.ceil(wanted.length / count) },
      };
    }),
    method({ name: 'files.delete', scopes: ['files:write'], tier: 3 }, (args, caller) => {
      const file = workspace.files.get(textArgument(args, 'file', 'file_not_found'));
      if (!file) throw new SlackProblem('file_not_found');
      if (file.user !== caller.userId) throw new SlackProblem('cant_delete_file');
      workspace.files.delete(file.id);
      for (const channel of workspace.channels.values()) {
        channel.messages = channel.messages.filter(({ files }) => !(files ?? []).some(({ id }) => id === file.id));
      }
      return {};
    }),
    method({ name: 'files.getUploadURLExternal', scopes: ['files:write'], tier: 4 }, (args, caller) => {
      const name = textArgument(args, 'filename', 'missing_argument');
      const lengthBytes = Number(args.length);
      if (!Number.isInteger(lengthBytes) || lengthBytes <= 0) throw new SlackProblem('missing_argument');
      const file = newFile(workspace, { name, user: caller.userId });
      const ticket = crypto.randomUUID();
      pending.set(ticket, { file, lengthBytes, isFilled: false });
      return { upload_url: `${origin()}/upload/${ticket}`, file_id: file.id };
    }),
    method({ name: 'files.completeUploadExternal', scopes: ['files:write'], tier: 4 }, (args, caller) => {
      const wanted = nested(args.files, 'invalid_arguments');
      if (!Array.isArray(wanted) || wanted.length === 0) throw new SlackProblem('invalid_arguments');
      const channel = args.channel_id ? openChannel(workspace, { channel: args.channel_id }, caller) : undefined;
      const files = wanted.map((entry: { id?: unknown; title?: unknown } | null) => {
        const { id, title } = entry ?? {};
        const upload = [...pending.values()].find(({ file }) => file.id === id);
        if (!upload?.isFilled) throw new SlackProblem('file_not_found');
        if (typeof title === 'string' && title !== '') upload.file.title = title;
        return upload.file;
      });
      const content = args.blocks ? readContent(args) : { text: String(args.initial_comment ?? '') };
      for (const file of files) workspace.files.set(file.id, file);
      if (channel) {
        const threadTs = typeof args.thread_ts === 'string' && args.thread_ts ? args.thread_ts : undefined;
        postFiles(channel, files, { ...content, ...(threadTs ? { thread_ts: threadTs } : {}) }, caller);
      }
      return { files: files.map(({ id, title }) => ({ id, title })) };
    }),
  ];

  const failing =
    (name: string): MiddlewareHandler =>
    async (c, next) => {
      const fault = faults.take(name);
      if (fault?.kind === 'status' || fault?.kind === 'hang' || fault?.kind === 'reset')
        return await answerFault(c, fault);
      await next();
    };
  const app = new Hono();
  app.post('/upload/:ticket', failing('upload'), async (c) => {
    const upload = pending.get(c.req.param('ticket'));
    if (!upload) return c.text('not found', 404);
    const bytes = await readUpload(c.req.raw);
    if (bytes.length !== upload.lengthBytes) return c.text('length does not match', 400);
    upload.file.bytes = bytes;
    upload.file.sizeBytes = bytes.length;
    upload.isFilled = true;
    return c.text(`OK - ${bytes.length}`);
  });

  app.get('/files-pri/*', failing('download'), (c) => {
    if (redirectTo.origin) {
      const target = new URL(`${origin()}${c.req.path.slice(c.req.path.indexOf('/files-pri/'))}`);
      return c.redirect(`${redirectTo.origin}${target.pathname}`, 302);
    }
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const caller = bearer ? workspace.tokens.get(bearer) : undefined;
    const id = /\/files-pri\/[^/-]{1,40}-([^/]{1,40})\//.exec(c.req.path)?.[1];
    const file = id ? workspace.files.get(id) : undefined;
    const isGood = caller && refusalOf(caller, workspace.clock.now()) === undefined;
    const mayRead = isGood && caller.scopes.has('files:read');
    if (!mayRead || !file || !isFileVisible(workspace, file, caller.userId))
      return c.html(signInPage, 200, { 'content-length': String(signInPage.length) });
    return new Response(file.bytes, {
      headers: { 'content-type': file.mimetype, 'content-length': String(file.bytes.length) },
    });
  });
  return { methods, app, redirectTo };

  function postFiles(
    channel: SlackChannel,
    files: readonly SlackFile[],
    said: Pick<SlackMessage, 'text' | 'thread_ts'>,
    caller: SlackToken,
  ): void {
    const ts = workspace.nextTs();
    const share = { channel: channel.id, ts, ...(said.thread_ts ? { threadTs: said.thread_ts } : {}) };
    for (const file of files) file.shares.push(share);
    const message: SlackMessage = {
      type: 'message',
      subtype: 'file_share',
      ts,
      user: caller.userId,
      bot_id: caller.botId,
      ...said,
      files: files.map((file) => fileInMessage(workspace, file, origin())),
    };
    channel.messages.push(message);
    options.onPosted(channel, message);
  }
}

/** What Slack sends, with status 200, in place of a file the caller may not have. */
const signInPage =
  '<!DOCTYPE html><html lang="en-US"><head><title>Slack</title></head><body><h1>Sign in to your workspace</h1></body></html>';

async function readUpload(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (!(request.headers.get('content-type') ?? '').startsWith('multipart/form-data')) {
    return new Uint8Array(await request.arrayBuffer());
  }
  const form = await request.formData();
  for (const [, value] of form) if (typeof value !== 'string') return new Uint8Array(await value.arrayBuffer());
  return new Uint8Array();
}
