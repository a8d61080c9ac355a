import type { Observation } from '../detect/observation.ts';
import type { Evidence } from '../investigation.ts';

const fewOfKind = 3;
const fewestKinds = 5;

/** Single failures and warnings of many kinds, none of which names a cause or comes twice in a row: what a busy log always has. */
export function sprinkleOf(cause: Observation, { observations }: Evidence): Observation[] {
  const isSingle = (one: Observation) =>
    one.kind === 'failure' &&
    one.severity !== 'critical' &&
    one.certainty !== 'certain' &&
    one.count <= fewOfKind &&
    (one.group?.frames.size ?? 0) === 0;
  if (!isSingle(cause)) return [];
  const told = observations.filter(
    (one) => one.severity !== 'info' && one.role !== 'context' && one.kind !== 'finding',
  );
  const singles = observations.filter((one) => one.isRoutine === true || isSingle(one));
  return told.every((one) => one.isRoutine === true || isSingle(one)) && singles.length >= fewestKinds ? singles : [];
}
