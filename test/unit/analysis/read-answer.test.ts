import { expect, it } from 'vitest';
import { readSections } from '../../../src/bot/analysis/answer-sections.ts';
import { readAnswer } from '../../../src/bot/analysis/read-answer.ts';

it.each([
  ['the envelope', { code: 200, message: 'ok', data: { id: 'x', answer: 'It leaks.' } }],
  ['no envelope', { id: 'x', answer: 'It leaks.' }],
  ['a string as data', { code: 200, message: 'ok', data: 'It leaks.' }],
  ['bare text', 'It leaks.'],
  ['a result inside', { data: { status: 'COMPLETED', result: { summary: 'It leaks.' } } }],
  ['a list of results', { code: 200, message: 'ok', data: [{ id: 'x', response: 'It leaks.' }] }],
  ['chunks', { data: { report: [{ text: 'It ' }, { delta: 'leaks.' }] } }],
  ['strings as chunks', { data: { content: ['It ', 'leaks.'] } }],
  ['deep down', { data: { run: { output: { final: { markdown: 'It leaks.' } } } } }],
])('finds the answer in %s', (_, body) => {
  expect(readAnswer(body).text).toBe('It leaks.');
});

it.each([
  [
    {
      code: 200,
      message: 'said',
      data: { id: 'a', status: 'COMPLETED', type: 'deep', name: 'x', query: 'why?', url: 'u' },
    },
  ],
  [{ data: {} }],
  [{ data: null }],
  [null],
  [7],
  [{ data: { answer: '  ', numbers: [1, 2] } }],
])('finds none in %j', (body) => {
  expect(readAnswer(body).text).toBeUndefined();
});

it('prefers the answer to its summary, and takes citations in several forms', () => {
  const answer = readAnswer({
    data: {
      summary: 'short',
      answer: 'long',
      verdict: 'confirmed',
      root_cause: { title: 'A  leak' },
      next_actions: ['dump the heap', { text: 'restart' }, 7],
      citations: [
        { file: 'a.log', line_start: 3, line_end: 4, excerpt: 'x\ny' },
        { file: 'a.log', line: 9, quote: 'z' },
        { file: 'a.log', line_start: 0, excerpt: 'no such line' },
        { file: 'a.log', line_start: 5, line_end: 2, excerpt: 'turned round' },
        'nothing',
      ],
    },
  });
  expect(answer).toMatchObject({
    text: 'long',
    verdict: 'CONFIRMED',
    cause: 'A leak',
    next: ['dump the heap', 'restart'],
  });
  expect(answer.quotes).toEqual([
    { file: 'a.log', lineStart: 3, lineEnd: 4, excerpt: 'x\ny' },
    { file: 'a.log', lineStart: 9, lineEnd: 9, excerpt: 'z' },
  ]);
});

it('survives an answer nested without end', () => {
  let body: unknown = 'end';
  for (let depth = 0; depth < 2_000; depth += 1) body = { data: body };
  expect(readAnswer(body).text).toBeUndefined();
});

it('takes an answer apart by its own headings', () => {
  const text = [
    '**CONFIRMED: NULL pointer dereference in `foo`**',
    '',
    'The handler ran after free.',
    '',
    '**Proof**',
    '- `a.log:3` x',
    '',
    '**Not the cause**: the i2c timeouts come later.',
    '',
    '## Next',
    '1. Free the interrupt first.',
    '2. Run:',
    '   dmesg -T',
  ].join('\n');
  expect(readSections(text)).toEqual({
    cause: 'NULL pointer dereference in `foo`',
    explanation: 'The handler ran after free.',
    hasProof: true,
    proof: expect.any(String),
    also: '',
    notTheCause: ['the i2c timeouts come later.'],
    next: ['Free the interrupt first.', 'Run:\ndmesg -T'],
  });
});

it('leaves an answer without headings whole', () => {
  expect(readSections('It leaks.\n\nSince noon.')).toMatchObject({
    cause: undefined,
    explanation: 'It leaks.\n\nSince noon.',
  });
});
