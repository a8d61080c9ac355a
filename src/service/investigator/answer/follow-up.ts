import type { Evidence, Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { extentOf, lookUp, totalLines } from './look-up.ts';
import { commonBefore, fewLines, occurrencesOf, whenOf } from './occurrences.ts';
import { say, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

export interface Led {
  part: Investigation;
  /** Absent where the answer was computed from the lines. */
  evidence?: Evidence;
  draft: Draft;
}

/** "... and when did it start?": a part that names nothing of its own speaks of what the first part found. */
export async function followUp(part: Investigation, evidence: Evidence, lead: Led): Promise<Draft | undefined> {
  const { question } = part;
  const isBare =
    question.phrases.length === 0 && question.terms.every((term) => lead.part.question.terms.includes(term));
  const found = /^(?:count|find)$/.test(lead.part.question.intent) ? lead.evidence : undefined;
  if (isBare && found !== undefined && found.needles.length > 0) {
    if (question.intent === 'when') return whenOfLines(found);
    if (question.intent === 'cause') return whyOfLines(part, found);
  }
  return startOfStory(part, evidence, lead.draft);
}

/** Of lines that were counted or found: when they come. */
function whenOfLines(evidence: Evidence): Draft | undefined {
  const extent = extentOf(evidence.scoped);
  if (extent?.first.spot.timeMs === undefined || extent.last.spot.timeMs === undefined) return undefined;
  const all = occurrencesOf(evidence.scoped);
  const times = timeWordsOf(extent.first.survey.info, extent.first.survey.isZoned);
  const isFew = totalLines(evidence.scoped) <= fewLines;
  return lookUp({
    cause: words(isFew ? all.map(whenOf).join('; ') : times.span(extent.first.spot.timeMs, extent.last.spot.timeMs)),
    proof: [],
  });
}

/** Why they come: what stands right before them. */
async function whyOfLines(part: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const before = await commonBefore(part, occurrencesOf(evidence.scoped));
  if (before === undefined) return undefined;
  return lookUp({ cause: before.text, proof: before.claims.slice(0, 6) });
}

function startOfStory({ question, documents }: Investigation, evidence: Evidence, lead: Draft): Draft | undefined {
  const [story] = lead.used;
  if (question.intent !== 'when' || question.phrases.length > 0 || evidence.present.length > 0) return undefined;
  if (story?.firstTimeMs === undefined) return undefined;
  const survey = evidence.surveys.find((one) => one.info.name === story.document);
  const info = documents.infos.find((one) => one.name === story.document);
  if (info === undefined) return undefined;
  const times = timeWordsOf(info, survey?.isZoned ?? false);
  const { firstTimeMs, lastTimeMs } = story;
  const until =
    lastTimeMs === undefined || lastTimeMs <= firstTimeMs
      ? words('')
      : words(`, the last of it at ${times.at(lastTimeMs)}, ${durationWords(lastTimeMs - firstTimeMs)} later`);
  return lookUp({
    cause: say`It begins at ${words(times.at(firstTimeMs))}${until}`,
    proof: [
      {
        text: words('Where it begins'),
        ranges: [{ document: story.document, lineStart: story.firstLine, lineEnd: story.firstLine }],
      },
    ],
    used: [story],
  });
}
