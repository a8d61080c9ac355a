/** Words by which something is asked to be the most of its kind, as alternatives of a pattern. */
export const timeSuperlatives = 'slowest|fastest|quickest|longest|shortest|long(?:est)?[- ]running|laggiest';
export const sizeSuperlatives = 'largest|biggest|smallest|heaviest|fattest|bulkiest';
export const levelSuperlatives =
  'highest|lowest|maximum|minimum|max|(?<!(?:\\d|few|couple of|\\ba) ?)min(?!\\w| later| ago| after| before)|peak|hottest|coldest|greatest';
export const countSuperlatives =
  'hardest|busiest|noisiest|chattiest|loudest|commonest|worst|flakiest|most|least|fewest|top';
export const stepNames = '(second|sec|minute|min|hour|day)';
