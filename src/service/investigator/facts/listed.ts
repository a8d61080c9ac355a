/** The words and phrases of a list that is written with commas. */
export const listed = (...lines: string[]): string[] => lines.join(', ').split(', ');

/** Of a list whose rows are "begin: began begun": the first word of each row, and its others. */
export const listedBy = (...lines: string[]): [first: string, others: string[]][] =>
  listed(...lines).map((row) => {
    const [first = '', ...others] = row.split(/:? /);
    return [first, others];
  });
