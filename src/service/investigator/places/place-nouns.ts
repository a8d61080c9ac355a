import type { DocumentInfo } from '../../formats/reading.ts';
import { singular } from '../calculate/columns.ts';
import type { Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { tokensOf } from './place-names.ts';
import type { Place } from './places.ts';

const fileNouns = /^(?:file|logfile|log|document|attachment|member|text)$/;
/** What people call a thing that writes a log of its own. */
const placeNouns =
  /^(?:node|host|server|machine|device|box|vm|instance|replica|pod|container|microservice|service|component|app|application|test|testcase|case|bench|run|station|gateway|router|switch|sensor|vehicle|car|robot|board|dut|cluster|shard|broker|member|site|store|shop|printer|phone|controller|plc|meter|camera|worker|peer|system)$/;
const sampledDocuments = 6;
const sampledLines = 200;

/**
 * The places a noun of the question stands for ("which pods", "per host", "which file"). Undefined where it stands for
 * something the lines name.
 */
export async function placesCalled(
  noun: string,
  places: readonly Place[],
  run: Investigation,
): Promise<readonly Place[] | undefined> {
  const word = singular(noun.replace(/[ _-]/g, ''));
  if (fileNouns.test(word)) return filesOf(run.documents.infos);
  const parts = byPart(word, places);
  if (parts !== undefined) return parts;
  const isCalled = places.some(({ documents }) =>
    documents[0]!.name.split('/').some((part) => singular(part) === word),
  );
  if (!isCalled && !placeNouns.test(word)) return undefined;
  return places.length > 1 && !(await areCollected(word, places, run)) ? places : undefined;
}

/** `node1-app.log` and `node1-db.log` are of one node. */
function byPart(word: string, places: readonly Place[]): Place[] | undefined {
  const parts = new Map<string, Place>();
  let held = 0;
  for (const { name, documents } of places) {
    const part = new RegExp(`(?<![a-z])${word}[-_ ]?\\d+`, 'i').exec(name)?.[0];
    if (part === undefined) continue;
    held++;
    const known = parts.get(part.toLowerCase());
    if (known !== undefined) known.documents.push(...documents);
    else parts.set(part.toLowerCase(), { name: part, documents: [...documents] });
  }
  return parts.size > 1 && held >= places.length * 0.7 ? [...parts.values()] : undefined;
}

/** Logs that are collected from many of them: then the lines say which, and not the path. */
async function areCollected(word: string, places: readonly Place[], run: Investigation): Promise<boolean> {
  const step = Math.max(1, Math.floor(places.length / sampledDocuments));
  for (let at = 0; at < places.length; at += step) {
    const document = await run.documents.open(places[at]!.documents[0]!.name);
    const values = new Set<string>();
    for (const text of (await document?.lines(1, sampledLines)) ?? []) {
      for (const [name, value] of fieldsOf(text).fields)
        if (tokensOf(name).at(-1)?.text === word || name.toLowerCase() === word) values.add(String(value));
    }
    if (values.size > 1) return true;
  }
  return false;
}

function filesOf(infos: readonly DocumentInfo[]): Place[] {
  const holders = new Map<string, number>();
  for (const { name } of infos)
    for (const part of new Set(name.split('/'))) holders.set(part, (holders.get(part) ?? 0) + 1);
  return infos.map((info) => ({ name: shortName(info.name, holders), documents: [info] }));
}

/** The file's own name; where others have it too, behind the last folder that no other has: `storage-6/…/current.log`. */
function shortName(path: string, holders: ReadonlyMap<string, number>): string {
  const parts = path.split('/');
  const base = parts.at(-1)!;
  if (holders.get(base) === 1 || parts.length === 1) return base;
  const at = parts.findLastIndex((part, index) => index < parts.length - 1 && holders.get(part) === 1);
  if (at < 0) return path;
  return at === parts.length - 2 ? `${parts[at]}/${base}` : `${parts[at]}/…/${base}`;
}
