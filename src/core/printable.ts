/** What moves a terminal's cursor, colours or hides its text, or turns the direction it is read in. */
const driving =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Text from outside as a terminal may show it: what would drive it becomes visible instead of taking effect. */
export function printable(text: string): string {
  return text.replace(driving, (character) => {
    if (character === '\r') return '';
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`;
  });
}

/** The same for JSON, which stays what it says: JSON itself escapes some of these characters, and lets others through. */
export function printableJson(json: string): string {
  return json.replace(driving, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
