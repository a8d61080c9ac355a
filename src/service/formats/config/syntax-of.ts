import type { ConfigSyntax } from './config-text.ts';
import { stanzaStarts } from './stanzas.ts';

const maxLines = 5000;
/** A word or a number in brackets before what is said: nothing that goes on behind a closed list is JSON. */
export const taggedLine = /^\s*\[[^\]\n"{}]{0,80}\]{1,2}:?[ \t]*[^\s,\]#;/}]/;
/** A list begins with no bare word: `[drm:…` is what a program prints. */
const bareWordFirst = /^\[\s*(?!(?:true|false|null|NaN|Infinity)\b)[A-Za-z_]/;

/** How a configuration is written, by the shape of its lines. Pure; looks at the first 5,000 of them. */
export function syntaxOf(text: string): ConfigSyntax {
  const start = text
    .slice(0, 4096)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (
    /^[{[]/.test(start) &&
    !/^\[{1,2}[^\]"{}]+\]{1,2}\s*(?:[;#][^\n]*)?(?:\n|$)/.test(start) &&
    !/^\{[{%]/.test(start) &&
    !taggedLine.test(start) &&
    !bareWordFirst.test(start)
  )
    return 'json';
  const lines = meaningfulLines(text);
  if (/^\/[/*]/.test(start) && /^\s*[{[]/.test(lines[0] ?? '') && !/\]\s*$/.test(lines[0] ?? '')) return 'json';
  if (lines.length === 0) return start.startsWith('<') ? 'xml' : 'commands';
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length;
  const tagged = share(
    /^\s*<\/?(?:VirtualHost|Directory\w*|Files\w*|Location\w*|If\w*|Limit\w*|Proxy\w*|Require\w*|Macro|Match\w*)\b/,
  );
  if (tagged > 0 && share(/^\s*</) < 0.7) return 'tagged sections';
  if (start.startsWith('<')) return 'xml';
  if (share(/^\*(?:filter|nat|mangle|raw|security)$/) > 0 || share(/^(?:-[AIPN] |:\w+ (?:ACCEPT|DROP|-) )/) > 0.4) {
    return 'iptables';
  }
  if (share(/^\s*(?:set|delete|deactivate|activate|protect|annotate) \S/) > 0.8) return 'set commands';
  if (share(/^\s*(?:config \S|edit \S|next$|end$|set \S|unset \S)/) > 0.7) return 'nested edits';
  // Menus of a router, each with the commands given in it.
  if (share(/^\/[a-z][\w-]*(?: [a-z][\w-]*)*(?: (?:add|set) .*)?$/) > 0.02 && share(/^(?:\/.* )?(?:add|set) /) > 0.2)
    return 'commands';
  const opening = share(/\{\s*(?:[#/].{0,300})?$/);
  const sections = share(/^\s*\[{1,2}[^\]]+\]{1,2}\s*(?:[;#].*)?$/);
  const assigned = share(/^\s*(?:export\s+)?[\w.$"'/*@\\-][\w .:$"'/*@\\[\]-]{0,120}?\s*=\s*/);
  const keyed = share(/^\s*(?:- )?["']?[\w./$ @*-]{1,80}["']?:(?:\s|$)/) + share(/^\s*- /);
  if (opening > 0.08 && share(/^\s*\}/) > 0.05 && keyed < 0.6) return 'braces';
  if (sections > 0 && (assigned > 0.3 || sections > 0.3)) return 'ini';
  if (keyed > 0.75) return stanzaStarts(text.split('\n')) ? 'properties' : 'yaml';
  if (/^---\s*$/m.test(start) && keyed > 0.4) return 'yaml';
  // Sections in plain words with their keys indented below are commands.
  const headed = share(/^[a-z]\w*(?: \S+)?\s*$/i);
  const indented = share(/^\s+[\w.-]+\s?=/);
  if (headed > 0.05 && indented > 0.4 && assigned < 0.95) return 'commands';
  if (opening > 0 && assigned < 0.95 && share(/^\s*\}/) > 0) return 'braces';
  return assigned > 0.6 ? 'properties' : 'commands';
}

/** The first lines without blank ones and comments. */
export function meaningfulLines(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length < maxLines; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, Math.min(end < 0 ? text.length : end, at + 2000)).replace(/\r$/, '');
    if (line.trim() !== '' && !/^\s*(?:[#!;]|\/\/|\/\*|\*\/)/.test(line)) lines.push(line);
    if (end < 0) break;
    at = end + 1;
  }
  return lines;
}
