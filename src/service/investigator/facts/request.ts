import type { LogRecord } from './records.ts';

const request =
  /(?:^|[\s"'=(])(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) "?((?:https?:\/\/[^\s/"']+)?\/[^\s"'?),]{0,300})/;
const answered =
  /(?:\b(?:returned|answered|status|responded|response|code)|->|=>|→)[ :=]+(?:with )?(?:status )?([1-5]\d\d)\b/;
const behind = /^[^\s]*"? (?:HTTP\/[\d.]+"? )?([1-5]\d\d)(?=[\s,;"]|$)/;

/** "<-- 200 in 83 ms", as OkHttp prints an answer; "Completed 500 Internal Server Error in 35ms", as Rails does. */
const arrived =
  /(?:^|\s)(?:<--|Completed) (?<status>[1-5]\d\d)(?= |$)(?: https?:\/\/[^\s/"']{1,200}(?<path>\/[^\s"'?),]{0,300}))?/;

type Told = Record<'method' | 'path' | 'status', string | undefined>;

/** A request told in a sentence: "PUT /login 200 72 ms", `"GET /items" returned 404`. */
export function requestIn({ text }: Pick<LogRecord, 'text'>): Told | undefined {
  const found = request.exec(text);
  if (found === null) return answerIn(text);
  const rest = text.slice(found.index + found[0].length);
  return { method: found[1], path: found[2], status: behind.exec(rest)?.[1] ?? answered.exec(rest)?.[1] };
}

function answerIn(text: string): Told | undefined {
  const { status, path } = arrived.exec(text)?.groups ?? {};
  return status === undefined ? undefined : { method: undefined, path, status };
}
