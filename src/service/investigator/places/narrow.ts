import type { DocumentInfo, Reading } from '../../formats/reading.ts';
import type { ReadFile } from '../report.ts';
import { type NamedPlaces, placesNamed } from './place-names.ts';
import { type Place, placesIn } from './places.ts';

/** What a question over one archive is about: all of it, some places of it, or one place against another. */
export interface Narrowed {
  files: readonly ReadFile[];
  question: string;
  /** The place all of it is about. */
  place?: string;
}

const comparing =
  /\b(?:compar\w+|differ\w*|versus|vs\.?|against|instead of|not on|but not|unterschied\w*|vergleich\w*|diff[eé]rence\w*)\b/i;
const configs = /\b(?:config\w*|settings?|options?|parameters?|yaml|konfig\w*)\b/i;
/** Asks where something came from: that may lie anywhere. */
const asksForOrigin =
  /\b(?:why|cause[ds]?|causing|reasons?|root cause|how come|because|depends?|explain|led to|trigger\w*|behind|warum|wieso|weshalb|pourquoi|first|order|sequence|which|who)\b/i;

/** Undefined where the question speaks of the whole archive. */
export function narrowed(files: readonly ReadFile[], question: string): Narrowed | undefined {
  const [file] = files;
  if (file === undefined || files.length > 1 || file.reading.fileType !== 'bundle' || question.length > 400)
    return undefined;
  const places = placesIn(file.reading.documents);
  if (places.length === 0) return undefined;
  const named = placesNamed(question, places);
  const [one, other, ...more] = named;
  if (one === undefined || more.length > 0) return undefined;
  if (other !== undefined) return comparing.test(question) ? sides(file, one, other) : undefined;
  const isAlone = one.places.length < places.length;
  if (configs.test(question) && comparing.test(question) && isAlone) return againstPeer(file, one, places);
  const isMeant = one.isExact || isSpokenOf(question, one);
  if (!isMeant || !isAlone || comparing.test(question)) return undefined;
  if (asksForOrigin.test(question) || isSpokenOfElsewhere(question, one)) return undefined;
  const documents = one.places.flatMap((place) => place.documents);
  return {
    files: [part(file, file.name, documents)],
    question: withoutName(question, one),
    place: one.places.length === 1 ? one.places[0]!.name : one.word,
  };
}

function sides(file: ReadFile, one: NamedPlaces, other: NamedPlaces): Narrowed {
  return { files: [sideOf(file, one), sideOf(file, other)], question: '' };
}

/** The settings of one against those of another that has the same files. */
function againstPeer(file: ReadFile, one: NamedPlaces, places: readonly Place[]): Narrowed | undefined {
  const settings = ({ documents }: Place) => documents.filter((info) => info.fileType === 'config');
  const basesOf = (place: Place) => new Set(settings(place).map(({ name }) => name.slice(name.lastIndexOf('/') + 1)));
  const own = one.places.find((place) => settings(place).length > 0);
  if (own === undefined) return undefined;
  const bases = basesOf(own);
  const peer = places.find(
    (place) => !one.places.includes(place) && [...basesOf(place)].some((base) => bases.has(base)),
  );
  if (peer === undefined) return undefined;
  return { files: [part(file, peer.name, settings(peer)), part(file, own.name, settings(own))], question: '' };
}

function sideOf(file: ReadFile, { word, places }: NamedPlaces): ReadFile {
  return part(
    file,
    places.length === 1 ? places[0]!.name : word,
    places.flatMap((place) => place.documents),
  );
}

/** The reading as if only these documents were in the archive. */
function part(file: ReadFile, name: string, documents: readonly DocumentInfo[]): ReadFile {
  const names = new Set(documents.map((info) => info.name));
  const isIn = (document: string | undefined) => document !== undefined && names.has(document);
  const { reading } = file;
  const { members, ...rest } = reading;
  const [only, second] = documents.filter(({ lines }) => lines > 0);
  const kept: Reading = {
    ...rest,
    fileType: only !== undefined && second === undefined ? only.fileType : reading.fileType,
    documents: [...documents],
    findings: reading.findings
      .filter(({ evidence }) => isIn(evidence[0]?.document))
      .map((finding) => ({ ...finding, evidence: finding.evidence.filter((range) => isIn(range.document)) })),
    series: reading.series.filter((one) => isIn(one.document)),
    timeline: reading.timeline.filter((event) => isIn(event.document)),
    facts: {},
    ...(members === undefined ? {} : { members: members.filter((member) => isIn(member.name)) }),
  };
  return { ...file, name, reading: kept };
}

/** "on web-1", "does mongo have", "the ads pod": the place itself, and not a thing of that name. */
function isSpokenOf(question: string, { word, at }: NamedPlaces): boolean {
  const before = question.slice(0, at);
  const after = question.slice(at + word.length);
  const noun =
    /^\W{0,3}(?:pods?|nodes?|hosts?|containers?|services?|servers?|device|machine|box|instance|file|logs?|folder)\b/i;
  return (
    /\b(?:on|in|at|of|from|pod|node|host|container|service|server|device|machine|file|log|folder) (?:the )?$/i.test(
      before,
    ) ||
    noun.test(after) ||
    /\b(?:is|are|was|were|does|did|do|has|have|had) (?:the )?$/i.test(before)
  );
}

/** "Requests to payments fail": others tell of it. */
function isSpokenOfElsewhere(question: string, { at }: NamedPlaces): boolean {
  return /\b(?:to|towards?|into|against|behind|by|after|before|with|calling|reach) (?:the )?(?:\w+ )?$/i.test(
    question.slice(0, at),
  );
}

/** What is asked, without the name of the place it is asked of. */
export function withoutName(question: string, { word, at }: Pick<NamedPlaces, 'word' | 'at'>): string {
  const nouns = '(?:pods?|nodes?|hosts?|containers?|services?|servers?|device|machine|box|instance|file|logs?|folder)';
  const before = question.slice(0, at);
  const after = question.slice(at + word.length).replace(new RegExp(`^(?:['’]s\\b)?(?: ${nouns}\\b)?`, 'i'), '');
  const placed = new RegExp(`\\b(?:on|in|at|of|from|for) (?:the )?(?:${nouns} )?$`, 'i');
  if (placed.test(before)) return `${before.replace(placed, '')}${after}`.replace(/ +/g, ' ').trim();
  return `${before.replace(new RegExp(`(?:the )?(?:${nouns} )?$`, 'i'), '')}it${after}`.replace(/ +/g, ' ').trim();
}
