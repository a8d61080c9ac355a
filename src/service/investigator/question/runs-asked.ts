const longer =
  /\b(?:longer|slower|more time|faster|quicker|shorter|durations?|run ?times?)\b|\btak(?:e|es|ing|en) (?:so |too |very )?(?:long|forever|ages)\b|\bhow long\b/i;
const since =
  /\b(?:lately|recently|nowadays|these days|since (?:which|what|when)|(?:from|on|at) (?:which|what) (?:day|date|night|run|build|version)|which (?:day|night|run|build)\b|than (?:before|usual|last|they used|it used)|used to|suddenly|all of a sudden|per (?:run|night|day|build|job|cycle)|each (?:run|night|day|build|job|time)|every (?:run|night|day|build|time))/i;
const runNoun =
  /\b(?:back-?ups?|jobs?|runs?|builds?|loads?|imports?|exports?|nightl(?:y|ies)|batch(?:es)?|etl|reports?|cycles?|rounds?|scans?|syncs?|replications?|tests?|deploy\w*|pipelines?|tasks?|dumps?|compactions?|migrations?|epochs?|reindex\w*|snapshots?|calibrations?|measurements?|sweeps?|closings?)\b/i;

/** "The backups take longer lately, since which day?": how long each run of something took. */
export function asksForRuns(text: string): boolean {
  return text.length <= 300 && longer.test(text) && since.test(text) && runNoun.test(text);
}
