import type { Viewer } from '../access/identities.ts';

/** What whoever posts answers tells of them: the bot, where it runs in the same process. */
export interface CaseBook {
  read(ask: CaseAsk): Promise<CaseRecord | undefined>;
  judge(ask: CaseAsk, word: 'right' | 'wrong'): Promise<boolean>;
  replay(ask: CaseAsk): Promise<boolean>;
  retry(ask: CaseAsk): Promise<boolean>;
  mayReadFile(serviceFileId: string, viewer: Viewer): Promise<{ name: string } | undefined>;
  filesOf(viewer: Viewer): Promise<SharedFile[]>;
}

export interface CaseAsk {
  questionId: string;
  token: string;
  viewer: Viewer;
}

export interface SharedFile {
  serviceId: string;
  name: string;
  state: string;
  atMs: number;
  /** `#bringup`, `PROJ-88`. */
  place: string;
}

export interface CitedLines {
  file: string;
  lineStart: number;
  lineEnd: number;
  excerpt: string;
}

export interface CaseAnswer {
  verdict?: 'CONFIRMED' | 'LIKELY' | 'INCONCLUSIVE';
  cause?: string;
  /** A figure, a list or a value was asked for, and no cause. */
  isFigure?: boolean;
  /** Markdown, as all that follows. */
  explanation: string;
  proof: CitedLines[];
  also?: string;
  notTheCause: string[];
  next: string[];
  signature?: string;
  evidence: { state: 'checked' | 'unchecked'; dropped: number };
  engine?: string;
  durationMs?: number;
  /** Those that were posted with it: of a figure its own, else some of the dashboard's. */
  charts?: { title: string; across?: string; categories: string[]; series: { name: string; values: number[] }[] }[];
}

export interface CaseRecord {
  name: string;
  state: string;
  detail: string | undefined;
  fileType: string | undefined;
  sizeBytes: number | undefined;
  sha256: string | undefined;
  /** Set once the file is read and there is something to look at. */
  serviceFileId: string | undefined;
  /** What the service calls the file, where it was first brought under another name. */
  uploadedName: string | undefined;
  question: string | undefined;
  questionState: 'waiting' | 'searching' | 'answered' | 'failed' | 'cancelled';
  answer: CaseAnswer | undefined;
  steps: { atMs: number; text: string }[];
  posted: { label: string; url: string | undefined; state: string; reason: string | undefined; atMs: number }[];
  /** Files of the same message that were not analysed. */
  beside: { name: string; state: string; detail: string | undefined }[];
  siblings: { name: string; verdict: string | undefined; place: string; atMs: number; page: string | undefined }[];
  judged: { right: number; wrong: number; own: 'right' | 'wrong' | undefined };
}
