import { createHash } from 'node:crypto';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import {
  createCitationBook,
  isVerbatim,
  type OpenByName,
} from '../../../src/service/investigator/evidence/citation-book.ts';
import { renderAnswer } from '../../../src/service/investigator/tell/render-answer.ts';
import { code, codeBlock, codeSpan, prose, say } from '../../../src/service/investigator/wording/say.ts';
import { textDocument, textFile } from './text-document.ts';

const text = 'first line\nsecond `line`\n\nfourth line\n';
const { file } = textFile({ 'a.log': text });
const open: OpenByName = async (name) =>
  name === 'a.log' ? textDocument(file.reading.documents[0]!, text) : undefined;

it('takes a quote that is in the file as it is', async () => {
  expect(
    await isVerbatim({ file: 'a.log', line_start: 1, line_end: 2, excerpt: 'first line\nsecond `line`' }, open),
  ).toBe(true);
});

it.each([
  ['a changed letter', { file: 'a.log', line_start: 1, line_end: 1, excerpt: 'First line' }],
  ['a shortened line', { file: 'a.log', line_start: 1, line_end: 1, excerpt: 'first' }],
  ['the right text at the wrong line', { file: 'a.log', line_start: 2, line_end: 2, excerpt: 'first line' }],
  ['lines beyond the end', { file: 'a.log', line_start: 4, line_end: 5, excerpt: 'fourth line' }],
  ['line zero', { file: 'a.log', line_start: 0, line_end: 1, excerpt: 'first line' }],
  ['a range turned round', { file: 'a.log', line_start: 2, line_end: 1, excerpt: '' }],
  ['a line number that is none', { file: 'a.log', line_start: 1.5, line_end: 2, excerpt: 'first line' }],
  ['a file that is not there', { file: 'b.log', line_start: 1, line_end: 1, excerpt: 'first line' }],
  ['more lines than a quote may have', { file: 'a.log', line_start: 1, line_end: 60, excerpt: text }],
])('refuses %s', async (_, quote) => {
  expect(await isVerbatim(quote, open)).toBe(false);
});

it('numbers a place once and gives the hash of its bytes', async () => {
  const book = createCitationBook(open);
  const first = await book.cite({ document: 'a.log', lineStart: 2, lineEnd: 2 });
  const again = await book.cite({ document: 'a.log', lineStart: 2, lineEnd: 2 });
  expect(again).toBe(first);
  expect(first).toMatchObject({ n: 1, excerpt: 'second `line`' });
  expect(first?.sha256).toBe(createHash('sha256').update('second `line`').digest('hex'));
  expect(await book.cite({ document: 'a.log', lineStart: 9, lineEnd: 9 })).toBeUndefined();
  expect(await book.cite({ document: 'a.log', lineStart: 3, lineEnd: 3 })).toBeUndefined();
  expect(book.all()).toHaveLength(1);
});

it('takes no more text into its quotes than an answer can carry', async () => {
  const megabyte = `ERROR ${'x'.repeat(1024 * 1024 - 6)}`;
  const texts = `${megabyte}\n${megabyte}\n${megabyte}\nERROR short\nERROR ${megabyte}${megabyte}\n`;
  const made = textFile({ 'a.log': texts });
  const book = createCitationBook(async () => textDocument(made.file.reading.documents[0]!, texts));
  const cite = (line: number) => book.cite({ document: 'a.log', lineStart: line, lineEnd: line });
  expect(await cite(5)).toBeUndefined();
  expect([(await cite(1))?.n, (await cite(2))?.n]).toEqual([1, 2]);
  expect(await cite(3)).toBeUndefined();
  expect(await cite(4)).toBeUndefined();
  expect((await cite(1))?.excerpt).toBe(megabyte);
});

const markdown = new MarkdownIt({ html: false });

it.each([
  ['  password hunter2x'],
  ['Authorization: Bearer abcd1234efgh'],
  ['kinit password aB3dE5fG7hJ'],
  ['[{"name":"DB_PASSWORD","value":"hunter2x"}]'],
])('masks a secret before it stands within marks: %s', (line) => {
  const secret = /hunter2x|abcd1234efgh|aB3dE5fG7hJ/;
  for (const shown of [
    code(line).md,
    code(line).plain,
    prose(line).md,
    codeSpan(line),
    codeBlock([line]),
    say`${line}`.md,
  ])
    expect(shown).not.toMatch(secret);
});

it('shows any line of a log unchanged in a code span', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('`', '*', '<', 'a', ' ', '[', ')', '\\', '&', '!', '|', '~'),
        minLength: 1,
        maxLength: 30,
      }),
      (line) => {
        fc.pre(line.trim() !== '');
        const html = markdown.renderInline(codeSpan(line));
        const shown = /^<code>(.*)<\/code>$/s.exec(html)?.[1];
        const plain = shown
          ?.replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&amp;/g, '&');
        expect(plain).toBe(line);
      },
    ),
  );
});

it('lets no text of a file become formatting, a link or HTML', () => {
  const hostile = '**bold** [x](http://evil) <img src=x> `code` # head @here ![i](u) | a ~~b~~ \u202e';
  for (const shown of [prose(hostile).md, code(hostile).md, say`${hostile}`.md]) {
    const html = markdown.renderInline(shown);
    expect(html).not.toMatch(/<(?:strong|a|img|em|s|h1)\b/);
  }
  expect(markdown.render(codeBlock(['```', '````', '**x**']))).toBe('<pre><code>```\n````\n**x**\n</code></pre>\n');
});

it('shows prose of a file as it is, alone, in bold and beside other prose', () => {
  const special = fc.string({ unit: fc.constantFrom(...' _*`[]()\\\\!<>&;:#~+-=.1a/xé"') });
  fc.assert(
    fc.property(special, special, (one, other) => {
      const [first, second] = [prose(one), prose(other)];
      expect(textOf(markdown.renderInline(first.md))).toBe(first.plain);
      expect(textOf(markdown.render(`- ${first.md} and ${second.md}`))).toBe(
        `${first.plain} and ${second.plain}`.trim(),
      );
      if (first.plain !== '') expect(textOf(markdown.renderInline(`**${first.md}**`))).toBe(first.plain);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  'KASAN: slab-out-of-bounds Read in __udp6_lib_err',
  'WARNING in __alloc_pages_noprof (order 4)',
  '7 --- [nio-8080-exec-20] c.acme.Sink : refused',
  'C:\\Windows\\System32\\drivers',
])('leaves %s to be found in the answer as it is spelled', (name) => {
  expect(prose(name).md).toBe(name);
});

it('shows the telling lines of an excerpt too long to show whole, and says which they are', async () => {
  const lines = [
    'Process: com.example',
    ...Array.from({ length: 9 }, (_, n) => `Header ${n}: x`),
    '',
    'java.lang.IllegalStateException: surface is gone',
    ...Array.from({ length: 9 }, (_, n) => `\tat com.example.Frame${n}.run(Frame.java:${n})`),
  ];
  const made = textFile({ 'drop.txt': `${lines.join('\n')}\n` });
  const book = createCitationBook(async () => textDocument(made.file.reading.documents[0]!, `${lines.join('\n')}\n`));
  const claim = {
    text: prose('java.lang.IllegalStateException: surface is gone'),
    ranges: [{ document: 'drop.txt', lineStart: 1, lineEnd: lines.length }],
  };
  const { markdown: shown } = await renderAnswer(
    {
      verdict: 'CONFIRMED',
      cause: prose('crashed'),
      explanation: [],
      proof: [claim],
      also: [],
      notCause: [],
      unsettled: [],
      next: [],
      used: [],
      signature: null,
    },
    '21 lines',
    book,
  );
  expect(shown).toContain('`drop.txt:1-21`, lines 12 to 17');
  expect(shown).toContain('IllegalStateException: surface is gone\n');
  expect(shown).not.toContain('Header 3');
});

function textOf(html: string): string {
  return html
    .replace(/<\/?(?:strong|ul|li|p)>|\n/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
