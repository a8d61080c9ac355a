import { posix } from 'node:path';
import { familyOf } from '../../formats/bundle/log-family.ts';
import type { DocumentInfo } from '../../formats/reading.ts';

/** A node, pod, service, device or test of an archive: the part of its paths that tells its logs apart. */
export interface Place {
  name: string;
  documents: DocumentInfo[];
}

const eventTypes = /^(?:log|capture|dmesg|bugreport|ramdump)$/;
/** Names that say what a file is, and not whose. */
const generic =
  /^(?:logs?|current|previous|console|output|out|stdout|stderr|messages?|syslog|kern(?:el)?|main|results?|data|texts?|json|readme|notes?|\d{1,2}|v\d+)$/i;
const systemFolders = /^(?:var|etc|proc|sys|usr|run|tmp|home|root|boot|dev|opt|sos_\w+|journal|lib)$/;
const hash = /^[0-9a-f]{12,}(?:-json)?$/i;
const fewestNamed = 0.6;
const mostPlaces = 5000;

/** Places of the documents of one archive; fewer than two where their paths tell of none. */
export function placesIn(infos: readonly DocumentInfo[]): Place[] {
  const texts = infos.filter((info) => eventTypes.test(info.fileType) && info.lines > 0);
  if (texts.length < 2) return [];
  const paths = new Map(infos.slice(0, 20_000).map((info) => [info, partsOf(info.name)]));
  const level = levelOf(texts.map((info) => paths.get(info)!));
  if (level === undefined) return [];
  const places = new Map<string, Place>();
  for (const [info, parts] of paths) {
    const name = parts[level];
    if (name === undefined || !isNaming(name)) continue;
    const known = places.get(name);
    if (known !== undefined) known.documents.push(info);
    else if (places.size < mostPlaces) places.set(name, { name, documents: [info] });
  }
  const isEventful = ({ documents }: Place) => documents.some((info) => eventTypes.test(info.fileType));
  const all = [...places.values()].filter(isEventful);
  return all.length < 2 ? [] : all;
}

/** Folders of a path, then its file without what makes it a log or a piece of one. */
function partsOf(path: string): string[] {
  const folders = path.split('/').slice(0, -1);
  const file = posix
    .basename(familyOf(path))
    .replace(/(?:\.(?:log|txt|out|err|jsonl?|ya?ml|conf|cfg|ini|xml|gz))+$/i, '');
  return [...folders, file];
}

/** The depth at which most differ by names of their own, the shallowest of equals. */
function levelOf(paths: readonly string[][]): number | undefined {
  const deepest = Math.max(...paths.map((parts) => parts.length));
  let best: { level: number; count: number } | undefined;
  for (let level = 0; level < Math.min(deepest, 40); level++) {
    const names = paths.flatMap((parts) => parts[level] ?? []);
    // Below, all is of one machine.
    if (names.some((name) => systemFolders.test(name))) break;
    const named = names.filter(isNaming);
    const count = new Set(named).size;
    if (count < 2 || named.length < paths.length * fewestNamed) continue;
    if (best === undefined || count > best.count) best = { level, count };
  }
  return best?.level;
}

function isNaming(name: string): boolean {
  return name !== '' && !generic.test(name) && !hash.test(name) && !systemFolders.test(name);
}
