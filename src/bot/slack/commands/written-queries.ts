/** Questions in their written form, and what each asks; all can be typed wherever a question can. */
export const writtenQueries: readonly (readonly [query: string, meaning: string])[] = [
  ['count status=500 by path', 'how many lines, for each path'],
  ['list level=error top 5', 'the errors, grouped by kind'],
  ['exists level=fatal', 'whether there is one'],
  ['first words="connection lost"', 'the first line with these words'],
  ['values of user', 'the different values'],
  ['distinct of path', 'how many different values'],
  ['mean of ms by path', 'the average, for each path; also sum, median, max, min'],
  ['p95 of ms with status=200', 'the 95th percentile'],
  ['share path=/pay against status=500', 'the percentage of them that match'],
  ['explain', 'why it went wrong'],
];
