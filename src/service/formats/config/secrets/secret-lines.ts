import { isSecretKey } from '#core/secrets/is-secret-key.ts';
import { secretSpans } from './secret-spans.ts';

/** A name on one line and its value on the next: of property lists, of other XML, of variables in YAML and JSON. */
const nameOfValue =
  /<(?:key|name)>([^<]{1,200})<\/(?:key|name)>\s*$|^\s*(?:- )?["']?(?:name|key)["']? ?: ?["']?([\w.-]{1,120})["']?,?\s*$/;
const valueOfName = /<(?:string|data|value)>|^\s*["']?value["']? ?: ?\S/;
const endOfName = /<\/?(?:string|data|dict|array|integer|value)\b|^\s*["']?value["']? ?:/;

/**
 * The lines (1-based) that hold a secret, also those that only their surroundings give away: the inside of a key
 * block, the data of a Kubernetes secret, the text below `password: |`, the community names of an SNMP section.
 */
export function secretLinesOf(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  let block: { indent: number; isList: boolean } | undefined;
  let isKey = false;
  let isSecretObject = false;
  let isSecretName = false;
  let section = '';
  for (const [index, raw] of lines.entries()) {
    const text = raw.slice(0, 20_000);
    const line = index + 1;
    const indent = text.length - text.trimStart().length;
    if (/-----BEGIN [A-Z ]{0,40}(?:PRIVATE KEY|STATIC KEY|KEY V1)|-----BEGIN OpenVPN Static key/i.test(text))
      isKey = true;
    if (isKey) found.add(line);
    if (/-----END /.test(text)) isKey = false;
    if (/^---/.test(text)) isSecretObject = false;
    if (/^kind:\s*["']?Secret\b/.test(text)) isSecretObject = true;
    if (/^\s*config\s+\S/.test(text)) section = text.trim();
    if (
      block &&
      text.trim() !== '' &&
      indent <= block.indent &&
      !(block.isList && /^\s*- /.test(text) && indent === block.indent)
    )
      block = undefined;
    if (block && text.trim() !== '') found.add(line);
    const opened = /^(\s*)(?:- )?["']?([\w.-]{1,120})["']?:\s{0,80}(?:[|>][+-]?\d?)?\s*(?:#.*)?$/.exec(text);
    if (opened && !block && (/[|>]/.test(text) ? isSecretKey(opened[2]!) : false)) block = { indent, isList: false };
    if (opened && isSecretObject && /^(?:data|stringData)$/.test(opened[2]!)) block = { indent, isList: false };
    if (/snmp community|snmp user/.test(section) && /^\s*set (?:name|auth-pwd|priv-pwd) /.test(text)) found.add(line);
    if (isSecretName && valueOfName.test(text)) found.add(line);
    const name = nameOfValue.exec(text)?.slice(1).find(Boolean);
    if (name !== undefined) isSecretName = isSecretKey(name);
    else if (endOfName.test(text)) isSecretName = false;
    if (secretSpans(text).length > 0) found.add(line);
  }
  return found;
}
