import type { JobHandler } from '#jobs/queue.ts';
import type { QuestionRow } from '../store/case-store.ts';
import type { JobControl } from '../store/job-control.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, jobKey } from './case-jobs.ts';
import { isOpen } from './is-open.ts';
import type { ServiceGate } from './service-gate.ts';

/** A hook of the service: whatever ids it names, those jobs look for themselves now. Its own words are not believed. */
export function createNudge(deps: Pick<CaseDeps, 'store'> & { control: JobControl; gate: ServiceGate }): JobHandler {
  const { store, control, gate } = deps;
  return caseHandler({
    kind: 'nudge',
    async run({ ids }) {
      const keys = new Set<string>();
      const add = (questions: readonly QuestionRow[]) => {
        for (const { id } of questions.filter(isOpen)) keys.add(jobKey('investigate', { questionId: id }));
      };
      for (const id of ids) {
        const question = await store.questionBySearch(id);
        if (question) add([question]);
        const file = await store.fileByServiceId(id);
        if (!file) continue;
        keys.add(jobKey('await', { sha256: file.sha256, generation: file.generation }));
        const rows = await store.openCasesOfContent(file.sha256);
        add(await store.questionsOfCases(rows.map((row) => row.id)));
      }
      await gate.lookAgain();
      return { status: 'done', writes: control.hasten([...keys]) };
    },
  });
}
