/**
 * The longest text every match of an RE2 pattern must hold, found without understanding all of the syntax: whatever
 * is not plainly required is left out. Undefined where nothing of two characters or more is required.
 */
export function requiredLiteral(pattern: string): string | undefined {
  // Flags inside a pattern may change what its letters mean.
  if (/\(\?[a-zA-Z-]*[imsUx]/.test(pattern)) return undefined;
  const runs: string[] = [];
  let run = '';
  let depth = 0;
  const close = () => {
    if (run.length > 1) runs.push(run);
    run = '';
  };
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === '|' && depth === 0) return undefined;
    if (char === '(') {
      close();
      depth++;
      continue;
    }
    if (char === ')') {
      depth--;
      continue;
    }
    if (char === '[') {
      close();
      i = classEnd(pattern, i);
      continue;
    }
    if (depth > 0) {
      if (char === '\\') i++;
      continue;
    }
    if (char === '*' || char === '?' || char === '{') {
      run = run.slice(0, -1);
      close();
      if (char === '{') i = Math.max(i, pattern.indexOf('}', i));
      continue;
    }
    if (char === '+') {
      close();
      continue;
    }
    if ('.^$'.includes(char)) {
      close();
      continue;
    }
    if (char === '\\') {
      const next = pattern[++i] ?? '';
      if (/[A-Za-z0-9]/.test(next)) {
        close();
        if (next === 'Q') return undefined;
        if (/[pPx]/.test(next) && pattern[i + 1] === '{') i = Math.max(i, pattern.indexOf('}', i));
        else if (next === 'x') i += 2;
        else if (/[pP]/.test(next)) i++;
        else if (/[0-7]/.test(next)) while (/[0-7]/.test(pattern[i + 1] ?? '')) i++;
      } else run += next;
      continue;
    }
    run += char;
  }
  close();
  return runs.sort((a, b) => b.length - a.length)[0];
}

function classEnd(pattern: string, at: number): number {
  let i = at + 1;
  if (pattern[i] === '^') i++;
  if (pattern[i] === ']') i++;
  for (; i < pattern.length && pattern[i] !== ']'; i++) {
    if (pattern[i] === '\\') i++;
    else if (pattern.startsWith('[:', i)) i = Math.max(i, pattern.indexOf(':]', i) + 1);
  }
  return i;
}
