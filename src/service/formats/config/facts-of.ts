import type { Reading } from '../reading.ts';
import type { ConfigText } from './config-text.ts';

/** What kind of device or program a configuration is for, as far as it says so itself. */
export function factsOf({ syntax, label, statements, settings }: ConfigText): Reading['facts'] {
  const facts: Reading['facts'] = { ...(label === undefined ? {} : { Kind: label }), Syntax: syntax };
  const texts = statements.map(({ text }) => text);
  const first = (pattern: RegExp) => texts.map((text) => pattern.exec(text)?.[1]).find((value) => value !== undefined);
  const name = first(
    /^(?:hostname|sysname|switchname|host-name|set system host-name|set deviceconfig system hostname|set hostname|set name) "?([\w.-]{1,100})"?$/,
  );
  const version = first(/^(?:version|ASA Version|set version) (\S{1,60})/i);
  const as = first(/^router bgp (\d{1,10}(?:\.\d+)?)/) ?? first(/autonomous-system (\d{1,10})/);
  if (name) facts.Hostname = name;
  if (version) facts.Version = version;
  if (as) facts['BGP AS'] = as;
  const count = (label: string, pattern: RegExp) => {
    const found = new Set(texts.flatMap((text) => pattern.exec(text)?.[1] ?? []));
    if (found.size > 0) facts[label] = found.size;
  };
  count('Interfaces', /^(?:interface|set interfaces) (\S.{0,300}?)(?:$|(?<=^set interfaces \S+) )/i);
  count('Access lists', /^(?:ip access-list (?:standard|extended)|ip access-list|access-list) (\S+)/);
  count('Route maps', /^(?:route-map|route-policy) (\S+)/);
  if (statements.length > 0) facts.Statements = statements.length;
  if (settings.length > 0) facts.Settings = settings.length;
  return facts;
}
