import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, say, type Text, words } from '../answer/say.ts';
import { readRow } from '../calculate/row.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import type { PlacesAsked } from './asked.ts';
import { countByPlace } from './count-by-place.ts';
import type { Place } from './places.ts';

const sampledLines = 120;
const mostPlacesSampled = 400;

/** What places share: those the question's words pick out, against the others; or all of them. */
export async function inCommon(
  run: Investigation,
  asked: PlacesAsked,
  places: readonly Place[],
  surveys: readonly Survey[],
): Promise<Draft | undefined> {
  const counted = asked.subject.length === 0 ? undefined : await countByPlace(run, places, asked.subject);
  const chosen = counted?.counts.filter((one) => one.count > 0).map((one) => one.place) ?? [...places];
  if (chosen.length < 2) return undefined;
  const others = places.filter((place) => !chosen.includes(place));
  const traits = await traitsOf(run, chosen, others);
  const kinds = sharedKinds(chosen, others, surveys);
  const who = say`${words(others.length === 0 ? 'All ' : '')}${chosen.length} ${words(asked.noun)}${words(others.length === 0 ? '' : ` (${others.length} others do not)`)}`;
  const heads: Text[] = [...traits.map(({ text }) => text), ...kinds.slice(0, 3).map(({ text }) => text)].slice(0, 4);
  if (heads.length === 0) {
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`${who} have no kind of line and no value in common${words(others.length > 0 ? ' that the others lack' : '')}`,
      proof: [],
    });
  }
  return lookUp({
    cause: say`${who} have in common: ${join(heads, '; ')}`,
    explanation: [
      {
        text: say`They are ${join(
          chosen.slice(0, 30).map((place) => say`${place.name}`),
          ', ',
        )}`,
        ranges: [],
      },
    ],
    proof: [...traits, ...kinds].slice(0, 10),
  });
}

/** Values nearly all lines of each of them have, and few of the others. */
async function traitsOf(run: Investigation, chosen: readonly Place[], others: readonly Place[]): Promise<Claim[]> {
  if (others.length === 0) return [];
  const held = new Map<string, { count: number; document: string; line: number }>();
  for (const place of chosen.slice(0, mostPlacesSampled))
    for (const [trait, at] of await steadyValues(run, place)) {
      const known = held.get(trait);
      if (known === undefined) held.set(trait, { ...at, count: 1 });
      else known.count++;
    }
  const elsewhere = new Map<string, number>();
  const compared = others.slice(0, mostPlacesSampled);
  for (const place of compared)
    for (const [trait] of await steadyValues(run, place)) elsewhere.set(trait, (elsewhere.get(trait) ?? 0) + 1);
  return [...held]
    .filter(([trait, { count }]) => count === chosen.length && (elsewhere.get(trait) ?? 0) <= compared.length * 0.1)
    .sort((a, b) => (elsewhere.get(a[0]) ?? 0) - (elsewhere.get(b[0]) ?? 0))
    .slice(0, 4)
    .map(([trait, { document, line }]) => {
      const [name, value] = trait.split('\u0000') as [string, string];
      const few = elsewhere.get(trait) ?? 0;
      return {
        text: say`${`${name}=${value}`} (${words(few === 0 ? 'none' : number(few))} of the ${compared.length} others)`,
        ranges: [{ document, lineStart: line, lineEnd: line }],
      };
    });
}

async function steadyValues(
  run: Investigation,
  place: Place,
): Promise<Map<string, { document: string; line: number }>> {
  const counts = new Map<string, { count: number; document: string; line: number }>();
  let lines = 0;
  for (const info of place.documents.slice(0, 3)) {
    const document = await run.documents.open(info.name);
    for (const [index, text] of ((await document?.lines(1, sampledLines)) ?? []).entries()) {
      if (text.trim() === '') continue;
      lines++;
      for (const [name, value] of readRow(text).values) {
        if (String(value).length > 80 || String(value) === '') continue;
        const trait = `${name}\u0000${value}`;
        const known = counts.get(trait);
        if (known === undefined) counts.set(trait, { count: 1, document: info.name, line: index + 1 });
        else known.count++;
      }
    }
  }
  return new Map([...counts].filter(([, { count }]) => count >= Math.max(2, lines * 0.5)));
}

interface Kind {
  groups: { survey: Survey; group: MessageGroup }[];
  places: Map<Place, number>;
}

/** Kinds of lines that stand in the logs of each of them; failures and warnings first. */
function sharedKinds(chosen: readonly Place[], others: readonly Place[], surveys: readonly Survey[]): Claim[] {
  const placeOf = new Map<string, Place>();
  for (const place of [...chosen, ...others]) for (const info of place.documents) placeOf.set(info.name, place);
  const held = new Map<string, Kind>();
  for (const survey of surveys) {
    const place = placeOf.get(survey.info.name);
    if (place === undefined) continue;
    for (const group of survey.groups) {
      const one: Kind = held.get(group.pattern) ?? { groups: [], places: new Map() };
      one.groups.push({ survey, group });
      one.places.set(place, (one.places.get(place) ?? 0) + group.count);
      held.set(group.pattern, one);
    }
  }
  const ranks = { critical: 0, error: 0, warning: 1, info: 2 } as const;
  return [...held.values()]
    .filter(({ places }) => chosen.every((place) => places.has(place)))
    .filter(
      ({ places }) => others.length === 0 || others.filter((place) => places.has(place)).length <= others.length * 0.1,
    )
    .sort((a, b) => {
      const [one, other] = [a.groups[0]!.group, b.groups[0]!.group];
      return ranks[one.severity] - ranks[other.severity] || sum(b.places) - sum(a.places);
    })
    .slice(0, 8)
    .map(({ groups, places }) => {
      const counts = chosen.map((place) => places.get(place)!);
      const [low, high] = [Math.min(...counts), Math.max(...counts)];
      const each = low === high ? `${low} each` : `${low} to ${high} each`;
      return {
        text: say`${groups[0]!.group.message.slice(0, 120)} (${words(each)})`,
        ranges: groups.slice(0, 3).map(({ survey, group }) => ({
          document: survey.info.name,
          lineStart: group.first.line,
          lineEnd: group.first.line,
        })),
      };
    });
}

function sum(places: ReadonlyMap<Place, number>): number {
  return [...places.values()].reduce((total, count) => total + count, 0);
}
