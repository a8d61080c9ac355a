import { type ConfigProblem, maxSettings, type Parsed, pathOf, type Setting } from './config-text.ts';
import { stanzaStarts } from './stanzas.ts';

const maxContinued = 2000;

/** Sections that are entries of a list: a second one is another peer, not more of the first. */
const listedSection =
  /^(?:Peer|WireGuardPeer|Address|Route|Neighbor|NextHop|RoutingPolicyRule|DHCPServerStaticLease|VRF|Exec|Files|Partition|IPv6Prefix|IPv6RoutePrefix|BridgeFDB|BridgeVLAN|SR-IOV)$/;

const header = /^(\[{1,2})(.{0,300}?)\]{1,2}\s*(?:[;#].*)?$/;
const assignment = /^(?:export\s{1,80}(?=\S))?("[^"]{0,300}"|'[^']{0,300}'|@|[^=:]{1,300}?)\s{0,80}[=:](.*)/;

/** INI, TOML and properties: sections and `key = value`, `key: value`; values over several lines joined. */
export function parseAssignments(lines: readonly string[], { isToml = false, hasInlineComments = false } = {}): Parsed {
  const settings: Setting[] = [];
  const problems: ConfigProblem[] = [];
  const seen = new Map<string, number>();
  /** How often the name stood before. */
  const countOf = (name: string): number => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count;
  };
  const stanzas = stanzaStarts(lines);
  let stanza = -1;
  let section: (string | number)[] = [];
  for (let index = 0; index < lines.length && settings.length < maxSettings; index++) {
    const raw = lines[index]!;
    const line = index + 1;
    if (stanzas?.has(index)) {
      section = [++stanza];
      seen.clear();
    }
    const text = raw.replace(/^\ufeff/, '').trim();
    if (text === '' || /^[#;!]/.test(text) || isHeading(text, index)) continue;
    if (text.startsWith('[') && !/^\[[^\]]*\]\s*[=:]/.test(text)) {
      const [, brackets, title] = header.exec(text) ?? [];
      if (title === undefined) {
        problems.push({ line, message: 'a section header that is not closed' });
        continue;
      }
      const name = title.trim();
      const count = countOf(name);
      section = brackets === '[[' || listedSection.test(name) ? [name, count] : [name];
      continue;
    }
    const match = assignment.exec(text);
    if (!match) {
      // A continued value, or a bare word or phrase as some programs allow it.
      const isAllowed = /^\s/.test(raw) || /^[\w.-]+$/.test(text);
      if (!isAllowed) problems.push({ line, message: 'neither a section nor a key with a value' });
      continue;
    }
    const first = match[2]!.trimStart();
    const end = endOfValue(lines, index, first);
    const value = end === index ? first : joined([first, ...lines.slice(index + 1, end + 1)], isToml ? ' ' : '');
    index = end;
    const key = match[1]!.replace(/^["']|["']$/g, '');
    // A key that an entry names again is a list there.
    const count = stanzas === undefined ? 0 : countOf(key);
    const keys = count > 0 ? [...section, key, count] : [...section, key];
    const told = unquote(hasInlineComments ? withoutComment(value) : value);
    settings.push({ path: pathOf(keys), keys, value: told, type: 'text', line });
  }
  return { statements: [], settings, problems, ...(settings.length >= maxSettings ? { isCut: true } : {}) };
}

function joined(lines: readonly string[], separator: string): string {
  return lines.map((line) => line.trim().replace(/\\$/, '')).join(separator);
}

/** The last line of a value that goes on: by a backslash, an open bracket or open triple quotes. */
function endOfValue(lines: readonly string[], start: number, value: string): number {
  const last = Math.min(lines.length - 1, start + maxContinued);
  const triple = /^("""|''')/.exec(value)?.[1];
  if (triple) {
    if (value.indexOf(triple, 3) >= 0) return start;
    for (let index = start + 1; index <= last; index++) if (lines[index]!.includes(triple)) return index;
    return start;
  }
  if (/^[[{]/.test(value) && bracketDepth(value) > 0) {
    let depth = bracketDepth(value);
    for (let index = start + 1; index <= last; index++) {
      if (/^\s*\[[^\]=]*\]\s*$/.test(lines[index]!)) return start;
      depth += bracketDepth(lines[index]!);
      if (depth <= 0) return index;
    }
    return start;
  }
  let index = start;
  while (/(?:^|[^\\])(?:\\\\)*\\$/.test(lines[index]!.trimEnd()) && index < last) index++;
  return index;
}

function bracketDepth(text: string): number {
  const plain = text
    .slice(0, 4000)
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '')
    .replace(/#.*/, '');
  return plain.replace(/[^[{]/g, '').length - plain.replace(/[^\]}]/g, '').length;
}

/** The registry's export says what it is in its first line. */
function isHeading(text: string, index: number): boolean {
  return index === 0 && /^(?:Windows Registry Editor|REGEDIT4)/.test(text);
}

/** `5 # why`, `'a' ; why`: only where blanks stand on both sides. */
function withoutComment(value: string): string {
  const quoted = /^("[^"]*"|'[^']*')\s*[#;]/.exec(value)?.[1];
  return quoted ?? (/^["']/.test(value) ? value : value.replace(/(?<!\s)\s+[#;]\s.*/, ''));
}

function unquote(value: string): string {
  const text = value.trim();
  return text.length > 1 && /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
