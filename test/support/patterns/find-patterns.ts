import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'acorn';

export interface FoundPattern {
  /** `service/lines/level.ts:89`, from the source's root. */
  place: string;
  source: string;
  flags: string;
}

/** Every regular expression literal below a folder. */
export function literalsBelow(root: string): FoundPattern[] {
  return scriptsBelow(root).flatMap((name) => literalsIn(name, readFileSync(join(root, name), 'utf8')));
}

export function literalsIn(name: string, script: string): FoundPattern[] {
  // Types become blanks, so places stay what they are.
  const code = name.endsWith('.ts') ? stripTypeScriptTypes(script) : script;
  const found: FoundPattern[] = [];
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true, allowHashBang: true });
  visit(tree, (node) => {
    const { regex, loc } = node as { regex?: { pattern: string; flags: string }; loc: { start: { line: number } } };
    if (regex) found.push({ place: `${name}:${loc.start.line}`, source: regex.pattern, flags: regex.flags });
  });
  return found;
}

/** What `new RegExp` makes while the modules below a folder load: patterns put together from constants. */
export async function builtBelow(root: string): Promise<FoundPattern[]> {
  const found: FoundPattern[] = [];
  const Native = globalThis.RegExp;
  const rootUrl = `${pathToFileURL(root).href}/`;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, given: [string | RegExp, string?], newTarget) {
      const made: RegExp = Reflect.construct(target, given, newTarget);
      const place = (new Error().stack ?? '')
        .split('\n')
        .find((line) => line.includes(rootUrl) && !line.includes('/core/any-of.ts'));
      const at = place?.slice(place.indexOf(rootUrl) + rootUrl.length).split(':');
      if (at) found.push({ place: `${at[0]}:${at[1]}`, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const name of scriptsBelow(root)) {
      const path = join(root, name);
      if (!isProgram(name, readFileSync(path, 'utf8'))) await import(pathToFileURL(path).href);
    }
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}

/** Loading it would start a program, or needs a browser or a Worker. */
function isProgram(name: string, script: string): boolean {
  return (
    /\.js$|^(?:main|worker)\.ts$|^cloudflare\//.test(name) || /process\.(?:argv|exit|stdin)\b|^await /m.test(script)
  );
}

function scriptsBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .sort();
}

function visit(node: unknown, look: (node: object) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, look);
  else if (typeof node === 'object' && node !== null) {
    look(node);
    for (const [key, value] of Object.entries(node)) if (key !== 'loc' && key !== 'regex') visit(value, look);
  }
}
