import type { ConfigSyntax } from '../config-text.ts';
import type { ConfigKind } from './config-kind.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { networkKinds } from './network-kinds.ts';
import { programKinds } from './program-kinds.ts';
import { systemKinds } from './system-kinds.ts';

const looksAt = 256 * 1024;
const longestLine = 500;
const kinds: readonly ConfigKind[] = [...networkKinds, ...programKinds, ...systemKinds, ...daemonKinds];

/** Which device or program a configuration is for, by its own words; undefined where none of the known ones fits. */
export function kindOf(
  text: string,
  syntax: ConfigSyntax,
  lines: readonly string[],
  name = '',
): ConfigKind | undefined {
  const head = withoutBlankLines(text.slice(0, looksAt));
  const base = name.slice(name.lastIndexOf('/') + 1);
  return kinds.find((kind) => {
    if (kind.syntaxes && !kind.syntaxes.includes(syntax)) return false;
    if (kind.marks?.some((mark) => !mark.test(head))) return false;
    if (!kind.lines) return true;
    const { pattern, share, least } = kind.lines;
    const known = lines.filter((line) => pattern.test(line.slice(0, 500))).length;
    return known >= least && known / lines.length >= (kind.names?.test(base) ? share / 2 : share);
  });
}

/** A pattern that begins with blanks would look through a run of empty lines again from each of them. */
function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, longestLine))
    .join('\n');
}
