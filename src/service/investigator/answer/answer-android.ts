import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, type Text, words } from './say.ts';

type Row = Record<string, string | number | null>;

const maxNamed = 8;
const asks = /\b(?:which|what|who|list|name|show|how (?:many|often|much)|top|most)\b/i;

/** What Android's own lists know: who was killed, who crashed, who holds memory or a wake lock, which version is installed. */
export function answerAndroid(run: Investigation): Draft | undefined {
  const [file] = run.files;
  if (file === undefined || run.files.length > 1 || !/^(?:capture|bugreport)$/.test(file.reading.fileType))
    return undefined;
  const { text } = run.question;
  if (!asks.test(text)) return undefined;
  const rowsOf = (table: string): Row[] => file.reading.tables?.[table] ?? [];
  const claim = (told: Text, row: Row): Claim => {
    const document = run.documents.citedName(0, String(row.document ?? file.reading.documents[0]?.name ?? ''));
    const line = Number(row.line);
    return { text: told, ranges: [{ document, lineStart: line, lineEnd: line }] };
  };
  return (
    killed(text, rowsOf('ended_processes'), claim) ??
    crashed(text, rowsOf('crashes'), claim) ??
    versions(text, rowsOf('packages'), claim) ??
    memory(text, rowsOf('memory_by_process'), claim) ??
    wakelocks(text, rowsOf('wakelocks'), claim)
  );
}

type Claimer = (told: Text, row: Row) => Claim;

const aboutProcesses = /\b(?:apps?|applications?|process(?:es)?|packages?|services?|daemons?)\b/i;

function killed(text: string, all: readonly Row[], claim: Claimer): Draft | undefined {
  if (!/\bkill(?:s|ed|er)?\b|\blmkd?\b|\bterminated\b/i.test(text) || !aboutProcesses.test(text)) return undefined;
  const isMemory = /memory|\blmkd?\b|\boom\b/i.test(text);
  const rows = all
    .filter((row) => !isMemory || row.how === 'low memory killer')
    .filter((row) => isNamed(text, row.process, all));
  if (rows.length === 0) return undefined;
  const names = namesOf(rows);
  return lookUp({
    cause: say`${plural(rows.length, 'process', 'processes')} ${words(rows.length === 1 ? 'was' : 'were')} killed: ${listed(names)}`,
    proof: rows
      .slice(0, maxNamed)
      .map((row) =>
        claim(
          say`${String(row.process)}, by the ${words(String(row.how))}${row.why ? say`: ${String(row.why)}` : words('')}`,
          row,
        ),
      ),
  });
}

function crashed(text: string, all: readonly Row[], claim: Claimer): Draft | undefined {
  const isAnr = /\banrs?\b|not respond|\bhang(?:s|ing)?\b|\bhung\b|\bfr(?:eez|oz)e/i.test(text);
  if (!isAnr && !/\bcrash(?:es|ed|ing)?\b/i.test(text)) return undefined;
  const isNamedOne = all.some((row) => names(text, row.process));
  if (!aboutProcesses.test(text) && !isNamedOne) return undefined;
  const rows = all.filter((row) => (row.kind === 'anr') === isAnr).filter((row) => isNamed(text, row.process, all));
  if (rows.length === 0) return undefined;
  const did = words(isAnr ? 'did not respond' : 'crashed');
  const byName = [...Map.groupBy(rows, (row) => String(row.process))].sort(([, a], [, b]) => b.length - a.length);
  const counts = byName.map(([name, own]) => {
    const count = own.reduce((sum, row) => sum + Number(row.count ?? 1), 0);
    return say`${name} ${did} ${words(count === 1 ? 'once' : `${count} times`)}`;
  });
  return lookUp({
    cause: join(counts.slice(0, maxNamed), ', '),
    proof: rows.slice(0, maxNamed).map((row) => claim(say`${String(row.process)}: ${String(row.what)}`, row)),
  });
}

function versions(text: string, all: readonly Row[], claim: Claimer): Draft | undefined {
  if (!/\bversions?\b/i.test(text)) return undefined;
  const rows = all.filter((row) => names(text, row.package) && row.version !== '');
  const absent = all.length === 0 ? undefined : /\b(?:com|org|net|android)(?:\.\w+){2,}/.exec(text)?.[0];
  if (rows.length === 0 && absent !== undefined && !all.some((row) => row.package === absent))
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`${absent} is not among the ${plural(all.length, 'package')} listed as installed`,
      proof: [],
    });
  if (rows.length === 0) return undefined;
  const told = rows.map(
    (row) =>
      say`${String(row.package)} is at version ${String(row.version)}${row.code ? say` (code ${String(row.code)})` : words('')}`,
  );
  return lookUp({ cause: join(told, ', '), proof: rows.map((row, index) => claim(told[index]!, row)) });
}

function memory(text: string, rows: readonly Row[], claim: Claimer): Draft | undefined {
  if (!/\b(?:memory|ram|pss)\b/i.test(text) || !/\b(?:most|top|largest|biggest|highest|who|hogs?)\b/i.test(text))
    return undefined;
  if (rows.length === 0) return undefined;
  const told = rows.slice(0, 5).map((row) => say`${String(row.process)} ${Number(row.mib)} MiB`);
  return lookUp({
    cause: say`Most memory was held by ${join(told, ', ')}`,
    proof: rows.slice(0, 5).map((row, index) => claim(told[index]!, row)),
  });
}

function wakelocks(text: string, rows: readonly Row[], claim: Claimer): Draft | undefined {
  if (!/\bwake ?locks?\b/i.test(text) || rows.length === 0) return undefined;
  const told = rows.slice(0, 5).map((row) => say`${String(row.wakelock)} for ${Number(row.held_minutes)} minutes`);
  return lookUp({
    cause: say`Held longest: ${join(told, ', ')}`,
    proof: rows.slice(0, 5).map((row, index) => claim(told[index]!, row)),
  });
}

/** Where the question names a process, only that one is asked about. */
function isNamed(text: string, process: Row[string] | undefined, all: readonly Row[]): boolean {
  return names(text, process) || !all.some((row) => names(text, row.process));
}

function names(text: string, name: Row[string] | undefined): boolean {
  const tokens: string[] = text.match(/[\w$]+(?:[.:/@-]+[\w$]+)*/g) ?? [];
  return tokens.includes(String(name));
}

function namesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.map((row) => String(row.process)))];
}

function listed(names: readonly string[]): Text {
  const shown = names.slice(0, maxNamed).map((name) => say`${name}`);
  const more = names.length - shown.length;
  return more > 0 ? say`${join(shown, ', ')} and ${more} more` : join(shown, ', ');
}
