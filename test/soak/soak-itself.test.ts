import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostileSubjects } from '../support/hostile/misbehaving-subjects.ts';
import { runSubject, summaryOf } from '../support/hostile/run-subject.ts';
import { hostileSubjects as slowSubjects } from '../support/hostile/slow-start-subjects.ts';

const moduleOf = (name: string) => join(import.meta.dirname, `../support/hostile/${name}-subjects.ts`);

it('the soak notices a crash, a hang, a death and runaway memory, keeps each input, and goes on to the last', async () => {
  const [subject] = await hostileSubjects();
  const limits = { longestInputMs: 6000, mostRssBytes: 500_000_000, module: moduleOf('misbehaving') };
  const run = await runSubject(subject!, 10, () => {}, limits);
  expect(run.failures).toMatchObject([
    { number: 2, kind: 'crash' },
    { number: 4, kind: 'hang' },
    { number: 6, kind: 'crash' },
    { number: 8, kind: 'memory' },
  ]);
  expect(run.failures.map(({ file }) => readFileSync(file, 'utf8'))).toEqual([2, 4, 6, 8].map((n) => `input ${n}`));
  expect(summaryOf('misbehaving', run)).toContain('2 crashes, 1 hangs, 1 beyond memory');
});

it('the soak counts neither the start of its process as a hang nor a failed one as a crash of the reader', async () => {
  const [subject] = await slowSubjects();
  const limits = { longestInputMs: 1000, mostRssBytes: 500_000_000, module: moduleOf('slow-start') };
  expect(await runSubject(subject!, 3, () => {}, limits)).toMatchObject({ inputs: 3, failures: [] });
  const unknown = runSubject({ ...subject!, name: 'nobody' }, 3, () => {}, limits);
  await expect(unknown).rejects.toThrow('nothing is called nobody');
});
