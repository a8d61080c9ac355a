import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import { shorten } from '../detect/shorten.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import type { Investigation } from '../investigation.ts';

const asks =
  /^(?:which|what) (?:unit |integration )?(?:test|spec|check|case|example|scenario)s? (?:are |is |was |were |have |has |did )?(?:fail(?:ed|ing|s)?|broken?|red|not pass(?:ed)?)(?:,? (?:and )?(?:why|with (?:what|which)(?: error)?|how))?\W*$/i;

/** How runners name a test that failed. */
const forms: readonly RegExp[] = [
  /^\s*not ok \d+ (?:- )?(.+?)(?: # (?!skip|todo).*)?$/i,
  /^(?:FAIL|ERROR): (\S.*)$/,
  /^FAILED (\S+::\S+?)(?: - (.*))?$/,
  /^test (\S.*?) \.\.\. FAILED$/,
  /^\s*--- FAIL: (\S+)/,
  /^\[ {2}FAILED {2}\] (\S+?)(?: \(\d+ ms\))?$/,
  /^\[ERROR\] +(\S+\.\w+):\d+ (.*)$/,
  /^\s*[×✗✖✕✘] (\S.*?)(?: \(?\d[\d.]* ?m?s\)?)?$/u,
  /^\s+\d{1,4}\) (\S.*)$/,
];
const skipped = /^\s*not ok \d+ .*# (?:skip|todo)/i;
const thrown =
  /^\s*(?:E\s+|→ |# )?((?:[\w.]*(?:Error|Exception)\b(?:: .+|$)|assertion .+|Error: .+|error: '?.+|expected .+|.*\bpanicked at .+).*)/i;
const linesAtOnce = 4000;
const mostLines = 200_000;
const nearLines = 30;

interface Failed {
  name: string;
  line: number;
  reason?: { text: string; line: number };
}

/** "Which tests failed, and why?": the names as the runner prints them, each with the first thing thrown below it. */
export async function answerFailingTests(run: Investigation): Promise<Draft | undefined> {
  const [info, other] = run.documents.infos;
  if (info === undefined || other !== undefined || info.fileType !== 'log' || !asks.test(run.question.text))
    return undefined;
  const document = await run.documents.open(info.name);
  const failed = document === undefined ? [] : await failedIn(document);
  if (failed.length === 0) return undefined;
  const range = (line: number) => ({ document: info.name, lineStart: line, lineEnd: line });
  const shown = failed.slice(0, 8);
  const told = ({ name, reason }: Failed) =>
    reason === undefined ? say`${shorten(name, 120)}` : say`${shorten(name, 120)} (${shorten(reason.text, 100)})`;
  return lookUp({
    cause: say`${plural(failed.length, 'test')} failed: ${join(shown.map(told), '; ')}${words(failed.length > shown.length ? ` and ${failed.length - shown.length} more` : '')}`,
    proof: failed.slice(0, 12).map((one) => ({
      text: say`${shorten(one.name, 120)}`,
      ranges: [range(one.line), ...(one.reason === undefined ? [] : [range(one.reason.line)])],
    })),
  });
}

async function failedIn(document: ReadDocument): Promise<Failed[]> {
  const { lines } = document.info;
  const byForm = forms.map(() => new Map<string, Failed>());
  let open: Failed[] = [];
  for (let start = 1; start <= Math.min(lines, mostLines); start += linesAtOnce) {
    for (const [index, text] of (await document.lines(start, Math.min(lines, start + linesAtOnce - 1))).entries()) {
      const line = start + index;
      const form = skipped.test(text) ? -1 : forms.findIndex((one) => one.test(text));
      const [, name, said] = form < 0 ? [] : forms[form]!.exec(text)!;
      if (name !== undefined) {
        const known = byForm[form]!.get(name) ?? { name, line };
        byForm[form]!.set(name, known);
        if (said !== undefined && said !== '') known.reason ??= { text: said, line };
        open = [known];
        continue;
      }
      open = open.filter((one) => one.reason === undefined && line - one.line <= nearLines);
      const reason = open.length === 0 ? undefined : thrown.exec(text)?.[1];
      if (reason !== undefined) for (const one of open) one.reason = { text: reason.trim(), line };
    }
  }
  // A runner prints its failures in several forms: each is told once, in the first form it uses.
  return [...(byForm.find((found) => found.size > 0)?.values() ?? [])];
}
