import type { Finding } from '../../reading.ts';
import type { ConfigText, Statement } from '../config-text.ts';
import { type Thing, thingsFor } from '../things/thing.ts';
import { findingAt } from './finding-at.ts';
import { wholeTextOf } from './whole-text.ts';
import { writtenNames } from './written-names.ts';

const maxShown = 40;
/** An empty name is none. */
const nothing = /^$/;

/** Names that are used and never defined, and names that are defined and never used. */
export function findBrokenReferences({ statements, kind }: ConfigText, document: string): Finding[] {
  if (statements.length === 0) return [];
  const undefinedNames: Finding[] = [];
  const unusedNames: Finding[] = [];
  const hasIncludes = statements.some(({ text }) =>
    /^[@!#]?\$?(?:include\w*|Include\w*|source)\b(?!.*(?:mime\.types|_params))/.test(text),
  );
  for (const thing of thingsFor(kind)) {
    const builtIn = thing.builtIn ?? nothing;
    const defined = Map.groupBy(named(statements, thing, 'defines'), ({ key }) => key);
    const used = Map.groupBy(named(statements, thing, 'uses'), ({ key }) => key);
    const isElsewhere = thing.needsDefinitions === true && defined.size === 0;
    for (const [key, uses] of isElsewhere ? [] : used) {
      if (!defined.has(key) && !builtIn.test(uses[0]!.name)) {
        undefinedNames.push(undefinedFinding(thing, uses, document, hasIncludes));
      }
    }
    // Without a single use the file may be a fragment: then silence is better.
    if (!thing.isReportedUnused || used.size === 0) continue;
    for (const [key, definitions] of defined) {
      if (!used.has(key) && !builtIn.test(definitions[0]!.name))
        unusedNames.push(unusedFinding(thing, definitions, document));
    }
  }
  return [...undefinedNames, ...unusedNames].slice(0, maxShown);
}

interface Named {
  name: string;
  key: string;
  statement: Statement;
}

function named(statements: readonly Statement[], thing: Thing, role: 'defines' | 'uses'): Named[] {
  const patterns = thing[role];
  return statements.flatMap((statement) => {
    // Words of a description are not commands.
    if (/^(?:description|remark|banner|comment|set (?:description|comment|comments)) /.test(statement.text)) return [];
    const text = (thing.isWhole ? wholeTextOf(statement) : statement.text).slice(0, 2000);
    return patterns.flatMap((pattern) =>
      matchesOf(pattern, text).flatMap((match) => {
        const written = match
          .slice(1)
          .filter((group) => group !== undefined)
          .join('.');
        return namesIn(written, thing).map((name) => ({ name, key: (thing.fold ?? same)(name), statement }));
      }),
    );
  });
}

function matchesOf(pattern: RegExp, text: string): RegExpMatchArray[] {
  if (pattern.global) return [...text.matchAll(pattern)];
  const match = pattern.exec(text);
  return match ? [match] : [];
}

function namesIn(written: string, thing: Thing): string[] {
  if (thing.expand) return thing.expand(written);
  if (thing.fold) return [written.trim()];
  return writtenNames(written);
}

function same(name: string): string {
  return name;
}

function undefinedFinding({ label }: Thing, uses: readonly Named[], document: string, isOpen: boolean): Finding {
  const { name, statement } = uses[0]!;
  const place = statement.path.length > 0 ? ` in \`${statement.path[statement.path.length - 1]!.slice(0, 80)}\`` : '';
  return {
    ...findingAt(
      document,
      uses.map(({ statement: { line } }) => line),
      {
        rule: 'config.undefined-reference',
        severity: isOpen ? 'warning' : 'error',
        certainty: isOpen ? 'possible' : 'certain',
        title: `${label} ${name} is used but not defined`,
        explanation: `Line ${statement.line}${place} names the ${label} ${name}; nothing in this file defines it${isOpen ? ', though it takes in other files' : ''}. What happens then depends on the program: it permits all, denies all, ignores the line, or does not start.`,
        signature: `config undefined ${label}`,
        subjects: [name, label],
        next: `Define the ${label} ${name}, or correct its name in line ${statement.line}.`,
      },
    ),
    role: isOpen ? 'context' : 'cause',
  };
}

function unusedFinding({ label }: Thing, definitions: readonly Named[], document: string): Finding {
  const { name, statement } = definitions[0]!;
  return findingAt(document, statement.line, {
    rule: 'config.unused-definition',
    severity: 'info',
    certainty: 'likely',
    title: `${label} ${name} is defined but not used`,
    explanation: `Line ${statement.line} defines the ${label} ${name}; no other line of this file names it.`,
    signature: `config unused ${label}`,
    subjects: [name, label],
  });
}
