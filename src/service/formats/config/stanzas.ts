const pair = /^([A-Za-z][\w -]{0,60}?)\s*:\s+\S/;

/**
 * Where the entries of a list begin that are told as paragraphs: `key: value` lines, and every paragraph with the same
 * first key (deb822, LDIF). Undefined for one paragraph, and where keys are nested.
 */
export function stanzaStarts(lines: readonly string[]): ReadonlySet<number> | undefined {
  const starts = new Set<number>();
  let key: string | undefined;
  let isAfterGap = true;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') isAfterGap = true;
    else if (/^[#;]/.test(line) || /^\s/.test(line)) continue;
    else {
      const own = pair.exec(line)?.[1];
      if (own === undefined) return undefined;
      key ??= own;
      if (isAfterGap && own !== key) return undefined;
      if (isAfterGap) starts.add(index);
      isAfterGap = false;
    }
  }
  return starts.size > 1 ? starts : undefined;
}
