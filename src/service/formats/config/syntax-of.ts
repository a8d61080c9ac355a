import type { ConfigSyntax } from './config-text.ts';

/** How a configuration is written, by the shape of its lines. Pure. */
export function syntaxOf(text: string): ConfigSyntax {
  const start = text.trimStart();
  if (/^[{[]/.test(start) && !/^\[[^\]"{}]+\]\s*(?:\n|$)/.test(start)) return 'json';
  if (start.startsWith('<')) return 'xml';
  const lines = meaningfulLines(text);
  if (lines.length === 0) return 'commands';
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length;
  if (share(/^\*(?:filter|nat|mangle|raw|security)$/) > 0 || share(/^(?:-[AIPN] |:\w+ (?:ACCEPT|DROP|-) )/) > 0.4) {
    return 'iptables';
  }
  if (share(/^\s*(?:set|delete|deactivate|activate|protect) \S/) > 0.8) return 'set commands';
  if (share(/^\s*(?:config \S|edit \S|next$|end$|set \S|unset \S)/) > 0.7) return 'nested edits';
  const opening = share(/\{\s*(?:[#/].*)?$/);
  if (opening > 0.08 && share(/^\s*\}/) > 0.05) return 'braces';
  const sections = share(/^\s*\[[^\]]+\]\s*(?:[;#].*)?$/);
  const assigned = share(/^\s*[\w.$"'/*-][\w .:$"'/*-]{0,120}?\s*[=]\s*/);
  if (sections > 0 && (assigned > 0.3 || sections > 0.3)) return 'ini';
  if (share(/^\s*(?:- )?["']?[\w./$ -]{1,80}["']?:(?:\s|$)/) + share(/^\s*- /) > 0.75) return 'yaml';
  return assigned > 0.6 ? 'properties' : 'commands';
}

/** Without blank lines and comments. */
export function meaningfulLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:[#!;]|\/\/|\/\*|\*\/)/.test(line));
}
