/** The answer's first sentence in plain text, without verdict and markup. */
export function headlineOf(answer: string): string {
  const lines = answer
    .split('\n')
    .map(plain)
    .filter((line) => line !== '' && !/^read as\b/i.test(line));
  return lines[0] ?? '';
}

/** The same without quoted lines of the log: what stands only in those is not stated. */
export function spokenOf(answer: string): string {
  const isQuote = (span: string) => span.replace(/`/g, '').trim().split(/\s+/).length > 2;
  return headlineOf(answer.replace(/`[^`\n]*`/g, (span) => (isQuote(span) ? '…' : span)));
}

/** What stands before the proof and the footnotes. */
export function leadOf(answer: string): string {
  const end = answer.search(/\n\**(Proof|Evidence|Also|Next|Not the cause)\b/);
  return plain((end < 0 ? answer : answer.slice(0, end)).slice(0, 1500));
}

function plain(text: string): string {
  return text
    .replace(/\\([_*`~<>[\]#|-])/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/^\s*(?:[-•]\s+)?/, '')
    .replace(/^(?:CONFIRMED|LIKELY|INCONCLUSIVE)\b\s*[:.,—–-]?\s*/, '')
    .trim();
}

/** A sentence that declines to state a value. */
export function declines(headline: string): boolean {
  return /\b(?:cannot|can't|can not|could not|unable to) (?:be )?(?:answer|tell|say|told|settle|determine|find out|know)|\bnot settled\b|\bdo(?:es)? not (?:say|tell|know|state|record)|\bno line (?:says|tells|states|names)|\bnothing in (?:the|this) (?:file|log)/i.test(
    headline,
  );
}

/** A sentence that says of a subject that the file does not hold it. */
export function saysAbsent(headline: string): boolean {
  return /\bnot (?:in|found in|present in|part of|mentioned in|named in) (?:this|the) (?:file|log)|\bno line (?:names|mentions|holds|contains|is about)|\bis not in (?:it|this|the)|\bnot (?:named|mentioned|found)\b|\bno (?:such )?\S+ (?:called|named)|\bnever (?:named|mentioned|appears?)|\bdoes not (?:appear|occur|mention|name|contain|hold)|\bstands? in none\b|\bno mention\b/i.test(
    headline,
  );
}
