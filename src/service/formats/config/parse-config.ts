import type { ConfigSyntax, ConfigText, Parsed } from './config-text.ts';
import { kindOf } from './kinds/kind-of.ts';
import { parseAssignments } from './parse-assignments.ts';
import { parseBraces } from './parse-braces.ts';
import { parseCommands, parseEdits, parseFlat, parseIptables, parseTaggedSections } from './parse-commands.ts';
import { parseJson } from './parse-json.ts';
import { parseXml } from './parse-xml.ts';
import { parseYaml } from './parse-yaml.ts';
import { meaningfulLines, syntaxOf } from './syntax-of.ts';

/** Takes a configuration apart. Never throws: what does not parse becomes a problem with its line. */
export function parseConfig(given: string, name = ''): ConfigText {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const syntax = syntaxOf(text);
  const kind = kindOf(text, syntax, meaningfulLines(text.slice(0, 256 * 1024)), name);
  const parsed = parse(text, syntax, kind?.id);
  return { syntax, ...(kind ? { kind: kind.id, label: kind.label } : {}), ...parsed };
}

function parse(text: string, syntax: ConfigSyntax, kind: string | undefined): Parsed {
  const lines = () => text.split('\n');
  switch (syntax) {
    case 'json':
      return parseJson(text);
    case 'xml':
      return parseXml(text);
    case 'yaml':
      return parseYaml(text);
    case 'ini':
    case 'properties':
      return parseAssignments(lines(), {
        isToml: kind === 'toml',
        hasInlineComments: syntax === 'ini' || kind === 'postgresql',
      });
    case 'braces':
      return parseBraces(text);
    case 'tagged sections':
      return parseTaggedSections(lines());
    case 'nested edits':
      return parseEdits(lines());
    case 'iptables':
      return parseIptables(lines());
    case 'set commands':
      return parseFlat(lines());
    case 'commands':
      return parseCommands(lines(), kind);
  }
}
