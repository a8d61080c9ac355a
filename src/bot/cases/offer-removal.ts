import type { JobHandler } from '#jobs/queue.ts';
import type { CaseRow } from '../store/case-store.ts';
import { type KeptDelivery, offerKey, readOfferKey } from '../store/forget-rows.ts';
import type { GatheredAnswer, GatheredAnswers } from '../store/gathered-answers.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { gatheredPrefix } from './gather-answers.ts';
import type { NewDelivery, Notice } from './messages.ts';
import { type Place, placeKey } from './place.ts';
import { done, type Planned, together } from './planned.ts';
import { nameInWords, notice } from './sentences.ts';

/** A message with several files, or several attachments, are deleted at once: each is told of by itself. */
const settlesAfterMs = 3_000;
const mostSentences = 5;
/** `part-10` stands behind `part-9`. */
const byNumbers = new Intl.Collator('en', { numeric: true });

/**
 * Offers each answer that quotes a deleted file for removal. The offers of one place are told by one notice, which waits
 * a moment for those of other files.
 */
export async function offerRemoval(
  { gathered, deliver, clock }: Pick<CaseDeps, 'gathered' | 'deliver' | 'clock'>,
  { id: caseId, name }: Pick<CaseRow, 'id' | 'name'>,
  quoting: readonly KeptDelivery[],
): Promise<Planned> {
  const notices = new Map<string, string>();
  for (const at of new Set(quoting.map(({ place }) => placeKey(place)))) {
    notices.set(at, await openNotice(gathered, at));
  }
  const offers: (NewDelivery<Place> & { toldIn: string })[] = [];
  for (const { id, key, place } of quoting) {
    const isOfSeveral = key.startsWith(gatheredPrefix) && (await gathered.isOfSeveral(key));
    const words = [
      `${nameInWords(name)} was deleted.`,
      ...(isOfSeveral ? ['A comment about several files is removed as a whole.'] : []),
    ];
    const toldIn = notices.get(placeKey(place)) ?? '';
    offers.push({ key: offerKey(id, crypto.randomUUID()), place, message: notice('info', words), toldIn });
  }
  const keys = [...notices.values()];
  return together(
    {
      writes: keys.map((key) => gathered.holdsWhileOpen(key)),
      enqueue: keys.map((key) => newJob('offer-removal', { key, caseId }, clock.now() + settlesAfterMs)),
    },
    await deliver(offers),
  );
}

/** The notice of a place that still gathers: what is deleted after it was planned is told of in the next. */
async function openNotice(gathered: GatheredAnswers, at: string): Promise<string> {
  for (let round = 1; ; round += 1) {
    const key = `offers:${at}:${round}`;
    if (!(await gathered.isTold(key))) return key;
  }
}

/** Posts the notice that tells of all offers gathered for a place. */
export function createOfferRemoval({ gathered, deliver, settings }: CaseDeps): JobHandler {
  return caseHandler({
    kind: 'offer-removal',
    async run({ key }) {
      if (await gathered.isTold(key)) return { status: 'done' };
      const offers = await gathered.waiting(key);
      const [first] = offers;
      if (!first) return { status: 'done' };
      return done(
        { writes: [gathered.holdsWhileOpen(key), gathered.holdsWhileWhole(key, offers.length)], enqueue: [] },
        await deliver([{ key, place: first.place, message: inOne(first, offers, settings.publicUrl) }]),
      );
    },
  });
}

/** The address is that of the first offer; it stands for all that the notice tells of. */
function inOne(first: GatheredAnswer, offers: readonly GatheredAnswer[], publicUrl: string | undefined): Notice {
  const words = offers.map(({ message }) => (message.kind === 'notice' ? message.paragraphs : []));
  const deleted = [...new Set(words.flatMap(([sentence]) => sentence ?? []))].sort(byNumbers.compare);
  const beside = [...new Set(words.flatMap(([, ...more]) => more))];
  // A comment about several files is offered for each of them.
  const { size: count } = new Set(offers.map(({ key }) => readOfferKey(key).deliveryId));
  const more = deleted.length - mostSentences;
  const files = deleted.length === 1 ? 'it' : 'them';
  const answers = count === 1 ? 'my answer here still quotes' : `my ${count} answers here still quote`;
  const paragraph = [
    ...deleted.slice(0, mostSentences),
    ...(more > 0 ? [`So ${more === 1 ? 'was 1 more file' : `were ${more} more files`}.`] : []),
    `I deleted what I had stored of ${files}, but ${answers} ${files}.`,
    ...beside,
  ].join(' ');
  if (!publicUrl) {
    return notice('info', [
      `${paragraph} The people who run this bot can remove ${count === 1 ? 'the answer' : 'the answers'}.`,
    ]);
  }
  const { deliveryId, token } = readOfferKey(first.key);
  const label = count === 1 ? 'Remove the answer' : 'Remove the answers';
  return notice('info', [paragraph], [{ label, url: `${publicUrl}/answers/${deliveryId}/${token}` }]);
}
