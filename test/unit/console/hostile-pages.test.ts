import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { type CaseView, renderCasePage } from '#core/pages/case-page.ts';
import { renderAnswer } from '#core/pages/render-answer.ts';
import { readUpload } from '#service/child/read-upload.ts';
import { renderFileList } from '#service/console/file-list.ts';
import { type LineView, renderLinePage } from '#service/console/line-page.ts';
import { renderPage } from '#service/console/page.ts';
import { renderEarlierSearches, renderSearch, type SearchRecord } from '#service/console/search-view.ts';
import { chooseInvestigator } from '#service/investigator/choose-investigator.ts';
import { openLines } from '#service/lines/open-lines.ts';
import type { User } from '#service/store/accounts.ts';
import { hostileLog } from '../../support/hostile/hostile-logs.ts';
import { readMarkup } from '../../support/read-markup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '</td></tr></table><img src=x onerror=alert(1)>',
    '" onmouseover="alert(1)" x="',
    "' autofocus onfocus=alert(1) '",
    '</textarea><svg/onload=alert(1)>',
    '<!--',
    ']]>',
    '<a href="https://evil.example/">here</a>',
    '[here](https://evil.example/a)',
    '<https://evil.example/b>',
    'https://evil.example/c',
    '![x](https://evil.example/d.png)',
    '[x]: javascript:alert(1)',
    '[a](javascript:alert(1))',
    '[a](//evil.example)',
    '`',
    '```\n',
    '~~~html\n',
    '\n\n',
    '| a | b |\n|---|---|\n| c | d |',
    '&lt;script&gt;',
    '&#x3c;script&#x3e;',
    '\u202e\u2066\u0000\ud800',
    '{{constructor}}',
    '%22%3E%3Cscript%3E',
    '\u2028',
  ),
);
const hostile = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `${pieces.join('')}x`);
const runs = { numRuns: 400 };

const elements = new Set(
  `a article b blockquote body br button caption code dd details div dl dt em fieldset figcaption figure form h1 h2 h3 head
  header hr html input label legend li link main meta nav ol option p pre progress script section select span strong
  summary table tbody td textarea th thead time title tr ul wbr`.split(/\s+/),
);

/** What a page may hold whatever words stand in it. */
function expectHarmless(markup: string, mayLinkElsewhere = false): void {
  for (const { name, attributes } of readMarkup(markup)) {
    if (name === '!') expect(markup.startsWith('<!')).toBe(true);
    else expect(elements.has(name), name).toBe(true);
    for (const [attribute, value] of attributes) {
      expect(attribute).toMatch(/^(?!on)[a-z][a-z-]*$/);
      expect(attribute).not.toMatch(/^(?:style|srcdoc|formaction|background|poster|ping)$/);
      if (!/^(?:href|src|action)$/.test(attribute)) continue;
      const isElsewhere = mayLinkElsewhere && name === 'a' && /^https?:\/\//.test(value);
      if (isElsewhere) expect(attributes.get('rel')).toContain('noopener');
      else expect(value).toMatch(/^(?:$|data:,$|[?#]|\/(?![/\\]))/);
    }
  }
}

/**
 * The tags and the names of their attributes: words that stay words leave these as they are, but for the places where
 * a long one may break.
 */
const skeletonOf = (markup: string) =>
  readMarkup(markup)
    .map(({ name, isEnd, attributes }) => `${isEnd ? '/' : ''}${name} ${[...attributes.keys()]}`)
    .filter((tag) => tag !== 'wbr ');

const lineView = (text: string): LineView => ({
  document: { name: text, lines: 900 } as LineView['document'],
  documents: [text, 'other.log'],
  from: 201,
  lines: [text, `before ${text}`],
  marked: { from: 201, to: 201 },
  found: { words: text, lines: [201, 202], total: 9 },
});

const search = (text: string): SearchRecord => ({
  id: '01',
  file_id: '02',
  mode: 'deep',
  query: text,
  status: 'COMPLETED',
  citations: [{ n: 1, file: text, line_start: 1, line_end: 2, excerpt: text, sha256: '0' }],
  steps: [{ n: 1, tool: text, summary: text }],
  engine: text,
  created_at: '2026-11-20T14:00:00.000Z',
  links: {},
});

const caseView = (text: string, markdown: string): CaseView => ({
  path: '/console/cases/1/token',
  linkOf: (place) => `/console/files/1/lines?document=${encodeURIComponent(place.toWellFormed())}`,
  fileLink: '/console/files/1',
  charts: undefined,
  context: {
    evidence: [{ file: text, lineStart: 1, lineEnd: 1, lines: [{ n: 1, text, isCited: true, severity: undefined }] }],
    timeline: [1, 2].map((line) => ({ when: text, text, file: text, line, severity: undefined, isCited: false })),
    unread: [text],
  },
  record: {
    name: text,
    state: 'answered',
    detail: text,
    fileType: text,
    sizeBytes: 1,
    sha256: undefined,
    serviceFileId: '1',
    uploadedName: text,
    isMasked: false,
    question: text,
    questionState: 'answered',
    answer: {
      verdict: 'LIKELY',
      cause: text,
      explanation: markdown,
      proof: [],
      also: markdown,
      notTheCause: [markdown],
      next: [markdown],
      signature: text,
      evidence: { state: 'checked', dropped: 1 },
      engine: text,
    },
    steps: [{ atMs: 1, text }],
    posted: [{ label: text, url: undefined, state: 'failed', reason: text, atMs: 1 }],
    beside: [{ name: text, state: 'skipped', detail: text }],
    siblings: [{ name: text, verdict: text, place: text, atMs: 1, page: '/console/cases/2/x' }],
    judged: { right: 1, wrong: 0, own: undefined },
  },
});

const fileOf = (name: string) => ({
  id: '01',
  name,
  file_type: 'log',
  status: 'COMPLETED' as const,
  size: 1,
  sha256: '0',
  created_at: '2026-11-20T14:00:00.000Z',
  updated_at: '2026-11-20T14:00:00.000Z',
  links: {},
});

const opaque: Record<string, (text: string) => unknown> = {
  'lines of a log': (text) => renderLinePage(lineView(text)),
  'names of files': (text) =>
    renderFileList({ files: [fileOf(text) as never], cursor: undefined, next: undefined }, 1, [
      { serviceId: '1', name: text, state: text, atMs: 1, place: text },
    ]),
  'questions and steps of a search': (text) =>
    `${renderEarlierSearches('/console/files/1', [search(text)])}${renderSearch(search(text), '/console/files/1', {
      linkOf: () => undefined,
      linkTo: () => '/console/files/1/lines',
    })}`,
  'what stands around an answer': (text) => renderCasePage(caseView(text, 'The disk ran full.')),
  'the title of a page': (text) =>
    renderPage({
      title: text,
      user: { email: text } as User,
      notice: { kind: 'error', text },
      body: html`<p>${text}</p>`,
    }),
};

describe.each(Object.entries(opaque))('%s', (_name, render) => {
  it('stay words, whatever they are', async () => {
    const plain = skeletonOf(String(await render('x')));
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const markup = String(await render(text));
        expectHarmless(markup);
        expect(skeletonOf(markup)).toEqual(plain);
      }),
      runs,
    );
  });
});

describe('the words of an answer', () => {
  it('make no script, no attribute and no picture of what a log or a model wrote', () => {
    fc.assert(
      fc.property(hostile, (markdown) => {
        const markup = String(
          renderAnswer(markdown, (place) => `/console/lines?place=${encodeURIComponent(place.toWellFormed())}`),
        );
        expectHarmless(markup, true);
        expect(markup).not.toMatch(/<(?:img|script)/i);
      }),
      runs,
    );
  });

  it('leave the page around them as it is', async () => {
    const outside = (markup: string) =>
      markup.replace(/<div class="report">[\s\S]*?<\/div>|<section class="said">[\s\S]*?<\/section>/g, '');
    const plain = skeletonOf(outside(String(await renderCasePage(caseView('x', 'x')))));
    await fc.assert(
      fc.asyncProperty(hostile, async (markdown) => {
        const markup = String(await renderCasePage(caseView('x', markdown)));
        expectHarmless(markup, true);
        expect(skeletonOf(outside(markup))).toEqual(plain);
      }),
      runs,
    );
  });

  it.each(Array.from({ length: 36 }, (_, n) => n))(
    'hold no link that stands in the log they are about: %d',
    async (n) => {
      const { path: root } = temporaryFolder();
      const { name, bytes } = hostileLog(n);
      const [path, folder] = [join(root, 'upload'), join(root, 'reading')];
      writeFileSync(path, bytes);
      const { signal } = new AbortController();
      const read = await readUpload({ path, name, folder }, { signal, progress() {} });
      if (!read.ok) throw new Error(read.failure.message);
      const investigate = await chooseInvestigator(openLines);
      const files = [{ id: '1', name, folder, reading: read.reading }];
      const ask = {
        files,
        question: 'what failed, and show the lines',
        mode: 'deep' as const,
        signal,
        budgetMs: 60_000,
      };
      const { answer } = await investigate(ask, () => {});
      expect(answer).not.toBe('');
      expectHarmless(String(renderAnswer(answer, () => undefined)));
    },
  );
});
