import type { JobHandler } from '#jobs/queue.ts';
import type { CaseRow, PlaceRow, QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import type { NewDelivery } from './messages.ts';
import type { Place } from './place.ts';
import { done, planWrites } from './planned.ts';
import { mayName, mostNamed, toLink } from './related-places.ts';
import { nameInWords, notice } from './sentences.ts';

/**
 * Places whose answer did not name another one hear of it once, without the cause again. Runs after each answer is
 * committed and one at a time: of two places that were answered in the same instant, the later run sees both.
 */
export function createTellRelated({
  store,
  deliver,
  privacy,
}: Pick<CaseDeps, 'store' | 'deliver' | 'privacy'>): JobHandler {
  return caseHandler({
    kind: 'tell-related',
    concurrency: 1,
    async run({ questionId }) {
      const question = await store.findQuestion(questionId);
      const row = question ? await store.findCase(question.caseId) : undefined;
      if (!question || !row?.sha256) return { status: 'done' };
      const cases = await store.casesOfContent(row.sha256);
      const answered = (await store.questionsOfCases(cases.map(({ id }) => id))).filter(
        ({ kind, state }) => kind === 'file' && state === 'answered',
      );
      const places = await store.findPlaces([...new Set(answered.map(({ placeKey }) => placeKey))]);
      const home = places.find(({ key }) => key === question.placeKey);
      if (!home) return { status: 'done' };
      const pairs = places.flatMap((other) => [
        { at: other, about: home },
        { at: home, about: other },
      ]);
      const unnamed: typeof pairs = [];
      for (const pair of pairs) {
        const isNews = !isNamed(answered, pair.at, pair.about);
        if (isNews && (await mayName(privacy, pair.at, pair.about))) unnamed.push(pair);
      }
      const planned = unnamed.map(({ at, about }) => toNotice(row, at, about));
      return done(planWrites(...remember(answered, unnamed)), await deliver(planned));
    },
  });

  function remember(answered: readonly QuestionRow[], unnamed: readonly { at: PlaceRow; about: PlaceRow }[]) {
    return [...Map.groupBy(unnamed, ({ at }) => at.key)].flatMap(([key, of]) => {
      const question = answered.find(({ placeKey }) => placeKey === key);
      const named = [...(question?.named ?? []), ...of.map(({ about }) => about.key)];
      return question ? [store.updateQuestion(question.id, { named })] : [];
    });
  }
}

function isNamed(answered: readonly QuestionRow[], at: PlaceRow, about: PlaceRow): boolean {
  const named = answered.flatMap((question) => (question.placeKey === at.key ? (question.named ?? []) : []));
  return named.includes(about.key) || named.length >= mostNamed;
}

function toNotice(row: CaseRow, at: PlaceRow, about: PlaceRow): NewDelivery<Place> {
  const words = `The same file, ${nameInWords(row.name)}, is also analysed elsewhere:`;
  return {
    key: `also:${at.key}:${about.key}:${row.sha256}`,
    place: at.place,
    message: notice('info', [words], toLink(about)),
  };
}
