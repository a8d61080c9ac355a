import type { CaseAnswer, CaseBehind, CaseContext, CaseRecord } from '#core/pages/case-record.ts';
import { maskPersonalIn } from '#core/personal/mask-personal.ts';
import { renameWord } from '#core/rename-word.ts';
import { maskAll } from '#core/secrets/mask-all.ts';
import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { CaseDeps } from '../cases/case-deps.ts';
import { allCharts } from '../cases/choose-charts.ts';

const longestMs = 10_000;
const mostPlaces = 12;
const nothing: CaseBehind = { context: undefined, charts: [] };

type Deps = Pick<CaseDeps, 'analysis' | 'log'>;

/** What the log service tells of the file behind an answer. A page without it is better than none. */
export async function readBehind(deps: Deps, record: CaseRecord): Promise<CaseBehind> {
  const { serviceFileId, answer, isMasked } = record;
  if (!serviceFileId) return nothing;
  const [context, charts] = await Promise.all([
    answer && answer.proof.length > 0 ? readContext(deps, serviceFileId, record, answer) : undefined,
    readCharts(deps, serviceFileId, record),
  ]);
  const behind = { context: withProof(context, answer), charts };
  return isMasked ? maskPersonalIn(behind, {}) : behind;
}

async function readContext({ analysis, log }: Deps, fileId: string, record: CaseRecord, answer: CaseAnswer) {
  // The service knows the file by the name under which it was first uploaded.
  const { name, uploadedName = name } = record;
  const places = answer.proof.slice(0, mostPlaces).map(({ file, lineStart, lineEnd }) => ({
    file: renameWord(file, name, uploadedName),
    lineStart,
    lineEnd,
  }));
  try {
    const told = await analysis.context(fileId, places, AbortSignal.timeout(longestMs));
    return maskAll(told, (text) => maskSecrets(renameWord(text, uploadedName, name)));
  } catch (error) {
    log.info('the lines around an answer are not available', { error });
    return undefined;
  }
}

/** A quote whose document the service does not find stays on the page, alone. */
function withProof(context: CaseContext | undefined, answer: CaseAnswer | undefined): CaseContext | undefined {
  const isWhole =
    context && (answer?.proof ?? []).every(({ file }) => context.evidence.some((block) => block.file === file));
  return isWhole ? context : undefined;
}

/** Those that were posted first; a figure's own chart stands elsewhere on its page. */
async function readCharts({ analysis, log }: Deps, fileId: string, { name, uploadedName = name, answer }: CaseRecord) {
  const posted = answer?.isFigure ? [] : (answer?.charts ?? []);
  try {
    const dashboard = await analysis.dashboard(fileId, AbortSignal.timeout(longestMs));
    const charts = maskAll(allCharts(dashboard), (text) => maskSecrets(renameWord(text, uploadedName, name)));
    return [...posted, ...charts.filter(({ title }) => posted.every((chart) => chart.title !== title))];
  } catch (error) {
    log.info('charts are not available', { error });
    return posted;
  }
}
