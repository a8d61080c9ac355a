import { parseArgs } from 'node:util';
import { UsageError } from '#core/errors.ts';
import { createSubject } from '#service/conformance/subject.ts';
import { type CheckResult, runSuite } from '#service/conformance/suite.ts';

export const usage = 'logtriage conformance --url BASE --key K [--ws-url U] [--email E --password P]';
export const about = 'Checks a running Log Analysis Service against its specification.';

/** Checks any server of the specification. Exit code 1 when something the specification states is not so. */
export async function run(args: readonly string[]): Promise<number> {
  const { url, key, 'ws-url': wsUrl, email, password } = readArguments(args);
  if (!url || !key || !URL.canParse(url) || (email === undefined) !== (password === undefined)) {
    throw new UsageError(`usage: ${usage}`);
  }
  const subject = createSubject({
    baseUrl: url,
    key,
    wsUrl: (wsUrl ?? new URL(url).origin.replace(/^http/, 'ws')).replace(/(?<!\/)\/+$/, '').replace(/\/ws\/v1$/, ''),
    account: email === undefined || password === undefined ? undefined : { email, password },
  });
  const results = await runSuite(subject, (result) => process.stdout.write(line(result)));
  process.stdout.write(`\n${matrix(results)}\n${summary(results)}\n`);
  return results.some(({ outcome, check }) => outcome === 'failed' && check.basis === 'specified') ? 1 : 0;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        'ws-url': { type: 'string' },
        email: { type: 'string' },
        password: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nusage: ${usage}`);
  }
}

function line({ check, outcome, reason }: CheckResult): string {
  return `${outcome.padEnd(8)} ${check.title} (${check.ids.join(' ')})${reason ? `\n         ${reason}` : ''}\n`;
}

/** Each requirement once; it holds where every check of it passed. */
function matrix(results: readonly CheckResult[]): string {
  const byId = new Map<string, CheckResult['outcome'][]>();
  for (const { check, outcome } of results) {
    for (const id of check.ids) byId.set(id, [...(byId.get(id) ?? []), outcome]);
  }
  const cells = Array.from(byId, ([id, outcomes]) => {
    const worst = outcomes.includes('failed') ? 'failed' : outcomes.includes('passed') ? 'passed' : 'not run';
    return `${id.padEnd(8)} ${worst.padEnd(8)}`;
  }).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const rows = Math.ceil(cells.length / 4);
  return Array.from({ length: rows }, (_, row) =>
    [0, 1, 2, 3]
      .map((column) => cells[row + column * rows] ?? '')
      .join('   ')
      .trimEnd(),
  ).join('\n');
}

function summary(results: readonly CheckResult[]): string {
  const count = (basis: string, outcome: string) =>
    results.filter((result) => result.check.basis === basis && result.outcome === outcome).length;
  return (['specified', 'decided'] as const)
    .map(
      (basis) =>
        `${basis}: ${count(basis, 'passed')} passed, ${count(basis, 'failed')} failed, ${count(basis, 'not run')} not run`,
    )
    .join('\n');
}
