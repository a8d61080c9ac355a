import type { PassLine } from './pass.ts';

const ids =
  /(?:^|[._])(?:id|uuid|run|request|req|trace|span|session|conn|connection|job|task|order|build|correlation|transaction|txn|batch|worker|thread|name|pod|unit|service)(?:[._]?id)?$|_id$|Id$/i;
const inText =
  /(?:[#=:]|\b(?:id|run|job|task|request|req|session|order|build|batch|connection|worker|transaction)[ =:#]+["']?)([\w-]*\d[\w-]*|[0-9a-f]{8}-[0-9a-f-]{27})/i;
const words =
  /\b(?:job|task|backup|service|unit|step|stage|phase|pipeline|migration|import|export|report)[ =:]+["']?([A-Za-z][\w./-]{1,60})/i;

/** What the start and the end of one thing have in common: its number or its name; empty where lines name neither. */
export function pairKeyOf(line: PassLine): string {
  const parts: string[] = [];
  for (const [name, value] of line.row().values) {
    if (ids.test(name) && String(value).length <= 80 && parts.length < 6) parts.push(`${name}=${value}`);
  }
  if (parts.length > 0) return parts.join(' ');
  const { message } = line.row();
  return inText.exec(message)?.[1] ?? words.exec(message)?.[1] ?? '';
}
