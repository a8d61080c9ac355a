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
  /** `server.tls.port`, list positions in brackets. */
  path: string;
  value: string;
  line: number;
}

export interface ConfigProblem {
  line: number;
  message: string;
}

/** A configuration taken apart. Commands fill `statements`, keys and values `settings`. */
export interface ConfigText {
  syntax: ConfigSyntax;
  statements: Statement[];
  settings: Setting[];
  problems: ConfigProblem[];
}

const secretWord =
  /(?:pass(?:word|wd|phrase)?|secret|token|credential|community|pre-?shared-?key|psk|private-?key|api-?key|auth(?:entication)?-?key|key-string|md5|hash)/i;

/** Whether a line or a key holds something that must not be repeated in what we say. */
export function holdsSecret(text: string): boolean {
  return secretWord.test(text) || /\bkey\s+\d\s+\S/.test(text);
}

/** The text with whatever follows a secret's word masked. */
export function maskSecrets(text: string): string {
  return text
    .replace(
      /((?:pass(?:word|wd|phrase)?|secret|token|credentials?|community|pre-?shared-?key|psk|private-?key|api-?key|authentication(?:-key)?|key-string|md5|hash)[\w-]*["']?(?:\s*[=:]\s*|\s+))(?:\d\s+)?("[^"]*"|'[^']*'|[^\s"',;}\])]+)/gi,
      '$1***',
    )
    .replace(/(\bkey\s+\d\s+)\S+/g, '$1***');
}
