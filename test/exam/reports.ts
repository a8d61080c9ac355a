import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gradeCause } from './grade/cause.ts';
import type { CauseTruth, Sheet } from './item.ts';

interface ProblemReport extends Omit<CauseTruth, 'kind'> {
  class: string;
  question: string;
  cause: string;
  log: string[];
}

/** Short reports of trouble as different programs tell it, each with decoys: asked without a question and with its own. */
export function reportSheets(): Sheet[] {
  const reports = JSON.parse(readFileSync(join(import.meta.dirname, 'reports.json'), 'utf8')) as ProblemReport[];
  return reports.map(({ class: kind, question, cause, log, ...truth }) => {
    const fileKey = `report-${kind}`;
    return {
      fileKey,
      files: () => [{ name: 'app.log', content: `${log.join('\n')}\n` }],
      items: ['', question].map((asked) => ({
        id: `${fileKey}/${asked === '' ? 'no question' : 'own question'}`,
        set: 'reports',
        class: asked === '' ? 'no question' : 'own question',
        fileKey,
        question: asked,
        expected: cause,
        grade: (told) => gradeCause(told, { kind: 'cause', ...truth }),
      })),
    };
  });
}
