import { readFileSync } from 'node:fs';

/** The standard names Slack's clients know, by the public emoji-data list (MIT). */
const names = new Set(readFileSync(new URL('emoji-names.txt', import.meta.url), 'utf8').split(/\s+/));
const skinTone = /::skin-tone-[2-6]$/;

/** Whether a workspace without emoji of its own knows the name, given without colons. */
export function isEmoji(name: string): boolean {
  return names.has(name.replace(skinTone, ''));
}
