import { headline } from '../detect/failures.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence } from '../investigation.ts';
import { join, number, plural, say, type Text, words } from './say.ts';

/** "`ldap`: `bind failed` (44)": one of many, in a few words. */
export function inShort(one: Observation): Text {
  const owner = one.owner === undefined ? words('') : say`${one.owner}: `;
  const said = one.group === undefined ? one.title : say`${owner}${shorten(headline(one.group), 60)}`;
  return say`${said}${words(one.count > 1 ? ` (${number(one.count)})` : '')}`;
}

/** What only warns or comes all the time is counted, not told. */
export function leftOut({ surveys }: Evidence, errors: readonly Observation[]): Claim[] {
  const routine = errors.filter(({ isRoutine }) => isRoutine === true);
  const warnings = surveys
    .filter(({ info }) => info.fileType === 'log')
    .flatMap(({ groups }) => groups.filter((group) => !group.isFailure && group.severity === 'warning'));
  const warned = warnings.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...(routine.length === 0 || routine.length === errors.length
      ? []
      : [say`${plural(routine.length, 'kind')} of them come as often before as after and are told last`]),
    ...(warned === 0 ? [] : [say`${plural(warned, 'line')} only warn, in ${plural(warnings.length, 'kind')}`]),
  ];
  return parts.length === 0 ? [] : [{ text: join(parts, '; '), ranges: [] }];
}

const asksForAll = /\bwhat (?:all |else )?(?:went|goes|has gone|is going|was|were) wrong\b|\bproblems\b|\bissues\b/i;

/** What else failed, in one sentence. */
export function besides(question: string, cause: Observation, { observations }: Evidence): Claim[] {
  if (!asksForAll.test(question)) return [];
  const others = observations.filter(
    (one) =>
      one !== cause &&
      !isNamedBy(cause, one) &&
      (one.kind === 'failure' || one.kind === 'finding') &&
      (one.severity === 'error' || one.severity === 'critical') &&
      one.isRoutine !== true &&
      one.role !== 'context',
  );
  if (others.length === 0) return [];
  const told = join(others.slice(0, 6).map(inShort), '; ');
  const more = others.length > 6 ? ` and ${others.length - 6} more` : '';
  return [{ text: say`Besides, ${plural(others.length, 'other kind')} of failure: ${told}${words(more)}`, ranges: [] }];
}

/** The lines of which the cause tells the share or the course. */
function isNamedBy(cause: Observation, { group }: Observation): boolean {
  return group !== undefined && cause.title.plain.includes(headline(group).slice(0, 60));
}
