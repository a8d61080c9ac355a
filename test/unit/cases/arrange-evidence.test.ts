import { expect, it } from 'vitest';
import { readSections } from '../../../src/bot/analysis/answer-sections.ts';
import { arrangeEvidence } from '../../../src/bot/cases/arrange-evidence.ts';
import type { ProofQuote } from '../../../src/bot/cases/messages.ts';

const quote = (line: number, excerpt: string, lineEnd = line): ProofQuote => ({
  file: 'up.log',
  lineStart: line,
  lineEnd,
  excerpt,
});
const oops = quote(7, 'Oops: 0000');
const trace = quote(8, 'Call trace:\n foo+0x1/0x2', 9);
const before = quote(5, 'foo: unbinding');
const timeout = quote(20, 'i2c `timeout` 1');
const second = quote(21, 'i2c timeout 2');
const uncited = quote(30, 'i2c timeout 9');
const all = [oops, trace, before, timeout, second, uncited];

const markdown = [
  '**CONFIRMED: NULL pointer in foo**',
  '',
  '`up.log`, 40 lines, 0 s to 3 s',
  '',
  'The handler ran too late.',
  '',
  '**Proof**',
  '- NULL pointer in foo',
  '  - `up.log:7` `Oops: 0000`',
  '  - `up.log:8-9`, lines 8 to 9',
  '',
  '    ```',
  '    Call trace:',
  '     foo+0x1/0x2',
  '    ```',
  '',
  '**Also in the file**',
  '- Just before it:',
  '  - `up.log:5` `foo: unbinding`',
  '- timeouts, 60 times',
  '  - `up.log:20` ``i2c `timeout` 1``',
  '  - `up.log:21` `i2c timeout 2`',
  '',
  '**Next**: look.',
].join('\n');

const arrange = (kept: readonly ProofQuote[]) =>
  arrangeEvidence({ sections: readSections(markdown), quotes: all, kept, rename: { from: 'up.log', to: 'mine.log' } });

it('gives each quote one place, under the name people know the file by', () => {
  const arranged = arrange(all);
  expect(arranged.explanation).toBe('The handler ran too late.');
  expect(arranged.fileFacts).toBe('40 lines, 0 s to 3 s');
  const named = markdown.replace('0 s to 3 s', '0 s to 3 s after boot, `6.6.30`, `Devkit rev C`');
  const told = arrangeEvidence({
    sections: readSections(named),
    quotes: all,
    kept: all,
    rename: { from: 'up.log', to: 'mine.log' },
  });
  expect(told.fileFacts).toBe('40 lines, 0 s to 3 s after boot, 6.6.30, Devkit rev C');
  expect(arranged.proof.map(({ file, lineStart }) => [file, lineStart])).toEqual([
    ['mine.log', 7],
    ['mine.log', 8],
  ]);
  const also = arranged.also ?? '';
  expect(also).toContain('`mine.log:5` `foo: unbinding`');
  expect(also).toContain('`mine.log:20` `` i2c `timeout` 1 ``');
  expect(also).not.toContain('i2c timeout 2');
  expect(arranged.more?.map(({ lineStart }) => lineStart)).toEqual([21, 30]);
});

it('shows no line that was not found in the file', () => {
  const arranged = arrange([oops]);
  expect(JSON.stringify(arranged)).not.toMatch(/unbinding|timeout`? [12]|Call trace/);
});

it('leaves an answer that cites nothing in its words as it came', () => {
  const text = 'It leaks.\n\n- `up.log:99` `made up`';
  const arranged = arrangeEvidence({
    sections: readSections(text),
    quotes: [oops],
    kept: [oops],
    rename: { from: 'up.log', to: 'up.log' },
  });
  expect(arranged).toEqual({ explanation: text, proof: [oops], notTheCause: [] });
});

it('joins a quote to the sentence it refutes, and drops one that was not looked up', () => {
  const text = [
    '**CONFIRMED: NULL pointer in foo**',
    '',
    '**Proof**',
    '- NULL pointer in foo',
    '  - `up.log:7` `Oops: 0000`',
    '',
    '**Not the cause**',
    '- i2c timeouts come after it',
    '  - `up.log:21` `i2c timeout 2`',
    '- the update was over',
    '  - `up.log:30` `made up`',
  ].join('\n');
  const arranged = arrangeEvidence({
    sections: readSections(text),
    quotes: [oops, second, uncited],
    kept: [oops, second],
    rename: { from: 'up.log', to: 'x.log' },
  });
  expect(arranged.notTheCause).toEqual([
    'i2c timeouts come after it `x.log:21` `i2c timeout 2`',
    'the update was over',
  ]);
  expect(arranged.more).toBeUndefined();
});

it('shows a trace once, and the same trace again by its place alone', () => {
  const frames = Array.from({ length: 8 }, (_, n) => ` frame_${n}+0x1/0x2`);
  const text = (pid: number) => ['died', `PID: ${pid}`, ...frames].join('\n');
  const quotes = [
    quote(10, text(1), 19),
    quote(40, text(2), 49),
    quote(70, ['other', ...frames].join('\n').toUpperCase(), 78),
  ];
  const arranged = arrangeEvidence({
    sections: readSections('**LIKELY: it died**\n\nThree times.'),
    quotes,
    kept: quotes,
    rename: { from: 'up.log', to: 'up.log' },
  });
  expect(arranged.proof.map(({ lineStart }) => lineStart)).toEqual([10, 70]);
  expect(arranged.more?.map(({ lineStart }) => lineStart)).toEqual([40]);
});

it('shows no line twice that a longer quote has, but for the deciding one', () => {
  const inTrace = quote(9, ' foo+0x1/0x2');
  const whole = quote(7, 'Oops: 0000\nCall trace:\n foo+0x1/0x2', 9);
  const sections = readSections('**CONFIRMED: NULL pointer in foo**\n\nIt ran too late.');
  const proofOf = (quotes: ProofQuote[]) =>
    arrangeEvidence({ sections, quotes, kept: quotes, rename: { from: 'up.log', to: 'up.log' } }).proof;
  expect(proofOf([oops, inTrace, trace])).toEqual([oops, trace]);
  expect(proofOf([oops, inTrace, whole])).toEqual([oops, whole]);
});
