/** Shapes of lines that a statement of cause has to be told from: frames of stacks, catalogue text, quoted source code. */

const colours = /\u001b?\[[0-9;]{1,12}m/g;
/** What a tool puts before each line of another program. */
const carried =
  /^(?:#\d{1,4} (?:\d{1,6}\.\d{1,4} |(?=ERROR: ))(?:npm (?:ERR!|error) ?)?|npm (?:ERR!|error) ?|\d{1,5} (?:silly|verbose|info|http|timing|warn|error) (?=\S)|Remote: |remote: |E {2,8}(?=[A-Z])|\| )|^[\w.-]{1,40} {1,12}\| (?=\S)/;

/** Without colours and without what a tool put before another program's line. */
export function cleaned(raw: string): string {
  const text = raw.includes('[') ? raw.replace(colours, '') : raw;
  return text.replace(/[\r\u0000]+/g, '').replace(carried, '');
}

const frame =
  /^\s*(?:at [\w$.<>`[\]/)]{1,400}\s{0,9}[(:[]|at async |at \S{1,400}:\d|\.{3} \d+ (?:more|common)|File "[^"]{1,400}", line \d+|#\d{1,3}:? +(?:0x|pc |\/|[\w{\\./]{1,200}[(:])|from \S{1,400}:\d{1,9}:in |\d{1,3}: +(?:0x[0-9a-f]+ - )\S|\d{1,3}: [\w<]\S{0,300}::\S|\d{1,3} {2,}\S{1,200}\s+0x[0-9a-f]{6,}|-+ (?:beginning|end) of|--- End of|native: #\d+ pc|- (?:locked|waiting|parking))|^\s+at \S|^\t+\S{0,200}\/\S{1,200}\.go:\d|^[\w./*()[\]{}-]{1,120}\.[\w.*()[\]{}-]{1,80}\((?:0x|\{|\.{3}).{0,300}\)$|^\s*goroutine \d+ \[|^created by |^[\dA-Fa-f]{8,16} \([^()]{1,60}(?:\([^()]{1,40}\)[^()]{0,20})?\): \S|^[A-Za-z]:\\[^:*?"<>|\n]{1,300} \(\d{1,6}\): [\w:~<>]{1,160}$/;

export function isFrame(text: string): boolean {
  return frame.test(text);
}

/** The function a frame names. */
export function calledIn(text: string): string | undefined {
  const python = /File "([^"]+)", line \d+, in (\S+)/.exec(text);
  if (python) return `${python[1]!.replace(/^.*\//, '')}:${python[2]}`;
  const called =
    /^\s*(?:at |#\d+ +(?:pc \S+ +|0x\w+ in )?|\d+:? +)?(?:async |new )?([\w$.<>/:~*()-]{3,160}?)(?:\((?:0x|\{|\.{3}|[\w.]*[:)]|\w+ )|\s|$)/.exec(
      text,
    )?.[1];
  return called === undefined || /^(?:goroutine|created|native|\.\.\.)$/.test(called) ? undefined : called;
}

const prompt =
  /^(?:\[?[\w.-]{1,40}@[\w.-]{1,60}[: ][^#$\n]{0,80}[#$] |PS [A-Z]:\\[^>\n]{0,100}> |[A-Z]:\\[^>\n]{0,100}>|[$#] (?:sudo |systemctl|service|journalctl|docker|kubectl|apt|yum|dnf|npm|yarn|pip3?|make|cat|ls|cd|git)\b)\s*\S/;

/** What a person typed, pasted along with what came of it. */
export const isPrompt = (text: string): boolean => prompt.test(text);

/** `> git checkout -f 1a2b # timeout=10`: a command as the runner of a build prints it before it runs. */
const echoed = /^[>+] [a-z][\w./-]{0,60} [^:]{0,300}(?:\s--?[a-z]|# timeout=)/;

/** A compiler's, a linker's or a tool's own error line: `main.c:3:5: error: ...`, `error MSB4023: ...`, `E: ...`. */
export function isDiagnostic(said: string): boolean {
  return (
    /(?:^|[\s:)])(?:fatal )?error(?: [A-Z]{1,8}\d{2,6})?: \S|^(?:E|ERROR|ld|clang|gcc|collect2|rustc|javac|cc1\w*): \S/.test(
      said,
    ) && !/\bwarning\b.{0,20}:/i.test(said.slice(0, 60))
  );
}

/** `kvm: warning: ...`, `Warning: ...`: what a program calls so itself. */
export function isWarning(said: string): boolean {
  return /^(?:[\w./-]{1,40}: |\S{1,200}:\d{1,6}:(?:\d{1,4}:)? ?)?warning: \S/i.test(said);
}

/** "Message: ...", "Reason: ...", "DETAIL: ...": below an error it says what it was. */
export function isLabelled(said: string): boolean {
  return /^\W{0,3}(?:message|reason|details?|cause|caused by|description|error(?: message)?|what|problem|status|abort message)\b\s{0,3}[:=]\s*\S/i.test(
    said,
  );
}

/** "Reason: ...", "Root cause: ...": whatever level its line has, it answers why. */
export function answersWhy(said: string): boolean {
  return /^\W{0,3}(?:(?:immediate|root|underlying|main) )?(?:reason|cause)s?\s{0,3}[:=]\s*\S/i.test(said);
}

/** "1. ...", "- ...", "[2] of [3]: ...": one of the reasons that a line above announces. */
export function isListed(said: string): boolean {
  return /^\s*(?:[-*•] |\(?\d{1,2}[.)] )\s{0,3}[A-Za-z"'`].{8}|^.{0,40}\[\d{1,2}\] of \[\d{1,2}\]: \S/.test(said);
}

const catalogue =
  /^\s*-- (?:Subject|Defined-By|Support|Documentation|The |A |Unit|Automatic|Logs begin|Boot|No entries|Reboot|\w+ Unit)/;

/** What the journal explains of a message, and its own headings: no event. */
export function isCatalogue(text: string): boolean {
  return catalogue.test(text) || /^--\s*$/.test(text);
}

/** Source code that a tool quotes below its message: `    raise X from None`, `  return binding.stat(...);`. */
export function isQuoteOfCode(said: string): boolean {
  return (
    echoed.test(said) ||
    (/^(?:raise|return|throw|throws|if|for|while|import|from \S+ import|def|class|with|try|except|catch|assert|const|let|var|self\.\w+|this\.\w+)\b.{0,200}(?:[;:{}()]|import \w+)/.test(
      said,
    ) &&
      !/:\s{1,9}\S.{0,300}(?:error|fail)/i.test(said))
  );
}
