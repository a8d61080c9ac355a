import type { Observation } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { meansTheSame } from '../question/concepts.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { number, say, words } from './say.ts';

const eventWord =
  /^(?:crash\w*|restart\w*|re-?boot\w*|panic\w*|hang\w*|hung|freez\w*|fr[oe]ze\w*|die[sd]?|dying|kill\w*|abort\w*|anrs?|oom\w*|deadlock\w*)$/i;

/** "How often did the app crash?" where no line holds the words together: what a reader or a rule knows of it. */
export function eventCounted(run: Investigation, evidence: Evidence): Observation | undefined {
  if (run.question.phrases.length > 0) return undefined;
  const asked = evidence.found.find(({ part }) => part.part === 'term' && eventWord.test(part.word.text));
  const isInLines = evidence.chosen?.groups
    .flat()
    .some((unit) => unit.asked.split(' ').some((word) => eventWord.test(word)));
  if (asked === undefined || isInLines === true) return undefined;
  const names = evidence.present
    .filter(({ asked: word }) => !eventWord.test(word))
    .map(({ asked: word }) => word.toLowerCase());
  const told = evidence.observations.filter(
    (one) =>
      one.severity !== 'info' &&
      (one.kind === 'finding' || one.kind === 'restart') &&
      meansTheSame(one, asked.part.word.text),
  );
  return (
    told.find((one) => names.some((name) => one.subjects.includes(name))) ?? (names.length === 0 ? told[0] : undefined)
  );
}

export function countEvent(event: Observation, evidence: Evidence): Draft {
  const isSaid = event.title.plain.includes(`${number(event.count)} times`);
  const times = isSaid ? words('') : event.count === 1 ? words('Once: ') : say`${event.count} times: `;
  const told = event.details.filter((claim) => claim.ranges.length === 0);
  return lookUp({
    cause: say`${times}${event.title}`,
    explanation: told.slice(0, 4),
    proof: [
      { text: event.title, ranges: event.evidence.slice(0, 8) },
      ...event.details.filter((claim) => claim.ranges.length > 0).slice(0, 6),
    ],
    used: [event, ...evidence.observations.filter((one) => one !== event && one.severity !== 'info')].slice(0, 6),
  });
}
