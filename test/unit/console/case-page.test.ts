import { expect, it } from 'vitest';
import type { CaseAnswer } from '#service/console/case-book.ts';
import { type CaseView, renderCasePage } from '#service/console/case-page.ts';

const event = { when: '09:00', text: 'x', place: 'app.log:1', link: '/x', severity: 'error', isCited: false } as const;
const view = (answer: Partial<CaseAnswer>): CaseView => ({
  path: '/console/cases/1/token',
  linkOf: () => undefined,
  dashboard: {
    spec: { vconcat: [{ title: { text: '30 errors' }, data: { name: 'a' } }] },
    data: { a: [] },
  } as unknown as CaseView['dashboard'],
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
  expect(figure).toMatch(/&lt;b&gt;<\/th><td class="number">1,200<\/td><td><meter min="0" max="1200" value="1200"/);
});
