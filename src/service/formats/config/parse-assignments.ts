import type { ConfigProblem, Setting } from './config-text.ts';

/** INI, TOML's simple part, and properties: sections and `key = value`, `key: value`. */
export function parseAssignments(lines: readonly string[]): { settings: Setting[]; problems: ConfigProblem[] } {
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  let section = '';
  for (let index = 0; index < lines.length; index++) {
    const raw = lines[index]!;
    const line = index + 1;
    const text = raw.trim();
    if (text === '' || /^[#;!]/.test(text)) continue;
    if (text.startsWith('[')) {
      const name = /^\[{1,2}([^\]]*)\]{1,2}\s*(?:[;#].*)?$/.exec(text)?.[1];
      if (name === undefined) problems.push({ line, message: 'a section header that is not closed' });
      section = name?.trim() ?? section;
      continue;
    }
    const match = /^(?:export\s+)?("[^"]*"|'[^']*'|[^=:]+?)\s*[=:]\s*(.*)$/.exec(text);
    if (!match) {
      // A continued value, or a bare word as some programs allow it.
      if (/^\s/.test(raw) || /^[\w.-]+$/.test(text)) continue;
      problems.push({ line, message: 'neither a section nor a key with a value' });
      continue;
    }
    let value = match[2]!;
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(value) && index + 1 < lines.length) {
      index++;
      value = value.slice(0, -1) + lines[index]!.trim();
    }
    const key = match[1]!.replace(/^["']|["']$/g, '');
    settings.push({ path: section === '' ? key : `${section}.${key}`, value: unquote(value), line });
  }
  return { settings, problems };
}

function unquote(value: string): string {
  const text = value.trim();
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
