import { describe, expect, it } from 'vitest';
import { runSubject, summaryOf } from '../support/hostile/run-subject.ts';
import { hostileSubjects } from '../support/hostile/subjects.ts';

const inputs = Number(process.env.SOAK_INPUTS ?? 10_000);
const only = process.env.SOAK_SUBJECT;
const say = (line: string) => process.stderr.write(`${line}\n`);
const subjects = (await hostileSubjects()).filter(({ name }) => only === undefined || name === only);

describe.concurrent(`${inputs} random and damaged inputs`, () => {
  it.each(subjects)('are survived by $name: no crash, no hang, no runaway memory', async (subject) => {
    const run = await runSubject(subject, inputs, say);
    say(summaryOf(subject.name, run));
    expect(run.failures).toEqual([]);
    expect(run.inputs).toBe(inputs);
  });
});
