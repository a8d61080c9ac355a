import { unitNamed } from './amount.ts';
import { clockTime, type PartsOfTime, secondsOf, timed, unitWords } from './tokens.ts';

const amount = /^([+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?)\s?([A-Za-zµ%°]{0,12}(?:\/[a-z]{1,6})?)$/;

const partedTime =
  /^(?=.*\d(?:[hms]|ms)$)(?:(?<d>\d{1,4})d)?(?:(?<h>\d{1,4})h)?(?:(?<m>\d{1,4})m)?(?:(?<s>\d{1,4}(?:\.\d+)?)s)?(?:(?<ms>\d{1,3})ms)?$/;

/** Seconds of "1h2m3s" and "59s932ms"; undefined where it is one number with one unit. */
function partedSeconds(value: string): number | undefined {
  const parts: PartsOfTime | undefined = /\d[dhms]\d/.test(value) ? partedTime.exec(value)?.groups : undefined;
  return parts === undefined ? undefined : secondsOf(parts);
}

/** Seconds of "00:12:33" or "2-03:04:05", in a field that is named for how long something took. */
export function clockedIn(name: string, value: string): number | undefined {
  const parts: PartsOfTime | undefined = timed.test(name) ? clockTime.exec(value)?.groups : undefined;
  return parts === undefined ? undefined : secondsOf(parts);
}

export function amountIn(value: string): number | undefined {
  const parted = partedSeconds(value);
  if (parted !== undefined) return parted;
  const found = amount.exec(value);
  if (
    found === null ||
    (found[2] !== '' &&
      !(found[1]?.includes('.') === true && /^[A-Z]$/.test(found[2] ?? '')) &&
      unitNamed(found[2]!) === undefined &&
      !unitWords.test(found[2]!) &&
      !/^°?[CFVAWKGHz]{1,3}$|^rpm$|^dbm?$|^bar$|^kg$|^m[AV]$|ps$|\/(?:s|sec|second|min|minute|h|hour)$/i.test(
        found[2]!,
      ))
  )
    return undefined;
  return Number(found[1]!.replace(/,/g, ''));
}

export function unitIn(value: string): string | undefined {
  if (partedSeconds(value) !== undefined) return 's';
  // `00005F` is a number in hexadecimal.
  if (/^0\d/.test(value)) return undefined;
  return amount.exec(value)?.[2] || undefined;
}
