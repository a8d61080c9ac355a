import { isShortlyBefore, msBetween } from '../detect/spans.ts';
import { type Place, placeOf } from '../facts/place.ts';
import { eachRecord } from '../facts/records.ts';
import { formOf, type Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { oneEventMs } from '../run/find-moment.ts';

/** A kind of lines that comes shortly before an event, nearly each time, and hardly ever elsewhere. */
export interface Companion {
  /** The nearest line of the kind before each of the events it comes before. */
  before: { place: Place; event: Place }[];
}

/** An event that is told by several lines begins with the first. */
export interface Recurring {
  events: Place[];
  companion: Companion | undefined;
}

const mostKinds = 5000;
const mostEvents = 500;
/** In lines, where they have no times. */
const farLines = 50;
const oneEvent = { ms: oneEventMs, lines: 10 };
/** So far back is looked for what comes before an event, and no further than this part of the file's time. */
const farMs = 600_000;
const farPart = 0.1;

interface Kind {
  total: number;
  last: Place;
  before: Companion['before'];
}

/** The times at which something happened, and what comes before them each time. */
export async function whatRecurs(scene: Scene, schema: Schema, where: readonly Condition[]): Promise<Recurring> {
  const isEvent = compile(where, schema);
  const { firstMs = 0, lastMs = 0 } = schema.clock ?? {};
  const lookback = { ms: Math.min(farMs, (lastMs - firstMs) * farPart), lines: farLines };
  const kinds = new Map<string, Kind>();
  const events: Place[] = [];
  let told: Place | undefined;
  const { records } = await eachRecord(scene, {
    see(record) {
      const place = placeOf(record);
      if (isEvent(record)) {
        const isNew = told === undefined || !isNear(told, place, oneEvent);
        told = place;
        if (!isNew || events.length >= mostEvents) return;
        events.push(place);
        for (const { last, before } of kinds.values())
          if (isNear(last, place, lookback)) before.push({ place: last, event: place });
      } else see(kinds, formOf(record, schema), place);
    },
  });
  return { events, companion: companionAmong([...kinds.values()], events.length, lastMs - firstMs || records) };
}

function see(kinds: Map<string, Kind>, form: string, place: Place): void {
  const kind = kinds.get(form);
  if (kind !== undefined) {
    kind.total++;
    kind.last = place;
  } else if (kinds.size < mostKinds) kinds.set(form, { total: 1, last: place, before: [] });
}

const isNear = (from: Place, to: Place, most: { ms: number; lines: number }): boolean =>
  from.document === to.document && isShortlyBefore(from, to, most);

/** It comes before at least so many of the events, and elsewhere at most half as often. */
const fewestShare = 0.75;
const mostElsewhere = 0.5;
/** Of all moments of the file so many at most lie as near behind such a line: before an event it stands by no chance. */
const mostByChance = 0.2;

function companionAmong(kinds: readonly Kind[], events: number, span: number): Companion | undefined {
  if (events < 2) return undefined;
  const fewest = Math.max(2, Math.ceil(events * fewestShare));
  return kinds
    .filter(({ total, before }) => {
      const own = new Set(before.map(({ place }) => place.line)).size;
      const near = (total * Math.max(...before.map(aheadOf))) / span;
      return own >= fewest && total - own <= own * mostElsewhere && near <= mostByChance;
    })
    .sort((a, b) => b.before.length - a.before.length || a.total - b.total || farOf(b) - farOf(a))[0];
}

/** In time, or in lines where they have no times. */
const aheadOf = ({ place, event }: Companion['before'][number]): number =>
  msBetween(place, event) ?? event.line - place.line;

/** What comes earlier is nearer to the reason. */
const farOf = ({ before }: Kind): number => Math.min(...before.map(aheadOf));
