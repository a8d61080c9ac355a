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
  const watches = [watchKeys(), watchBlocks(), watchCommunities(), watchNamedValues()];
  for (const [index, raw] of lines.entries()) {
    const text = raw.slice(0, 20_000);
    for (const holdsSecret of watches) if (holdsSecret(text)) found.add(index + 1);
    if (secretSpans(text).length > 0) found.add(index + 1);
  }
  return found;
}

/** Takes the lines in order; true for one that holds a secret. */
type Watch = (text: string) => boolean;

function watchKeys(): Watch {
  let isWithin = false;
  return (text) => {
    if (/-----BEGIN [A-Z ]{0,40}(?:PRIVATE KEY|STATIC KEY|KEY V1)|-----BEGIN OpenVPN Static key/i.test(text))
      isWithin = true;
    const holds = isWithin;
    if (/-----END /.test(text)) isWithin = false;
    return holds;
  };
}

const blockHead = /^\s*(?:- )?["']?([\w.-]{1,120})["']?:\s{0,80}(?:[|>][+-]?\d?)?\s*(?:#.*)?$/;

/** YAML: a text over lines below a secret's name, the data of a Kubernetes secret. */
function watchBlocks(): Watch {
  let blockIndent: number | undefined;
  let isSecretObject = false;
  return (text) => {
    if (/^---/.test(text)) isSecretObject = false;
    if (/^kind:\s*["']?Secret\b/.test(text)) isSecretObject = true;
    const indent = text.length - text.trimStart().length;
    const isWithin = blockIndent !== undefined && text.trim() !== '';
    if (isWithin && blockIndent !== undefined && indent <= blockIndent) blockIndent = undefined;
    const holds = isWithin && blockIndent !== undefined;
    const name = blockHead.exec(text)?.[1];
    if (name === undefined) return holds;
    const opensText = blockIndent === undefined && /[|>]/.test(text) && isSecretKey(name);
    if (opensText || (isSecretObject && /^(?:data|stringData)$/.test(name))) blockIndent = indent;
    return holds;
  };
}

/** Names that let people in, in the sections of SNMP. */
function watchCommunities(): Watch {
  let section = '';
  return (text) => {
    if (/^\s*config\s+\S/.test(text)) section = text.trim();
    return /snmp community|snmp user/.test(section) && /^\s*set (?:name|auth-pwd|priv-pwd) /.test(text);
  };
}

function watchNamedValues(): Watch {
  let isSecretName = false;
  return (text) => {
    const holds = isSecretName && valueOfName.test(text);
    const name = nameOfValue.exec(text)?.slice(1).find(Boolean);
    if (name !== undefined) isSecretName = isSecretKey(name);
    else if (endOfName.test(text)) isSecretName = false;
    return holds;
  };
}
