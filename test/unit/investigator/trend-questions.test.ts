import { expect, it } from 'vitest';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function answer(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer;
}

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 9, minute)).toISOString();
const noise = [3, 7, 1, 9, 4, 2, 8, 5];

const services = Array.from({ length: 240 }, (_, n) => [
  `{"time":"${at(n)}","svc":"geo","msg":"stats","rss_mb":${900 + (n % 40) * 7}}`,
  `{"time":"${at(n)}","svc":"mailer","msg":"stats","rss_mb":${200 + n * 3 + noise[n % 8]!}}`,
  `{"time":"${at(n)}","svc":"billing","msg":"stats","rss_mb":${400 + noise[n % 8]!}}`,
]).flat();

it('says of the one that was asked about that it does not grow, with its own figures', async () => {
  const [head, ...rest] = (await answer('is geo leaking too?', services)).split('\n');
  expect(head).toMatch(/No: `geo`: `rss_mb` goes up and down between 900 MB and 1,173 MB, no steady growth/);
  expect(head).not.toContain('mailer');
  expect(rest.join('\n')).toMatch(/Beside it `mailer`: `rss_mb` grows from 20\d MB to 9\d\d MB/);
});

it('names the one of several that grows, and those that do not', async () => {
  const head = (await answer('which of the services is leaking memory?', services)).split('\n')[0];
  expect(head).toMatch(/`mailer`: `rss_mb` grows from .* an hour; not .*`billing`/);
  expect((await answer('is the mailer leaking?', services)).split('\n')[0]).toContain('Yes: `mailer`');
});

it('takes the second of "before -> after" for what is there, and tells bytes as people read them', async () => {
  const lines = Array.from(
    { length: 120 },
    (_, n) =>
      `${at(n)} INFO gc Old Gen: ${1_755_242_204 + n * 4e7} -> ${1_455_242_204 + n * 4e7 + noise[n % 8]! * 1e6}`,
  );
  const told = await answer('do we have a memory leak?', lines);
  expect(told.split('\n')[0]).toMatch(/Old Gen` grows from 1.46 GB to 6.2\d GB/);
});

it('tells the slope with the failure it ran into, where one is asked about that was killed', async () => {
  const lines = Array.from(
    { length: 200 },
    (_, n) => `ts=${at(n)} level=info caller=thumbs msg="runtime stats" rss_mib=${180 + n * 9 + noise[n % 8]!}`,
  );
  const killed = `ts=${at(201)} level=error caller=kubelet msg="process thumbs exited with status 137, memory limit 2GiB"`;
  const head = (await answer('thumbs got killed. is it leaking or was it a spike?', [...lines, killed])).split('\n')[0];
  expect(head).toMatch(/`rss_mib` grows from 1\d\d MiB to 1,9\d\d MiB .*ends in .*thumbs exited with status 137/);
});
