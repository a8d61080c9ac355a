import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUpload } from '#service/child/read-upload.ts';
import { chooseInvestigator } from '#service/investigator/choose-investigator.ts';
import { openLines } from '#service/lines/open-lines.ts';
import type { BotUnderTest } from './bot-under-test.ts';

/** The investigator of the product answers about what was uploaded, as it does in the service. */
export async function answerForReal(run: BotUnderTest, root: string): Promise<void> {
  const investigate = await chooseInvestigator(openLines);
  const signal = new AbortController().signal;
  const readings = new Map<string, ReturnType<typeof readFile>>();

  async function readFile(fileId: string) {
    const file = run.service.files.find(({ id }) => id === fileId);
    const path = join(root, `${fileId}.upload`);
    const folder = join(root, fileId);
    writeFileSync(path, Buffer.from(file?.bytes ?? '', 'latin1'));
    const name = file?.name ?? 'x';
    const read = await readUpload({ path, name, folder }, { signal, progress() {} });
    if (!read.ok) throw new Error(read.failure.message);
    return { id: fileId, name, folder, reading: read.reading };
  }

  run.service.deep = async ({ fileId, query }) => {
    // Once for each file, as in the service: questions asked at one time would write to one folder.
    const reading = readings.get(fileId) ?? readFile(fileId);
    readings.set(fileId, reading);
    const files = [await reading];
    const report = await investigate({ files, question: query, mode: 'deep', signal, budgetMs: 60_000 }, () => {});
    const data = { ...report, root_cause: report.cause, next_actions: report.nextActions };
    return Response.json({ code: 200, message: 'ok', data });
  };
}
