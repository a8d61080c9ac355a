import type { ExamFile, Told } from './subject.ts';

/** What a right answer must name. Patterns are told apart from case. */
export interface CauseTruth {
  kind: 'cause';
  /** One of each group must be in the lead: the headline and the first sentences. */
  must: readonly (readonly string[])[];
  /** One of each group anywhere makes an answer partly right. */
  partly: readonly (readonly string[])[];
  /** None may be in the headline. */
  wrong: readonly string[];
}

export type Mark = 'right' | 'partly' | 'wrong' | 'admitted';
export const marks: readonly Mark[] = ['right', 'partly', 'wrong', 'admitted'];

export interface Grade {
  mark: Mark;
  /** Why, in a few words, for whoever reads the wrong ones. */
  reason: string;
  /** The value the answer states, in a form in which two answers can be compared; only for made logs. */
  value?: string;
}

/** One question to one file, with how its answer is graded. */
export interface Item {
  /** Stable over runs: it decides the half, and finds the item in an earlier result. */
  id: string;
  set: string;
  class: string;
  /** Items of one key share their files, which are read once. */
  fileKey: string;
  /** Wordings of one question share it: they must get one answer. */
  group?: string;
  /** How the file is written; only for made logs. */
  style?: string;
  /** Empty: tell what is wrong with the file. */
  question: string;
  /** For whoever reads the wrong ones. */
  expected: string;
  grade(told: Told): Grade;
}

/** The files items are asked about, opened only when the first of them is due. */
export interface Sheet {
  fileKey: string;
  files(): readonly ExamFile[];
  items: readonly Item[];
}
