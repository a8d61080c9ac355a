import { observeEvents } from '../detect/events.ts';
import { eventsAsked } from '../detect/events-asked.ts';
import type { Observation } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';

/** Of the evidence of one question; asked for by whoever finds no cause and by whoever says that there is none. */
const known = new WeakMap<Evidence, Observation[]>();

/** What stands out where no failure explains what was asked, the most telling first. */
export function eventsFor(run: Investigation, evidence: Evidence): Observation[] {
  const found = known.get(evidence) ?? findEvents(run, evidence);
  known.set(evidence, found);
  return found;
}

function findEvents(run: Investigation, evidence: Evidence): Observation[] {
  const { about, surveys } = evidence;
  const named = about?.subject.isNamed === true ? about.observations.filter(({ rule }) => rule === 'log.event') : [];
  if (named.length > 0) return named;
  return surveys
    .filter(({ info, isSampled }) => info.fileType === 'log' && !isSampled)
    .flatMap((survey) => observeEvents(survey, eventsAsked(run, survey, evidence.found)))
    .sort((a, b) => b.weight - a.weight || b.count - a.count || a.firstLine - b.firstLine);
}
