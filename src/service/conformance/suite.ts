import { accessChecks } from './access-checks.ts';
import type { Check } from './check.ts';
import { searchChecks } from './search-checks.ts';
import { frameChecks, streamChecks } from './stream-checks.ts';
import type { Subject } from './subject.ts';
import { uploadChecks } from './upload-checks.ts';

/** Everything that can be seen of a server from outside. */
export const suite: readonly Check[] = [
  ...accessChecks,
  ...uploadChecks,
  ...searchChecks,
  ...streamChecks,
  ...frameChecks,
];

export interface CheckResult {
  check: Check;
  outcome: 'passed' | 'failed' | 'not run';
  reason?: string;
}

/** One after the other, so that a slow server is not measured by its queue. */
export async function runSuite(subject: Subject, tell: (result: CheckResult) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of suite) {
    const result = await runCheck(subject, check);
    results.push(result);
    tell(result);
  }
  return results;
}

async function runCheck(subject: Subject, check: Check): Promise<CheckResult> {
  if (check.needs === 'account' && !subject.options.account) {
    return { check, outcome: 'not run', reason: 'needs --email and --password' };
  }
  try {
    await check.run(subject);
    return { check, outcome: 'passed' };
  } catch (error) {
    return { check, outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}
