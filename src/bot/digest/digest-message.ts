/** A digest, or what `/triage digest now` answers. Words may come from logs: renderers show them as they are. */
export interface DigestMessage {
  kind: 'digest';
  /** `#bringup, Thursday: 2 new causes, 1 is back, 1 file stuck` */
  title: string;
  lines: DigestLine[];
  /** What did not go into the lines: `and 12 more new causes`. */
  more: string[];
}

export interface DigestLine {
  /** `new`, `back`, `rising`, `stuck`, `waiting for a capture`. */
  lead: string;
  /** What the line is about: a cause or a file; shown as code. */
  subject: string;
  detail: string;
  /** The ticket it is on. */
  link?: { label: string; url: string };
  /** Where the newest file of it was brought to. */
  thread?: string;
  /** The page behind the subject. */
  page?: string;
  /** The files it tells of; once all are deleted, it goes too. */
  caseIds?: string[];
  /** What can be done with it where it stands; absent: nothing. */
  acts?: {
    /** What is dismissed or tried again: `case:<id>`, `cause:<key>`, `ticket:<key>`. */
    about: string;
    canRetry: boolean;
    done?: 'dismissed' | 'tried again';
  };
}
