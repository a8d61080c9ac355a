import type { OpenDocument } from '../../lines/open-document.ts';
import { fieldsOf } from '../survey/fields-of.ts';

/** Whom the lines of a document name as their writers, in the order of how many lines are theirs. */
export interface ToldServices {
  /** Several of them: the log of many, in which one that is not named has no lines. */
  services: string[];
  /** Each line says who wrote it, as in the log of a machine: one of them is enough to know that another is not here. */
  isSigned: boolean;
  /** All names in such places, hosts and instances too, without the numbers that tell instances apart. */
  shapes: ReadonlySet<string>;
}

const sampledBlocks = 12;
const linesOfBlock = 100;
const leastShare = 0.005;
const serviceField =
  /(?:^|[._])(?:service|svc|app|application|container|pod|deployment|workload|unit|program|syslog_identifier)(?:[._]?name)?$/i;
const placeField = /(?:^|[._])(?:host|hostname|node|instance|vm|machine|server|device)(?:[._]?name)?$/i;
/** "Nov 18 06:00:00 web-1 sshd[812]: ...": host and program as syslog and journals write them. */
const syslogHead =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S{0,12}) ([\w.-]{1,60}) ([A-Za-z_][\w./-]{0,60})(?:\[\d{1,9}\])?: /;
/** "web-1  | ...": as container tools write the lines of several. */
const prefixed = /^([a-z][\w.-]{1,60}) {1,30}\| /i;
/** Written like a service, unlike a class or a package: `tax-rates`. */
const kebab = /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/;
const plainWord = /^[a-z]{3,30}$/;

/** Looks at lines from all over the document. `asked`: by its shape names of loggers are told from those of services. */
export async function toldServices(document: OpenDocument, asked: string): Promise<ToldServices> {
  const services = new Map<string, number>();
  const sources = new Map<string, number>();
  const shapes = new Set<string>();
  let seen = 0;
  let signed = 0;
  const step = Math.max(linesOfBlock, Math.floor(document.info.lines / sampledBlocks));
  for (let from = 1; from <= document.info.lines; from += step) {
    const texts = await document.lines(from, Math.min(document.info.lines, from + linesOfBlock - 1));
    for (const text of texts) {
      if (text.trim() === '') continue;
      seen++;
      const own = new Set<string>();
      const head = syslogHead.exec(text);
      const compose = prefixed.exec(text)?.[1];
      if (head !== null || compose !== undefined) signed++;
      if (head !== null) own.add(head[2]!);
      if (head !== null) shapes.add(shapeOf(head[1]!));
      if (compose !== undefined) own.add(compose);
      const fields = fieldsOf(text);
      for (const [name, value] of fields.fields) {
        if (typeof value !== 'string' || value.length > 80) continue;
        if (serviceField.test(name)) own.add(value);
        else if (placeField.test(name)) shapes.add(shapeOf(value));
      }
      for (const one of own) bump(services, shapeOf(one));
      const { source } = fields;
      if (own.size === 0 && source !== undefined && !/[A-Z]/.test(source)) bump(sources, shapeOf(source));
    }
  }
  for (const name of services.keys()) shapes.add(name);
  const isAlike = plainWord.test(withoutKind(shapeOf(asked)))
    ? (name: string) => plainWord.test(withoutKind(name)) || kebab.test(name)
    : (name: string) => kebab.test(name);
  const named = often(services, seen);
  const isSigned = signed > seen * 0.5;
  return { isSigned, services: named.length > 0 ? named : often(sources, seen).filter(isAlike), shapes };
}

/** `checkout-7d9fb6c5d-lm6nd` and `checkout-2` are instances of `checkout`. */
export function shapeOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/-[0-9a-f]{5,10}-[a-z\d]{5}$/, '')
    .replace(/[-_.]?\d+$/, '');
}

function withoutKind(name: string): string {
  return name.replace(/-(?:service|svc|api|server|app)$/, '');
}

function bump(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function often(counts: ReadonlyMap<string, number>, seen: number): string[] {
  return [...counts]
    .filter(([, count]) => count >= Math.max(2, seen * leastShare))
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name);
}
