/** Words of a line that tells of a start. */
export const runStarts =
  /\b(?:start(?:s|ed|ing)?|begins?|beg[au]n|beginning|launch(?:ed|ing)?|opened|opening|entered|entering|received|accepted|connected|created|submitted|enqueued|scheduled|down|lost|triggered|initiated)\b/i;
/** Words of a line that tells of an end. */
export const runEnds =
  /\b(?:finish(?:es|ed)?|complete[ds]?|completion|done|end(?:s|ed)?|stop(?:s|ped)?|closed?|closing|exit(?:s|ed)?|succeeded|success|failed|aborted|disconnected|terminated|processed|recovered|restored|up again|back up|resolved|cancelled|ready)\b/i;
