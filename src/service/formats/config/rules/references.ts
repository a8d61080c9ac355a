import type { Finding } from '../../reading.ts';
import type { ConfigText, Statement } from '../config-text.ts';
import { kindsOfThings, type Thing } from './things.ts';

const maxShown = 40;

/** Names that are used and never defined, and names that are defined and never used. */
export function findBrokenReferences({ statements }: ConfigText, document: string): Finding[] {
  if (statements.length === 0) return [];
  const undefinedNames: Finding[] = [];
  const unusedNames: Finding[] = [];
  for (const kind of kindsOfThings) {
    const defined = Map.groupBy(named(statements, kind.defines), ({ name }) => kind.fold(name));
    const used = Map.groupBy(named(statements, kind.uses), ({ name }) => kind.fold(name));
    for (const [name, uses] of used) {
      if (!defined.has(name) && !kind.builtIn.test(uses[0]!.name)) {
        undefinedNames.push(undefinedFinding(kind, uses, document));
      }
    }
    // Without a single use the file may be a fragment: then silence is better.
    if (!kind.isReportedUnused || used.size === 0) continue;
    for (const [name, definitions] of defined) {
      if (!used.has(name)) unusedNames.push(unusedFinding(kind, definitions, document));
    }
  }
  return [...undefinedNames, ...unusedNames].slice(0, maxShown);
}

interface Named {
  name: string;
  statement: Statement;
}

function named(statements: readonly Statement[], patterns: readonly RegExp[]): Named[] {
  return statements.flatMap((statement) =>
    patterns.flatMap((pattern) => {
      // Words of a description are not commands.
      if (/^(?:description|remark|banner|name) /.test(statement.text) && !/^name/.test(pattern.source)) return [];
      const match = pattern.exec(statement.text.slice(0, 1000));
      const name = match?.[1]?.replace(/^"|"$/g, '');
      return name ? [{ name, statement }] : [];
    }),
  );
}

function undefinedFinding({ label }: Thing, uses: readonly Named[], document: string): Finding {
  const { name, statement } = uses[0]!;
  const place = statement.path.length > 0 ? ` in \`${statement.path[statement.path.length - 1]!.slice(0, 80)}\`` : '';
  return {
    rule: 'config.undefined-reference',
    title: `${label} ${name} is used and not defined`,
    explanation: `Line ${statement.line}${place} names the ${label} ${name}; nothing in this file defines it. What a device does then depends on its kind: it permits all, denies all, or ignores the line.`,
    severity: 'error',
    role: 'cause',
    certainty: 'certain',
    count: uses.length,
    evidence: uses.slice(0, 12).map(({ statement: { line } }) => ({ document, lineStart: line, lineEnd: line })),
    signature: `config undefined ${label}`,
    subjects: [name, label],
    next: [`Define the ${label} ${name}, or correct its name in line ${statement.line}.`],
  };
}

function unusedFinding({ label }: Thing, definitions: readonly Named[], document: string): Finding {
  const { name, statement } = definitions[0]!;
  return {
    rule: 'config.unused-definition',
    title: `${label} ${name} is defined and not used`,
    explanation: `Line ${statement.line} defines the ${label} ${name}; no other line of this file names it.`,
    severity: 'info',
    role: 'context',
    certainty: 'likely',
    count: 1,
    evidence: [{ document, lineStart: statement.line, lineEnd: statement.line }],
    signature: `config unused ${label}`,
    subjects: [name, label],
  };
}
