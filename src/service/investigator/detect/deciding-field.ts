import { isVariant } from '../survey/message-pattern.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { say, words } from '../wording/say.ts';
import { percent } from './amounts.ts';
import { type Claim, linesAt } from './observation.ts';

/** What tells the lines that fail from those that do not: `tenant=acme-eu`. */
interface DecidingField {
  name: string;
  value: string;
  /** Of the failing lines, and of the others that have a field of that name. */
  share: number;
  elsewhere: number;
}

const fewestFailing = 10;
const fewestOthers = 30;
const leastShare = 0.9;
const leastDifference = 0.4;

/** The field whose value nearly all lines of a failure share and fewest others have; undefined where none tells. */
export function decidingField(survey: Survey, failure: MessageGroup): DecidingField | undefined {
  // The same words with another value are the same failure.
  const alike = survey.groups.filter((group) => group.isFailure && isVariant(group, failure));
  const failing = alike.reduce((sum, { count }) => sum + count, 0);
  if (failing < fewestFailing) return undefined;
  const found = survey.shares.flatMap(({ field: name, value, total, failed }) => {
    const rows = survey.shares.filter(({ field }) => field === name);
    const others = rows.reduce((sum, row) => sum + row.total - row.failed, 0);
    const own = alike.reduce((sum, { values }) => sum + (values.get(name)?.get(value) ?? 0), 0);
    return others < fewestOthers ? [] : [{ name, value, share: own / failing, elsewhere: (total - failed) / others }];
  });
  return found
    .filter(({ share, elsewhere }) => share >= leastShare && share - elsewhere >= leastDifference)
    .sort((a, b) => b.share - b.elsewhere - (a.share - a.elsewhere))[0];
}

export function decidingClaim({ name, value, share, elsewhere }: DecidingField, survey: Survey, first: number): Claim {
  return {
    text: say`${words(share === 1 ? 'All' : percent(share))} of the failing lines have ${`${name}=${value}`}, and ${words(elsewhere === 0 ? 'none' : percent(elsewhere))} of the others`,
    ranges: [linesAt(survey.info.name, first)],
  };
}
