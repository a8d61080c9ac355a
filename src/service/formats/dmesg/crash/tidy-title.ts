const longestTitle = 120;

const replacements: readonly [RegExp, string][] = [
  [/syz-executor\.?[0-9]+(?:[/:][0-9]+)?/g, 'syz-executor'],
  [/syzkaller[0-9]+(?:[/:][0-9]+)?/g, 'syzkaller'],
  // Anything like an address.
  [/([^a-zA-Z0-9])(?:0x)?[0-9a-f]{6,}/g, '$1ADDR'],
  [/[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}/g, 'IP'],
  // A line in a source file.
  [/(\.\w+)(?::[0-9]+)+/g, '$1:LINE'],
  // A function with its offset.
  [/([a-zA-Z][a-zA-Z0-9_.]{1,200})\+0x[0-9a-z]{1,200}\/0x[0-9a-z]+/g, '$1'],
  [/CPU#[0-9]+/g, 'CPU'],
  [/(\W)\d+(?=\W|$)/g, '$1NUM'],
  // Numbers belong to names like cfg80211, but not ones this long.
  [/\d{7,}/g, 'NUM'],
];

/** Takes out of a title what differs from run to run: addresses, numbers, lines, process numbers. */
export function tidyTitle(title: string): string {
  let text = title.slice(0, 1024);
  for (const [what, name] of replacements) text = text.replace(what, name);
  return printable(text);
}

// Interleaved lines make very long titles; what is cut is cut before spaces are taken together.
function printable(text: string): string {
  let result = '';
  let before = ' ';
  for (const char of text.slice(0, longestTitle)) {
    const shown = char === '\t' ? ' ' : char;
    if (shown < ' ' || shown >= '\x7f' || (shown === ' ' && before === ' ')) continue;
    result += shown;
    before = shown;
  }
  return result.trim();
}
