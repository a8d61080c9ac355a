const emoji: Record<string, string> = {
  eyes: '👀',
  hourglass: '⏳',
  hourglass_flowing_sand: '⏳',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  warning: '⚠️',
  x: '❌',
  mag: '🔍',
  large_green_circle: '🟢',
  large_blue_circle: '🔵',
  large_yellow_circle: '🟡',
};

/** Those the bot uses, as pictures; others by their names. */
export function emojiOf(name: string): string {
  return emoji[name] ?? `:${name}:`;
}
