import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deliveries } from '../../src/bot/store/delivery.ts';
import { readUpload } from '../../src/service/child/read-upload.ts';
import { answerForReal } from '../support/answer-for-real.ts';
import { channel, startBot } from '../support/bot-under-test.ts';

const root = mkdtempSync(join(tmpdir(), 'logtriage-encodings-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const text = `${Array.from({ length: 20 }, (_, at) =>
  at % 7 === 6
    ? `2026-11-20T14:00:${at + 10}Z level=error svc=lager msg="Gerät für Größe ${at} nicht erreichbar: No space left on device"`
    : `2026-11-20T14:00:${at + 10}Z level=info svc=lager msg="Auftrag ${at} für Müller gespeichert"`,
).join('\r\n')}\r\n`;

const bytesOf: Record<string, Uint8Array<ArrayBuffer>> = {
  'UTF-16LE with its mark': new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
  'UTF-16BE with its mark': new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()),
  'UTF-16LE without a mark': new Uint8Array(Buffer.from(text, 'utf16le')),
  'UTF-8 with a mark': new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf8')),
  'Latin-1': new Uint8Array(Buffer.from(text, 'latin1')),
};

it.each(Object.entries(bytesOf))(
  'a log in %s is quoted in Slack and in Jira as people read it',
  async (_name, bytes) => {
    using run = await startBot();
    await answerForReal(run, root);
    const name = 'Störung Größe.log';
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ name, bytes }] });
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [{ name, bytes }] });
    await run.pass(60_000);
    const quote = `svc=lager msg="Gerät für Größe 6 nicht erreichbar: No space left on device"`;
    const cause = 'Gerät für Größe 6 nicht erreichbar';
    const [post] = run.posts();
    expect(post?.text.split('\n')[0]).toContain(cause);
    expect(post?.text).toContain(quote);
    expect(post?.text).not.toMatch(/[\ufffd\ufeff]|not be looked up|could not be checked/);
    expect(post?.blocks).toContain('Störung Größe.log');
    const [comment] = run.comments('PROJ-1');
    expect(comment).toContain(cause);
    expect(comment).toContain(JSON.stringify(quote).slice(1, -1));
    expect(comment).not.toMatch(/[\ufffd\ufeff]/);
    const [asked] = await run.database.sql.select({ evidence: deliveries.message }).from(deliveries);
    expect(asked?.evidence).toMatchObject({ evidence: { state: 'checked', dropped: 0 } });
  },
);

it('bytes that are no letters of any text stay the sign for what is unknown', async () => {
  using run = await startBot();
  await answerForReal(run, root);
  const bytes = new Uint8Array(Buffer.from(text.replaceAll('ß', 'ÿþ'), 'latin1'));
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ name: 'odd.log', bytes }] });
  await run.pass(60_000);
  expect(run.posts()[0]?.text).toContain('\ufffd');
  expect(run.posts()[0]?.text).not.toContain('ÿ');
});

it('a mark at the beginning of a file is no part of its first line as people read it', async () => {
  using run = await startBot();
  await answerForReal(run, root);
  const bytes = new Uint8Array(Buffer.from('\ufeff2026-11-20T14:00:00Z FATAL disk is gone\n', 'utf8'));
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [{ name: 'first.log', bytes }] });
  await run.pass(60_000);
  expect(run.posts()[0]?.text).toContain('\n2026-11-20T14:00:00Z FATAL disk is gone');
  expect(run.posts()[0]?.blocks).not.toContain('\ufeff');
});

it.each(['UTF-32LE', 'UTF-32BE'])('a log in %s is refused with the way to have it read', async (encoding) => {
  const codes = Array.from(`\ufeff${text}`, (letter) => letter.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(codes.length * 4));
  for (const [at, code] of codes.entries()) view.setUint32(at * 4, code, encoding === 'UTF-32LE');
  const path = join(root, `${encoding}.log`);
  writeFileSync(path, view);
  const folder = mkdtempSync(join(root, 'reading-'));
  const { signal } = new AbortController();
  const read = await readUpload({ name: 'wide.log', path, folder }, { signal, progress: () => {} });
  expect(read).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
  expect(JSON.stringify(read)).toContain('This text is in UTF-32, which is not read. Turn it into UTF-8 (`iconv');
});
