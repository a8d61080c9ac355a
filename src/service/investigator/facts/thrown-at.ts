/** The file and line of a frame: `(Store.java:42)`, `in Store.cs:line 42`, `File "store.py", line 42`. */
const called = /^\s*at .{1,300}?[ (]((?:[A-Za-z]:)?[\w./\\$@-]{1,200}\.[A-Za-z]{1,6}):(?:line )?(\d{1,7})/;
const python = /^\s*File "([^"]{1,300})", line (\d{1,7})/;

/** The innermost frame, as a stack is read line by line: Python writes it last, others first. */
export function frameBelow(text: string, before: string): string {
  const own = python.exec(text);
  if (own !== null) return `${fileOf(own[1])}:${own[2]}`;
  const found = before === '' ? called.exec(text) : null;
  return found === null ? before : `${fileOf(found[1])}:${found[2]}`;
}

const fileOf = (path = ''): string => path.split(/[/\\]/).at(-1) ?? path;
