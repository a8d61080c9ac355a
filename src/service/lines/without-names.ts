import { anyOf } from '#core/any-of.ts';

const trouble =
  '(?:err(?:or)?s?|fail(?:ed|ure|s|ing)?|exceptions?|denied|refused|abort(?:ed)?|corrupt|invalid|crash(?:ed)?|lost|timeouts?|panic|fatal|warn(?:ing)?|retry|slow|segfault|killed|blocked|alarm|fault|stuck|hung)';

const names = anyOf(
  [
    // A path or an address, also relative: what it leads to may be called after any trouble.
    /(?<![\w.)\]])(?:[a-z][a-z\d+.-]{1,12}:\/\/|\.{0,3}\/|~\/)[^\s"'`<>()[\]{}|;,]*/,
    /(?<![\w/-])[\w.@+-]{1,60}(?:\/[\w.@+-]{1,60}){1,6}\/?(?:\.\w{1,5}(?!\w)|\/(?!\w))/,
    /(?<![\w@+/-])[\w@+-]{1,80}\/[\w@+-]{1,80}\/[\w.@+/-]+/,
    /(?<![\w/-])[\w.@+-]{1,80}\/[\w.+]{1,80}[-_][\w.+-]+/,
    // An option of a command line.
    /(?<![\w-])(?:--[a-z][\w-]*|-W[a-z][\w=-]*)/,
    // A name with more parts behind the word: `libgpg-error-dev`, `error_handler`, `timeout_ok`; "link-failure-detected" tells.
    new RegExp(
      String.raw`(?<![\w-])(?:[a-z\d.+]{1,30}[-_]){0,5}${trouble}[-_](?![a-z]+(?:ed|ing)\b)[a-z\d][\w.+-]*(?::[a-z]\w+)?`,
    ),
    // What a step of a run is called.
    /\b(?:TASK|PLAY|HANDLER|STEP|STAGE|Stage|Step|Job) ?\[[^\]]{1,200}\]/,
    // A file.
    new RegExp(
      String.raw`(?<![\w./-])[\w.+-]{0,40}\b${trouble}[\w+-]{0,40}\.(?!err|fail|lost|down)[a-z][a-z\d]{0,3}(?![\w.(=-])`,
    ),
    // A package with its architecture or its version.
    new RegExp(
      String.raw`(?<![\w:./-])[\w.+-]{0,40}${trouble}(?::(?:amd64|arm64|i386|armhf|all|any|noarch|x86_64)\b|@[\^~]?\d)[\w.+-]*`,
    ),
  ],
  { flags: 'g' },
);

/** What is said stands near the beginning. */
const longest = 2000;

/**
 * The text without what only names something: paths, addresses, options, files, packages and identifiers. A word of
 * failing in a name tells of no failure.
 */
export function withoutNames(text: string): string {
  return text.slice(0, longest).replace(names, ' ');
}

/** What did not happen: "no errors", "0 rejected", `failed=0`. */
const nothings =
  /\b(?:no|without|zero) (?:errors?|failures?|warnings?)\b|(?<![\d.,:/-])0 [a-z]{3,20}\b|\b[a-z][\w-]{1,40} ?[=:] ?(?:0|none|null|(?:no|false)(?=[,;)\]]|\s*$))\b(?![.:,]\d)|\b(?:errors?|failed|failures?) 0\b/gi;

/** What is told to have happened: the text without names, and without what it says did not happen. */
export function saidIn(text: string): string {
  return withoutNames(text).replace(nothings, ' ');
}

/** Whether a text tells something in what it says, and not only in a name or as what did not happen. */
export const isSaid = (tells: (text: string) => boolean, text: string): boolean => tells(text) && tells(saidIn(text));
