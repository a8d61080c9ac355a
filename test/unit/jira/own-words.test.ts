import { expect, it } from 'vitest';
import { adfToText } from '../../../src/bot/jira/adf-text.ts';
import { ownWords } from '../../../src/bot/jira/own-words.ts';

const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });

it('leaves away what a document quotes or shows as code, however deep it lies', () => {
  const quote = { type: 'blockquote', content: [text('said by another')] };
  const code = { type: 'codeBlock', content: [{ type: 'text', text: 'printed' }] };
  const list = { type: 'bulletList', content: [{ type: 'listItem', content: [text('in a list'), code, quote] }] };
  const body = { type: 'doc', version: 1, content: [quote, text('my own'), list, code] };
  expect(adfToText(ownWords(body))).toBe('my own\nin a list');
});

it.each([
  ['a\n{quote}b{quote}\nc', 'a c'],
  ['a {QUOTE}b{quote} c {quote}d{quote}', 'a c'],
  ['{noformat:title=x}{quote}{noformat}a{quote}b{quote}', 'a'],
  ['{code}a{noformat}b{code}c{noformat}', 'c{noformat}'],
  ['bq. a\nb\n  BQ. c', 'b'],
  ['abq. a', 'abq. a'],
  ['{quote}never ended', '{quote}never ended'],
  ['{{quote}} a \\{quote}', '{{quote}} a \\{quote}'],
])('reads of wiki text %j the words %j', (wiki, own) => {
  expect(String(ownWords(wiki)).replace(/\s+/g, ' ').trim()).toBe(own);
});
