import type { Evidence, Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { say, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

/** "... and when did it start?": a part that names nothing of its own speaks of what the first part found. */
export function followUp(part: Investigation, evidence: Evidence, lead: Draft): Draft | undefined {
  const { question } = part;
  const [story] = lead.used;
  if (question.intent !== 'when' || question.phrases.length > 0 || evidence.present.length > 0) return undefined;
  if (story?.firstTimeMs === undefined) return undefined;
  const survey = evidence.surveys.find((one) => one.info.name === story.document);
  const info = part.documents.infos.find((one) => one.name === story.document);
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
