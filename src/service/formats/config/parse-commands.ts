import type { ConfigProblem, Parsed, Statement } from './config-text.ts';

const maxDepth = 64;
const maxContinued = 200;

interface Block {
  indent: number;
  text: string;
  line: number;
}

/** Programs whose sections begin with certain words and end where the next one begins, indented or not. */
const sections: Record<string, { opens: RegExp; stands?: RegExp }> = {
  sshd: { opens: /^(?:match|host)\s/i },
  haproxy: {
    opens:
      /^(?:global|defaults|frontend|backend|listen|peers|userlist|resolvers|cache|program|mailers|http-errors|ring|fcgi-app)\b/,
  },
  uci: { opens: /^(?:config|package)\s/ },
  ipsec: { opens: /^(?:conn|ca|config)\s/ },
  ifupdown: { opens: /^(?:iface|mapping)\s/, stands: /^(?:auto|allow-\S+|source\S*|no-auto-down)\s/ },
  routeros: { opens: /^\// },
};

/** Blocks that exports without indentation end with `!` or `#`. */
const unindentedBlock =
  /^(?:interface|router|route-map|line|class-map|policy-map|vlan \d|ip access-list|ip vrf|vrf|crypto map|address-family|aaa group|key chain|object-group|ospf|bgp \d|acl|user-interface|aaa$)\b/i;

/** Router and server commands: blocks by indentation, by sections, or between full stops. Banners are one statement. */
export function parseCommands(lines: readonly string[], kind?: string): Parsed {
  const statements: Statement[] = [];
  const section = kind === undefined ? undefined : sections[kind];
  const isFlat = !section && !lines.some((line) => /^\s+\S/.test(line) && isMeaningful(line));
  const opensBlock = (text: string): boolean =>
    section ? section.opens.test(text) : !isFlat || unindentedBlock.test(text);
  let open: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const raw = lines[index]!;
    if (isFlat && /^[!#]\s*$/.test(raw)) open = [];
    if (!isMeaningful(raw)) continue;
    const indent = raw.length - raw.trimStart().length;
    const line = index + 1;
    const { text, last } = withContinued(lines, index);
    const opens = opensBlock(text);
    if (!section && !isFlat) while (open.length > 0 && open[open.length - 1]!.indent >= indent) open.pop();
    else if (opens || section?.stands?.test(text)) open = [];
    statements.push(statementIn(open, text, line));
    if (opens && open.length < maxDepth) open.push({ indent, text, line });
    index = endOfBanner(lines, last);
  }
  return { statements, settings: [], problems: [] };
}

/** A line with those that its backslashes go on in. */
function withContinued(lines: readonly string[], start: number): { text: string; last: number } {
  let text = lines[start]!.trim();
  let last = start;
  while (text.endsWith('\\') && last + 1 < lines.length && last - start <= maxContinued)
    text = `${text.slice(0, -1).trimEnd()} ${lines[++last]!.trim()}`;
  return { text, last };
}

/** One command a line, each whole by itself. */
export function parseFlat(lines: readonly string[]): Parsed {
  const statements = lines.flatMap((text, index) =>
    isMeaningful(text) ? [{ text: text.trim(), line: index + 1, path: [] }] : [],
  );
  return { statements, settings: [], problems: [] };
}

/** `banner motd ^C … ^C`: text for people, not commands. */
function endOfBanner(lines: readonly string[], start: number): number {
  const match = /^\s*(?:set )?banner (?:\S+ )?(\^C|\^|\x03|[^\w\s"])(.*)$/.exec(lines[start]!);
  const isUnmarked = /^\s*banner (?:login|motd|exec)\s*$/.test(lines[start]!);
  const mark = isUnmarked ? 'EOF' : match?.[1];
  if (!mark || (match && match[2]!.includes(mark))) return start;
  for (let index = start + 1; index < Math.min(lines.length, start + 200); index++) {
    if (lines[index]!.includes(mark)) return index;
  }
  return start;
}

/** `config … edit … set … next … end`. */
export function parseEdits(lines: readonly string[]): Parsed {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  const open: { text: string; line: number }[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (!isMeaningful(lines[index]!)) continue;
    const line = index + 1;
    let text = lines[index]!.trim();
    // A value in quotes may go over lines: banners, certificates, keys.
    while (opensQuote(text) && index + 1 < lines.length && index - line < maxContinued)
      text = `${text} ${lines[++index]!.trim()}`;
    if (text === 'next' || text === 'end') {
      if (text === 'end' && open[open.length - 1]?.text.startsWith('edit ')) open.pop();
      if (!open.pop()) problems.push({ line, message: `\`${text}\` without something to close` });
      continue;
    }
    statements.push(statementIn(open, text, line));
    if (/^(?:config|edit) /.test(text) && open.length < maxDepth) open.push({ text, line });
  }
  for (const { line, text } of open) problems.push({ line, message: `\`${text.slice(0, 80)}\` is never closed` });
  return { statements, settings: [], problems };
}

function opensQuote(text: string): boolean {
  return /^(?:[^"\\]|\\.)*"(?:[^"\\]|\\.)*$/.test(text.slice(0, 4000).replace(/"(?:[^"\\]|\\.)*"/g, ''));
}

/** Tables of rules as `iptables-save` prints them. */
export function parseIptables(lines: readonly string[]): Parsed {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  let table: { text: string; line: number } | undefined;
  for (const [index, raw] of lines.entries()) {
    const text = raw.trim();
    const line = index + 1;
    if (!isMeaningful(raw)) continue;
    if (text === 'COMMIT') {
      table = undefined;
      continue;
    }
    if (/^\*\w+$/.test(text)) {
      if (table) problems.push({ line: table.line, message: `table ${table.text} has no COMMIT` });
      table = { text, line };
    }
    const isOwn = table?.line === line;
    const place = table && !isOwn ? { path: [table.text], parentLine: table.line } : { path: [] };
    statements.push({ text, line, ...place });
  }
  if (table) problems.push({ line: table.line, message: `table ${table.text} has no COMMIT` });
  return { statements, settings: [], problems };
}

/** `<VirtualHost *:443> … </VirtualHost>` around commands. */
export function parseTaggedSections(lines: readonly string[]): Parsed {
  const statements: Statement[] = [];
  const problems: ConfigProblem[] = [];
  const open: { text: string; line: number; name: string }[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    const { text, last } = withContinued(lines, index);
    index = last;
    if (text === '' || text.startsWith('#')) continue;
    const closing = /^<\/([\w-]+)\s*>/.exec(text)?.[1]?.toLowerCase();
    if (closing !== undefined) {
      const innermost = open[open.length - 1];
      const found = innermost ? `</${innermost.name}> of line ${innermost.line}` : 'no section';
      if (innermost?.name === closing) open.pop();
      else problems.push({ line, message: `</${closing}> where ${found} was open` });
      continue;
    }
    const name = /^<([\w-]+)/.exec(text)?.[1]?.toLowerCase();
    const shown = name === undefined ? text : text.replace(/^<|>\s*$/g, '');
    statements.push(statementIn(open, shown, line));
    if (name !== undefined && open.length < maxDepth) open.push({ text: shown, line, name });
  }
  for (const { line, name } of open) problems.push({ line, message: `<${name}> is never closed` });
  return { statements, settings: [], problems: problems.slice(0, 20) };
}

function isMeaningful(line: string): boolean {
  return line.trim() !== '' && !/^\s*(?:[!#]|\/\/|--\s)/.test(line);
}

/** A statement within the blocks that are open. */
export function statementIn(open: readonly { text: string; line: number }[], text: string, line: number): Statement {
  const parent = open[open.length - 1];
  return { text, line, path: open.map((each) => each.text), ...(parent ? { parentLine: parent.line } : {}) };
}
