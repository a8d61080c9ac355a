/** How a configuration is written. */
export type ConfigSyntax =
  | 'json'
  | 'xml'
  | 'yaml'
  | 'ini'
  | 'properties'
  | 'commands'
  | 'set commands'
  | 'braces'
  | 'tagged sections'
  | 'iptables'
  | 'nested edits';

/** One line of configuration in its place. `path` is what encloses it, outermost first. Lines are 1-based. */
export interface Statement {
  text: string;
  line: number;
  path: readonly string[];
  /** Line of the statement right around it; undefined at the top. */
  parentLine?: number;
}

/** One named value of a file of keys and values. */
export interface Setting {
  /** For people: `server.tls.port`, list positions in brackets. */
  path: string;
  /** The same in parts: keys are texts, list positions numbers. */
  keys: readonly (string | number)[];
  value: string;
  /** As the file types it; INI and properties know only text. `empty` is a map or list without members. */
  type: 'text' | 'number' | 'boolean' | 'null' | 'empty';
  line: number;
}

export interface ConfigProblem {
  line: number;
  message: string;
}

/** A configuration taken apart. Commands fill `statements`, keys and values `settings`. */
export interface ConfigText {
  syntax: ConfigSyntax;
  /** Which device or program it is for, an id of kinds/; absent where its words do not say. */
  kind?: string;
  /** The same as people call it. */
  label?: string;
  statements: Statement[];
  settings: Setting[];
  problems: ConfigProblem[];
  /** There is more in the file than was taken apart: it is too long for its syntax. */
  isCut?: boolean;
}

/** What a parser of one syntax gives. */
export type Parsed = Pick<ConfigText, 'statements' | 'settings' | 'problems' | 'isCut'>;

/** As many settings as are taken from one file; what comes behind stays text. */
export const maxSettings = 100_000;

/** A path for people out of its parts; a key with a dot or a bracket stands in quotes. */
export function pathOf(keys: readonly (string | number)[]): string {
  let path = '';
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`;
    else path += `${path === '' ? '' : '.'}${/[.[\]\s]/.test(key) && path !== '' ? `"${key}"` : key}`;
  }
  return path;
}
