import type { Draft } from '../answer/draft.ts';
import type { Investigation } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import { type PlacesAsked, readPlacesAsked } from './asked.ts';
import { countByPlace } from './count-by-place.ts';
import { failingOrder } from './failing-order.ts';
import { inCommon } from './in-common.ts';
import { placesCalled } from './place-nouns.ts';
import { type Place, placesIn } from './places.ts';
import { tellCounts } from './tell-counts.ts';
import { answerUnread } from './unread-member.ts';

/**
 * The answer to a question about the nodes, pods, tests or files of an archive as such: which of them, how many, all of
 * them, what each says, which came first. Undefined where it asks for something else.
 */
export async function answerPlaces(run: Investigation, surveys: () => Promise<Survey[]>): Promise<Draft | undefined> {
  const [file] = run.files;
  if (file === undefined || run.files.length > 1 || file.reading.fileType !== 'bundle') return undefined;
  const unread = answerUnread(run);
  if (unread !== undefined) return unread;
  const asked = readPlacesAsked(run.question.text);
  if (asked.length === 0) return undefined;
  const places = placesIn(run.documents.infos);
  for (const one of asked) {
    const called = one.noun === '' ? places : await placesCalled(one.noun, places, run);
    if (called === undefined || called.length < 2) continue;
    const draft = await tell(run, one, called, surveys);
    if (draft === undefined) continue;
    run.step('places', { kind: one.kind, by: one.noun }, draft.cause.plain.slice(0, 200));
    return draft;
  }
  return undefined;
}

async function tell(
  run: Investigation,
  asked: PlacesAsked,
  places: readonly Place[],
  surveys: () => Promise<Survey[]>,
): Promise<Draft | undefined> {
  if (asked.kind === 'first') return failingOrder(await surveys(), places);
  if (asked.kind === 'common') return inCommon(run, asked, places, await surveys());
  const counted = await countByPlace(run, places, asked.subject);
  return counted === undefined ? undefined : tellCounts(asked, counted);
}
