import { expect, it } from 'vitest';
import { nearest } from '../../../src/commands/nearest.ts';
import { printAnalysis } from '../../../src/commands/print-analysis.ts';
import { readyWords } from '../../../src/commands/tell-ready.ts';
import { createTerminalLog } from '../../../src/node/terminal-log.ts';

it('names the command that a mistyped one is likely to mean', () => {
  const known = ['start', 'analyze', 'templates', 'lines', 'diff'];
  expect(nearest('anlayze', known)).toBe('analyze');
  expect(nearest('line', known)).toBe('lines');
  expect(nearest('deploy', known)).toBeUndefined();
});

it('shows an answer’s Markdown as a terminal does, and lets nothing of a file drive it', () => {
  const analysis = {
    name: 'app.log',
    status: 'COMPLETED' as const,
    error: null,
    file_type: 'log',
    signature: null,
    verdict: 'LIKELY' as const,
    lines: 2,
    first_time: null,
    last_time: null,
    findings: [],
    answer: '**LIKELY: `db` is \\*down\\***\n\n- `app.log:2` `x \u001b[2J y`',
    query: null,
    duration_ms: 10,
  };
  const painted = printAnalysis(analysis, { hasColour: true });
  expect(painted).not.toContain('**');
  expect(painted).not.toContain('\u001b[2J');
  const plain = painted.replace(/\u001b\[\d+m/g, '');
  expect(plain).toContain('LIKELY: db is *down*');
  expect(plain).toContain('• app.log:2 x \\x1b[2J y');
  expect(printAnalysis(analysis, { hasColour: false })).toContain('**LIKELY');
});

it('speaks to a person at start: addresses on lines of their own, no JSON', async () => {
  const words = await readyWords({
    origin: 'http://127.0.0.1:3000',
    sandbox: 'http://127.0.0.1:3000/sandbox',
    hasConsole: true,
    dataDir: '/nowhere',
  });
  expect(words).toMatch(/^ {2}Console +http:\/\/127\.0\.0\.1:3000\/console$/m);
  const told: string[] = [];
  const log = createTerminalLog('warn', (line) => told.push(line));
  log.info('polled', { n: 1 });
  log.with({ part: 'bot' }).warn('a file waits', { name: 'a.log', authorization: 'Bearer abcdefghijkl' });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^\d\d:\d\d:\d\d warning: a file waits \(name: a\.log/);
  expect(told[0]).not.toContain('abcdefghijkl');
});
