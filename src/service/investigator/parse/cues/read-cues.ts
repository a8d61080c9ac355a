import { cueTable } from './cue-table.ts';
import type { Cues, CuesNoted } from './cues.ts';

const ofTime = /^\W*(?:(?:what|how much) (?:is|was) )?(?:the )?time(?: (?:of|for|by|needed by|taken by))?(?= )/i;

/** What the words of a question ask for, in whichever order they stand. */
export function readCues(question: string): Cues {
  const cue: CuesNoted = { rest: question, asks: new Set(), edges: new Set(), kept: '' };
  for (const [pattern, note] of cueTable) {
    const found = pattern.exec(cue.rest);
    if (found === null) continue;
    note(cue, found.groups ?? {});
    const [before, behind] = [cue.rest.slice(0, found.index), cue.rest.slice(found.index + found[0].length)];
    cue.rest = `${before} ${cue.kept} ${behind}`.replace(/ {2,}/g, ' ');
    cue.kept = '';
  }
  // "Which three lead, per field": the fields.
  if (cue.limit !== undefined && cue.per !== undefined) cue.which ??= cue.per;
  // "Total runs" are counted, a total time is added up, as in "down longest in total".
  if (cue.asks.has('total')) {
    if (cue.asks.has('long')) cue.stat = cue.order === undefined ? (cue.stat ?? { take: 'sum' }) : { take: 'sum' };
    else if (cue.stat === undefined) cue.asks.add('count');
  }
  // "Median time for backups".
  if (/^(?:mean|median|percentile)$/.test(cue.stat?.take ?? '') && ofTime.test(cue.rest)) {
    cue.asks.add('long');
    cue.rest = cue.rest.replace(ofTime, ' ');
  }
  // "Lowest number of pages" is one of the numbers, and counts nothing; so is the last.
  const isOfOne =
    /^(?:max|min)$/.test(cue.stat?.take ?? '') || /\b(?:first|last|latest|final) (?:number|count) of\b/i.test(question);
  if (isOfOne && !/\bhow (?:many|often)\b/i.test(question)) cue.asks.delete('count');
  // The most that ran at once are counted by that alone.
  if (cue.asks.has('together') && (cue.stat?.take === 'max' || cue.order === 'most') && !cue.asks.has('more')) {
    delete cue.stat;
    delete cue.order;
  }
  const { kept: _, ...read } = cue;
  const rest =
    cue.asks.has('more') || cue.order !== undefined || cue.asks.has('before')
      ? cue.rest.replace(/\bthan\b/gi, ' ')
      : cue.rest;
  const said = cue.asks.has('gap') ? rest.replace(/\b(?:did|does|start(?:ed|s)?|beg[aiu]n(?:s|ning)?)\b/gi, ' ') : rest;
  return { ...read, rest: said.replace(/\s+/g, ' ').trim() };
}
