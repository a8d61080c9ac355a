/** Who looks at a page, and who that is elsewhere, as far as a sign-in proved it. */
export interface Viewer {
  /** Names the person in what they say of answers. */
  id: string;
  slack: { team: string; user: string } | undefined;
  /** Confirmed by whoever signed them in. */
  emailAddress: string | undefined;
  /** Pages whose signed address they opened. */
  opened: readonly OpenedCase[];
}

export interface OpenedCase {
  questionId: string;
  token: string;
}

/** What the bot knows of its answers, for the pages behind them. */
export interface CaseBook {
  /** Undefined: there is no such page, or this person may not see it; the two are not told apart. */
  read(ask: CaseAsk): Promise<CaseRecord | undefined>;
  /** What the log service offers of the file behind an answer, over its API. */
  readBehind(record: CaseRecord): Promise<CaseBehind>;
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
  charts?: CaseChart[];
}

export interface CaseChart {
  title: string;
  across?: string;
  categories: string[];
  series: { name: string; values: number[] }[];
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
  /** Its place has personal data masked. */
  isMasked: boolean;
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

export interface CaseBehind {
  /** Undefined: the service does not tell the lines of a file. */
  context: CaseContext | undefined;
  charts: CaseChart[];
}

export interface ContextLine {
  n: number;
  text: string;
  isCited: boolean;
  severity: string | undefined;
}

/** Lines an answer rests on, with those around them. */
export interface EvidenceBlock {
  file: string;
  lineStart: number;
  lineEnd: number;
  lines: ContextLine[];
}

export interface TimelineRow {
  when: string;
  text: string;
  file: string;
  line: number;
  severity: string | undefined;
  isCited: boolean;
}

/** What the file says around the lines an answer rests on, and what led to them. */
export interface CaseContext {
  evidence: EvidenceBlock[];
  timeline: TimelineRow[];
  /** Parts of the file that could not be read, with the reason. */
  unread: readonly string[];
}
