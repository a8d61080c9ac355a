import type { LogRecord } from './records.ts';

const request =
  /(?:^|[\s"'=(])(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) "?((?:https?:\/\/[^\s/"']+)?\/[^\s"'?),]{0,300})/;
const answered =
  /(?:\b(?:returned|answered|status|responded|response|code)|->|=>|→)[ :=]+(?:with )?(?:status )?([1-5]\d\d)\b/;
const taken = /(?:\b(?:in|took|after) |[( ])(\d{1,9}(?:\.\d{1,9})? ?(?:[mµu]?s|milliseconds|seconds))(?=[\s,;.)"\]]|$)/;
const behind = /^[^\s]*"? (?:HTTP\/[\d.]+"? )?([1-5]\d\d)(?=[\s,;"]|$)/;

/** "<-- 200 in 83 ms", as OkHttp prints an answer; "Completed 500 Internal Server Error in 35ms", as Rails does. */
const arrived = /(?:^|\s)(?:<--|Completed) ([1-5]\d\d)(?= |$)(?: (?<url>https?:\/\/[^\s"']{1,300}))?/;
const pathOf = /^https?:\/\/[^\s/"']+(\/[^\s"'?),]{0,300})/;

interface Told {
  method: string | undefined;
  path: string | undefined;
  status: string | undefined;
  /** With its unit: "72ms". */
  duration: string | undefined;
}

/** A request told in a sentence: "PUT /login 200 72 ms", `"GET /items" returned 404`. */
export function requestIn({ text }: Pick<LogRecord, 'text'>): Told | undefined {
  const found = request.exec(text);
  if (found === null) return answerIn(text);
  const rest = text.slice(found.index + found[0].length);
  const status = behind.exec(rest)?.[1] ?? answered.exec(rest)?.[1];
  return { method: found[1]!, path: found[2]!, status, duration: taken.exec(rest)?.[1] };
}

function answerIn(text: string): Told | undefined {
  const found = arrived.exec(text);
  if (found === null) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const path = pathOf.exec(found.groups?.url ?? '')?.[1];
  return { method: undefined, path, status: found[1]!, duration: taken.exec(rest)?.[1] };
}
