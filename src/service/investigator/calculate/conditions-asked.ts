import type { ConditionAsked } from './asked.ts';

const quantity = String.raw`(\d+(?:\.\d+)?)\s?(ms|msecs?|milliseconds?|s|secs?|seconds?|m|min|minutes?|h|hours?|us|µs|ns|[kmgt]i?b|bytes?|%)?\b`;

/** Outcomes, statuses and limits that are named; `take` finds words and takes them out of the question. */
export function conditionsIn(take: (pattern: RegExp) => RegExpExecArray | undefined): ConditionAsked[] {
  const found: ConditionAsked[] = [];
  const above =
    take(
      new RegExp(
        String.raw`\b(?:took |take |taking |were |are |was |is |with )?(?:slower|longer|more|larger|bigger|higher|greater|over|above|exceed\w*|beyond|>=?)(?: than| of)? ${quantity}`,
        'i',
      ),
    ) ?? take(new RegExp(`>=? ?${quantity}`, 'i'));
  if (above !== undefined) found.push({ kind: 'beyond', isAbove: true, value: Number(above[1]), unit: above[2] ?? '' });
  const below =
    take(
      new RegExp(
        String.raw`\b(?:took |take |were |are |was |is )?(?:faster|quicker|shorter|less|smaller|lower|under|below|within)(?: than)? ${quantity}`,
        'i',
      ),
    ) ?? take(new RegExp(`<=? ?${quantity}`, 'i'));
  if (below !== undefined)
    found.push({ kind: 'beyond', isAbove: false, value: Number(below[1]), unit: below[2] ?? '' });
  const family = take(/\b([1-5])xx(?:s|es)?\b(?: (?:errors?|responses?|answers?|status(?:es)?|codes?))?/i);
  if (family !== undefined)
    found.push({ kind: 'status', from: Number(family[1]) * 100, to: Number(family[1]) * 100 + 99 });
  const status = take(
    /\b(?:(?:http|status|code|status code)[ :=]*)?([1-5]\d\d)(?:'?s)?\b(?! ?(?:ms|s\b|sec|users?|lines?|times|%|mb|kb|gb|bytes))(?: (?:errors?|responses?|answers?|status(?:es)?|codes?))?/i,
  );
  if (status !== undefined) found.push({ kind: 'status', from: Number(status[1]), to: Number(status[1]) });
  if (found.some((one) => one.kind === 'status')) {
    take(/\b(?:errors?|failures?|failed|fails?|failing)\b/i);
    return found;
  }
  if (
    take(
      /\b(?:succe(?:ss|ed)\w*|yields?|successful(?:ly)?|went (?:well|fine|through)|were ok|passed)\b(?: rates?| ratio)?/i,
    ) !== undefined
  )
    found.push({ kind: 'succeeding' });
  else if (
    take(
      /\b(?:fail(?:s|ed|ing|ures?)?|rejects?|scrap|error(?:s|ed)?|erroring|unsuccessful|broken|went wrong|error-prone|flakiest|unreliable|how reliable|affected|impacted)\b(?:[ -]rates?| ratio)?/i,
    ) !== undefined
  )
    found.push({ kind: 'failing' });
  return found;
}
