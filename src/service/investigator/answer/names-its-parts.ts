import type { Evidence } from '../investigation.ts';

/** A field whose values are the parts of a system. */
const partField =
  /(?:^|[._])(?:service|app|application|host|hostname|node|pod|container|instance|unit|program)(?:[._]?name)?$/i;
/** Loggers, threads and jobs: parts of one program. */
const ofProgram =
  /[A-Z.$#/:]|(?:^|[-_ ])(?:main|thread|worker|exec|pool|http|nio|io|timer|scheduler|scheduling|task|job|executor|request)\b/;

/** A few lines of something by a plain name are of a component. */
const mostOfOne = 0.2;

/**
 * Whether its lines tell which program or machine each is of. Where none does, the file is the log of one program, and
 * who asks about that by name means all of it.
 */
export function namesItsParts({ surveys }: Evidence): boolean {
  return surveys.some(({ shares, groups, info, linesSeen }) => {
    if (info.fileType !== 'log') return true;
    if (shares.some(({ field }) => partField.test(field))) return true;
    let named = 0;
    for (const group of groups)
      for (const [source, count] of group.sources) if (!ofProgram.test(source)) named += count;
    return named > linesSeen * mostOfOne;
  });
}
