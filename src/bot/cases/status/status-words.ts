/** How far one question is on its way to an answer. `share`: 0 to 1, where the service tells. */
export type Stage =
  | { at: 'queued'; place: number }
  | { at: 'fetching' | 'handing' | 'posting' }
  | { at: 'reading' | 'searching'; share: number | undefined };

const alone: Record<Stage['at'], string> = {
  queued: 'Queued',
  fetching: 'Fetching the file',
  handing: 'Uploading the file to the log service',
  reading: 'Reading the file',
  searching: 'Searching for the answer',
  posting: 'Posting the answer',
};

const among: Record<Stage['at'], string> = {
  queued: 'queued',
  fetching: 'being fetched',
  handing: 'being uploaded to the log service',
  reading: 'being read',
  searching: 'being searched',
  posting: 'answered',
};

const inOrder = ['posting', 'searching', 'reading', 'handing', 'fetching', 'queued'] as const;

/** All that goes on in a thread, in one line; what is furthest comes first. */
export function statusWords(stages: readonly Stage[], noun: 'file' | 'question'): string {
  const [only] = stages;
  if (only && stages.length === 1) return `${alone[only.at]}${howFar([only])}.`;
  const groups = inOrder.flatMap((at) => {
    const here = stages.filter((stage) => stage.at === at);
    return here.length > 0 ? [`${here.length} ${among[at]}${howFar(here)}`] : [];
  });
  return `${stages.length} ${noun}s: ${groups.join('; ')}.`;
}

/** Of several the one that is furthest. In steps of five: each step is an edit of the message. */
function howFar(stages: readonly Stage[]): string {
  const places = stages.flatMap((stage) => (stage.at === 'queued' ? [stage.place] : []));
  if (places.length > 0) return `, place ${Math.min(...places)}`;
  const shares = stages.flatMap((stage) => ('share' in stage && stage.share !== undefined ? [stage.share] : []));
  return shares.length > 0 ? `, ${Math.round(Math.max(...shares) * 20) * 5} %` : '';
}
