import type { Row } from '../calculate/row.ts';

const fieldsOfReason = ['reason', 'error', 'err', 'cause', 'error_message', 'error.message', 'msg'];
const inJson = /"(?:msg|message|reason|error|stderr)"\s*:\s*"((?:[^"\\]|\\.){4,400})"/;

/** What a line says went wrong, without who it happened to; undefined where it says no more than that it did. */
export function reasonOf(row: Row, member: string): string | undefined {
  for (const name of fieldsOfReason) {
    const value = row.values.get(name);
    if (typeof value === 'string' && value.length > 3 && name !== 'msg') return tailOf(value);
  }
  const told = inJson.exec(row.message)?.[1];
  if (told !== undefined) return tailOf(told);
  const at = row.message.lastIndexOf(member);
  const behind = at < 0 ? row.message : row.message.slice(at + member.length);
  const inBrackets = /\(([^()]*(?:\([^()]*\)[^()]*)?)\)\s*$/.exec(behind)?.[1];
  const parts = behind.split(/(?:: |=> | - |, |; )/).map((part) => part.trim());
  const last = parts.slice(1).join(', ');
  if (/^\W*$/.test(behind)) return before(row.message, member);
  if (/:\s/.test(behind) && isTelling(tailOf(behind.slice(behind.indexOf(': ') + 2))))
    return tailOf(behind.slice(behind.indexOf(': ') + 2));
  if (inBrackets !== undefined && isTelling(inBrackets)) return inBrackets;
  if (isTelling(last)) return last.slice(0, 160);
  const rest = behind.replace(/^[\s\]>)"',:;!-]+/, '');
  return isTelling(rest) ? rest.slice(0, 160) : before(row.message, member);
}

/** The cause stands last: "Failed to unpack x: write error: No space left on device". */
function tailOf(text: string): string {
  const parts = text.trim().split(/: /);
  let tail = parts.at(-1)!.trim();
  for (let at = parts.length - 2; at >= 0 && !isTelling(tail); at--) tail = `${parts[at]!.trim()}: ${tail}`;
  return tail.slice(0, 160);
}

function isTelling(text: string): boolean {
  return (text.match(/\p{L}{2,}/gu) ?? []).length >= 2;
}

function before(message: string, member: string): string | undefined {
  const text = message.slice(0, Math.max(0, message.lastIndexOf(member))).replace(/[\s[(<"',:=-]+$/, '');
  return isTelling(text) ? tailOf(text) : undefined;
}
