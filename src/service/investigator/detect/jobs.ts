import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { commonNames, namesIn } from './names.ts';

/** Something that was started and finished, by the lines that say so. */
export interface Job {
  start: { message: string; spot: Spot };
  end: { message: string; spot: Spot };
  /** How often the like of it ran over the document. */
  runs: number;
}

const begins =
  /\b(?:start(?:s|ed|ing)?|begin(?:s|ning)?|began|begun|launch(?:ed|ing)?|initiat(?:ed|ing)|kick(?:ed|ing) off|triggered)\b/i;
const ends =
  /\b(?:finish(?:es|ed)?|complet(?:e|es|ed)|done|end(?:s|ed)?|stop(?:s|ped)?|succeeded|over|aborted|cancel(?:l?ed)|released)\b/i;
/** What runs more often is routine: it ran at good times too. */
const mostRuns = 24;
const shortestMs = 20_000;
const known = new WeakMap<Survey, Job[]>();

/** What ran in the time of something, from shortly before it began until about when it was over. Best fit first. */
export function ranDuring(survey: Survey, fromMs: number, toMs: number): Job[] {
  const asked = Math.max(1, toMs - fromMs);
  return jobsOf(survey)
    .map((job) => {
      const [start, end] = [job.start.spot.timeMs!, job.end.spot.timeMs!];
      const shared = Math.max(0, Math.min(end, toMs) - Math.max(start, fromMs));
      return { job, fit: shared / (Math.max(end, toMs) - Math.min(start, fromMs)), cover: shared / asked };
    })
    .filter(({ fit, cover, job }) => cover >= 0.6 && fit >= 0.45 && job.runs <= 3)
    .sort((a, b) => b.fit - a.fit)
    .map(({ job }) => job);
}

/** Pairs of lines that tell of a start and an end of the same thing. */
function jobsOf(survey: Survey): Job[] {
  const found = known.get(survey) ?? findJobs(survey);
  known.set(survey, found);
  return found;
}

function findJobs(survey: Survey): Job[] {
  const calm = survey.groups.filter((group) => group.count <= mostRuns && group.severity !== 'critical');
  const starts = calm.filter((group) => begins.test(group.message) && !ends.test(group.message.replace(begins, '')));
  const finishes = calm.filter((group) => ends.test(group.message));
  const common = commonNames(survey);
  const jobs: Job[] = [];
  for (const start of starts) {
    const names = topicsOf(start);
    const own = finishes
      .map((group) => ({ group, shared: [...topicsOf(group)].filter((name) => names.has(name)) }))
      .filter(({ group, shared }) => group !== start && shared.length > 0 && shared.some((name) => !common.has(name)))
      .sort((a, b) => b.shared.length - a.shared.length || a.group.first.line - b.group.first.line)[0]?.group;
    if (own === undefined) continue;
    for (const spot of start.spots) {
      const end = own.spots.find((one) => one.line > spot.line);
      if (end?.timeMs === undefined || spot.timeMs === undefined || end.timeMs - spot.timeMs < shortestMs) continue;
      jobs.push({
        start: { message: start.message, spot },
        end: { message: own.message, spot: end },
        runs: start.count,
      });
    }
  }
  return jobs;
}

/** Words of the line that name what runs. */
function topicsOf({ message, sources }: MessageGroup): Set<string> {
  const words = (message.toLowerCase().match(/[a-z][a-z0-9_-]{3,}/g) ?? []).filter(
    (word) =>
      !begins.test(word) &&
      !ends.test(word) &&
      !/^(?:with|from|after|full|into|user|that|this|seconds?|minutes?|errors?)$/.test(word),
  );
  return new Set([...words, ...namesIn([...sources.keys()].slice(0, 2).join(' '))]);
}
