import type { Draft } from '../answer/draft.ts';
import { say, words } from '../answer/say.ts';
import { answerCalculation } from '../calculate/calculate.ts';
import { documentsOf } from '../calculate/pass.ts';
import { timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import type { TimeAsked } from '../question/question.ts';
import { episodeAsked } from './episode-asked.ts';
import type { Episode } from './link-episodes.ts';
import { readEpisodes } from './read-episodes.ts';

const form = /^(.{8,120}?),? (?:during|while|throughout|in the course of|for as long as) (.{4,100})$/i;
const calculated =
  /\b(?:highest|lowest|max(?:imum)?|min(?:imum)?|average|mean|median|peak|largest|smallest|biggest|how (?:many|much|often|high|low)|top|most|least|last|first|number of|count|busiest|sum|total)\b/i;
const mostWindows = 4;

/** "What was the highest load during the first outage": the calculation over the lines of that time alone. */
export async function duringEpisode(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (documentsOf(run).length !== 1 || question.phrases.length > 0 || question.times.length > 0) return undefined;
  const found = form.exec(question.text.replace(/[?.!\s]+$/, ''));
  if (found === null || !calculated.test(found[1]!)) return undefined;
  const asked = episodeAsked(`how long ${found[2]!}`, false, false);
  if (asked === undefined) return undefined;
  const read = await readEpisodes(run, asked);
  if (read === undefined || read.quality < 0.4) return undefined;
  const chosen = chosenOf(read.episodes, asked.pick);
  if (chosen.length === 0 || chosen.length > mostWindows) return undefined;
  const [info] = documentsOf(run);
  const windows = chosen.map(
    ({ start, end }): TimeAsked => ({
      label: found[2]!,
      kind: 'between',
      from: start.timeMs,
      to: end?.timeMs ?? info?.lastTimeMs ?? start.timeMs,
      isAbsolute: true,
    }),
  );
  const draft = await answerCalculation({ ...run, question: { ...question, text: `${found[1]!}?`, times: windows } });
  if (draft === undefined || draft.verdict === 'INCONCLUSIVE') return undefined;
  const times = await timesOf(run);
  const spans = windows.map(({ from, to }) => times.span(from, to)).join('; ');
  return {
    ...draft,
    explanation: [
      { text: say`Over the lines from ${words(spans)}, ${chosen[0]!.start.text.slice(0, 80)}`, ranges: [] },
      ...draft.explanation,
    ],
  };
}

function chosenOf(episodes: readonly Episode[], pick: number | 'last' | 'longest' | 'shortest' | undefined): Episode[] {
  if (pick === undefined) return [...episodes];
  const ended = episodes.filter(({ lengthMs }) => lengthMs !== undefined).sort((a, b) => b.lengthMs! - a.lengthMs!);
  const one =
    pick === 'last'
      ? episodes.at(-1)
      : pick === 'longest'
        ? ended[0]
        : pick === 'shortest'
          ? ended.at(-1)
          : episodes[pick - 1];
  return one === undefined ? [] : [one];
}
