import { literalPattern } from '#core/literal-pattern.ts';
import { changeVerbs, doerClause, doerIn } from './doers.ts';
import type { Turned } from './turns.ts';

/** The column of which setting lines say was changed. */
export const settingChanged = 'setting';

const kinds =
  '(?:settings?|parameters?|params?|options?|variables?|tunable|(?:runtime |feature )?flag|policy item|config(?:uration)? (?:keys?|reload)|preference|pref|override|sysctl|cvar|recipe value|limit|desired)';
const kindFirst = new RegExp(String.raw`^(?:.{0,40}\s)?${kinds}[ :=]+(?=["'\w])`, 'i');
const verbFirst = new RegExp(`^(?:has )?${changeVerbs}(?: the)? `, 'i');
/** What stands between its name and its values. */
const ofChange =
  /^(?:[a-z]{2,20}(?<!e)ed|set|put|went|wrote|flips|switch|chang\w{1,8}|setting_chang\w{1,8}|to|from|now|is|was|over|old|new|prev|previous|before|value|[:=,])$/i;
/** `br-BE`, `bayR6`, "line 2": of a thing. */
const ofThing = /\d$|-[A-Z\d]|^[A-Z]{2,}\d*$/;
/** `retention.ms`, `work_mem`. */
const writtenAsSetting = /^[a-z]+(?:[_.][a-z]+)+$/i;
const mostWords = 4;
/** What fields that name settings are called. */
export const settingNouns = '(?:key|setting|param(?:eter)?|option|property|tunable|control|knob)(?:[._-]name)?';
const fieldOfSetting = new RegExp(`^${settingNouns}$`, 'i');

/** Which setting a line says was changed: what has states is no setting, and nobody sets it. */
export function settingIn(
  turned: Turned | undefined,
  message: string,
  values: ReadonlyMap<string, string | number>,
): string | undefined {
  // A field tells it.
  if (turned?.from === undefined || [...values.keys()].some((name) => fieldOfSetting.test(name))) return undefined;
  const told = message.slice(0, firstOf(message, [turned.from, turned.to]));
  const isOfKind = kindFirst.test(told);
  const doer = doerIn(message, values);
  const said = withoutDoer(told.replace(kindFirst, ''), doer)
    .replace(kindFirst, '')
    .replace(doerClause, '')
    .replace(/^\S{0,30}: (?=\S)|^[A-Z]{2,} (?=[a-z])/, '')
    .replace(/["'`]/g, '');
  const words = said.split(/\s+|(?=[:=,])/);
  while (words.length > 0 && (words.at(-1) === '' || ofChange.test(words.at(-1) ?? ''))) words.pop();
  const name = words.join(' ').trim();
  const last = words.at(-1) ?? '';
  const isWritten = writtenAsSetting.test(last);
  if (name === '' || (!isWritten && words.length > mostWords) || ofThing.test(last)) return undefined;
  // "Mart sales_mart": a thing and its kind.
  const isOne = words.length === 1 && isWritten;
  if (!isOfKind && doer === undefined && !isOne) return undefined;
  return (isWritten ? last : name).toLowerCase();
}

/** "Operator Haddad changed …". */
function withoutDoer(text: string, doer: string | undefined): string {
  const at = doer === undefined ? -1 : text.indexOf(doer);
  const rest = text.slice(at + (doer?.length ?? 0)).trimStart();
  return at >= 0 && verbFirst.test(rest) ? rest.replace(verbFirst, '') : text;
}

function firstOf(message: string, said: readonly string[]): number {
  const places = said.map((one) => message.search(new RegExp(`(?<![\\w.])${literalPattern(one)}(?![\\w.])`)));
  return Math.min(...places.filter((at) => at >= 0), message.length);
}
