import { statedLength } from '../episodes/stated-length.ts';

const milliseconds = /\bduration_?ms\b["']?[\s:=]{1,3}(\d{1,12}(?:\.\d+)?)/i;
const real = /^real\s+(?:(\d{1,4})h)?(\d{1,4})m(\d{1,2}(?:[.,]\d+)?)s$/;

/** How long it took, as a summary says it: "in 1.201s", "Duration 170.44s", "real 3m41.357s". Milliseconds. */
export function lengthStated(text: string): number | undefined {
  const time = real.exec(text.trim());
  if (time !== null)
    return Math.round(((Number(time[1] ?? 0) * 60 + Number(time[2])) * 60 + Number(time[3]!.replace(',', '.'))) * 1000);
  const ms = milliseconds.exec(text)?.[1];
  return ms === undefined ? statedLength(text) : Number(ms);
}

const exits =
  /\bexit(?:ed)?(?: (?:with )?(?:code|status|value))?[\s:=]{1,3}(\d{1,3})\b(?!\.\d)|\breturn(?:ed)?(?: exit)? (?:code|status)[\s:=]{1,3}(\d{1,3})\b|^make(?:\[\d+\])?: \*\*\* .* Error (\d{1,3})$|^(?:<|\* )? ?HTTP\/\d(?:\.\d)? ([1-5]\d\d)\b/i;

/** The status a program ended with, or the other side answered with. */
export function exitStated(text: string): { isWell: boolean } | undefined {
  const [, exit, back, made, answered] = exits.exec(text) ?? [];
  if (answered !== undefined) return { isWell: answered < '400' };
  const code = exit ?? back ?? made;
  return code === undefined ? undefined : { isWell: code === '0' };
}

const bad =
  /^\W*(?:\w+ )?(?:error|fatal|failed|failure|aborted|panic)\b[:!. (\]]|^\W*(?:build |tests? )?fail(?:ed|ure)\W*$|: \*\*\* |\bException in thread\b|\b(?:fatal|error):\s/i;
const well =
  /^\W*(?:\d+ )?(?:\w+ )?(?:ok|done|success|succeeded|passed|completed?|finished|successful)\W*$|\bno (?:errors?|problems?|issues?) (?:(?:were|was) )?found\b|\b(?:completed|finished|succeeded|ended|built|installed|deployed) successfully\b|\bsuccessfully (?:completed|finished|built|installed|deployed)\b|\b(?:build|run|backup|job) (?:success(?:ful)?|succeeded|complete[d]?)\b/i;

/** Whether the line is a last word on a run, and a good one. Undefined: it is none. */
export function isWordOfEnd(text: string): boolean | undefined {
  const said = text.trim().slice(0, 200);
  if (bad.test(said)) return false;
  return well.test(said) ? true : undefined;
}
