/** One step of the search for the function a report is about. */
export type SearchStep = RegExp | 'stack';

/**
 * How the function is found: steps are taken in order from the report's heading on. A pattern moves on to the
 * next line it matches, and the functions it captures are candidates; `stack` takes the frames of the dump there.
 */
export interface FrameSearch {
  steps: readonly SearchStep[];
  /** Taken when `steps` end without a function. */
  otherwise?: readonly SearchStep[];
  /** Functions that are never to blame in this kind of report, on top of those that never are. */
  passOver?: RegExp;
  /** `top`: the first candidate. `stall` and `hang`: see choose-frame.ts. */
  choose?: 'top' | 'stall' | 'hang';
}

/** One kind of report: how it opens, what has to follow, how it is called. */
export interface ReportShape {
  /** The heading. */
  opens: RegExp;
  /** Lines that must follow each other, the heading again first; without them the report is damaged. */
  reads?: readonly RegExp[];
  /** The crash title from what `reads` (else `opens`) captured, and the function found. */
  title(parts: readonly string[], frame: string): string;
  frame?: FrameSearch;
  /** This kind is whole without a stack dump. */
  needsNoStack?: true;
  /** Seen only where the beginning or the middle of a report is missing. */
  isDamaged?: true;
}

/** Reports that share a word in their heading. */
export interface ReportFamily {
  marker: string;
  /** Lines with the marker that are something else. */
  notIn?: readonly RegExp[];
  shapes: readonly ReportShape[];
}
