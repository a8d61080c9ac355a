import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { decodeHTMLStrict } from '../../../src/cloudflare/entities.ts';

/** With the whole table of names. */
const textOf = (markdown: string) =>
  new MarkdownIt('commonmark')
    .parseInline(markdown, {})[0]
    ?.children?.map(({ content }) => content)
    .join('');

test.each(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&nbsp;'])(
  'a Worker reads %s as every other engine does',
  (entity) => {
    expect(decodeHTMLStrict(entity)).toBe(textOf(entity));
  },
);

test('a Worker leaves other names as they are written', () => {
  expect(decodeHTMLStrict('&lt')).toBe('&lt');
  expect(decodeHTMLStrict('&constructor;')).toBe('&constructor;');
  expect(decodeHTMLStrict('&copy;')).toBe('&copy;');
});
