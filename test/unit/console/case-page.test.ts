import { html } from 'hono/html';
import { expect, it } from 'vitest';
import { type CaseView, renderCasePage } from '#core/pages/case-page.ts';
import type { CaseAnswer } from '#core/pages/case-record.ts';

const event = { when: '09:00', text: 'x', file: 'app.log', line: 1, severity: 'error', isCited: false } as const;
const view = (answer: Partial<CaseAnswer>): CaseView => ({
  path: '/console/cases/1/token',
  linkOf: () => undefined,
  fileLink: '/console/files/1',
  charts: html`<h3>30 errors</h3>`,
  context: { evidence: [], timeline: [event, event], unread: [] },
  record: {
    name: 'app.log',
    state: 'answered',
    detail: undefined,
    fileType: 'log',
    sizeBytes: 1,
    sha256: undefined,
    serviceFileId: '1',
    uploadedName: undefined,
    isMasked: false,
    question: undefined,
    questionState: 'answered',
    answer: {
      explanation: '',
      proof: [],
      notTheCause: [],
      next: [],
      evidence: { state: 'checked', dropped: 0 },
      ...answer,
    },
    steps: [],
    posted: [],
    beside: [],
    siblings: [],
    judged: { right: 0, wrong: 0, own: undefined },
  },
});

it('shows what led to a cause, and nothing that led to a figure', async () => {
  const cause = String(await renderCasePage(view({ cause: 'The disk ran full' })));
  expect(cause).toContain('What led to it');
  expect(cause).toMatch(/<h2[^>]*>Charts<\/h2>/);
  const figure = String(await renderCasePage(view({ cause: '14 lines', isFigure: true })));
  expect(figure).not.toContain('What led to it');
  expect(figure).toMatch(/<details[^>]*><summary>Charts of the file<\/summary>.*30 errors/s);
});

it('shows the chart of a figure as bars and numbers', async () => {
  const charts = [
    { title: 'lines by host', categories: ['<b>', 'h1'], series: [{ name: 'lines', values: [1200, 3] }] },
  ];
  const figure = String(await renderCasePage(view({ cause: 'h0: 9', isFigure: true, charts })));
  expect(figure).toMatch(/<h2>lines by host<\/h2>/);
  expect(figure).toMatch(/&lt;b&gt;<\/th><td class="number">1,200<meter min="0" max="1200" value="1200"/);
});

it('shows quotes alone where nobody tells the lines around them', async () => {
  const proof = [{ file: 'app.log', lineStart: 7, lineEnd: 8, excerpt: 'disk full\n<again>' }];
  const { context: _context, ...without } = view({ cause: 'The disk ran full', proof });
  const page = String(await renderCasePage({ ...without, context: undefined }));
  expect(page).toMatch(/app\.log:7-8.*<th scope="row">8<\/th><td>&lt;again&gt;/s);
});

it('says what comes of asking again, and nothing for words of somebody else’s', async () => {
  const done = async (what: string) => String(await renderCasePage({ ...view({}), done: what }));
  expect(await done('replay')).toMatch(/role="status">Asked again\./);
  expect(await done('retry')).toContain('being posted again');
  for (const what of ['<b>', 'toString']) expect(await done(what)).not.toContain('role="status"');
});
