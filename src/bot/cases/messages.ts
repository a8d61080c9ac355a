import type { Policy } from '#core/policy.ts';

/**
 * What the bot says, before any vendor's form is given to it. Everything here is plain text or, where it says so,
 * Markdown; all of it may hold what a hostile log, file name or model wrote. Renderers escape it, cut nothing from
 * quotes, and put what does not fit into an attached file. Plain JSON: it lies in the delivery ledger.
 */

export type Verdict = 'CONFIRMED' | 'LIKELY' | 'INCONCLUSIVE';

/** What people can do with an answer where it stands, in the order it is offered. */
export const answerActions = ['ask', 'around', 'compare', 'file', 'right', 'wrong', 'show'] as const;
export type AnswerAction = (typeof answerActions)[number];

export interface AnswerControls {
  /** Whose answer it is. */
  questionId: string;
  actions: AnswerAction[];
  /** What people said of it so far. */
  judged?: { right: number; wrong: number };
  /** The ticket that was made from it. */
  filedAs?: { label: string; url: string };
  /** Absent: the cause was seen nowhere else that may be told here. */
  seenBefore?: SeenBefore;
}

/** What can be done where a cause was seen before, and what people did. */
export interface SeenBefore {
  /** A ticket of that cause, for the thread to belong to. */
  link?: { kind: 'duplicate' | 'regression'; issueKey: string };
  /** The newest place of that cause. */
  open?: { label: string; url: string };
  linkedTo?: string;
  /** The last word on whether it is the same cause. */
  said?: 'same' | 'other';
}

/** A picture of few points; its title says what is to be seen in it. */
export interface Chart {
  kind: 'line' | 'bar';
  title: string;
  /** What the categories are of: the time zone of the file, `seconds since boot`. */
  across?: string;
  categories: string[];
  /** As many values as there are categories. */
  series: { name: string; values: number[] }[];
}

export interface FileLabel {
  name: string;
  /** As the service calls it; any string. */
  fileType: string | undefined;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface ProofQuote {
  /** Document the lines are in: the file itself, a member of an archive, or a printed form (`x.pcap#packets`). */
  file: string;
  /** 1-based, inclusive. */
  lineStart: number;
  lineEnd: number;
  /** The lines verbatim, joined by LF. */
  excerpt: string;
}

/** Another place about the same file; only ever one that the privacy rule allows to name here. */
export interface PlaceLink {
  kind: 'thread' | 'ticket';
  /** `#bringup`, `PROJ-88`. */
  label: string;
  url: string;
}

export interface Answer {
  kind: 'answer';
  file: FileLabel;
  /** The person's question where one was asked in words; a file dropped without a word has none. */
  question?: string;
  /** Where it was asked, if elsewhere: the question itself is told only there. */
  askedIn?: string;
  /** The file it was compared with. */
  against?: string;
  /** Absent: the service gave none. */
  verdict?: Verdict;
  /** A figure, a list or a value was asked for, and no cause: nothing led to it. */
  isFigure?: boolean;
  /** One sentence; the heading of the message. Absent: the answer came in no form that names a cause. */
  cause?: string;
  /** Markdown, some paragraphs: what happened. Never repeats `cause`. May be empty. */
  explanation: string;
  proof: ProofQuote[];
  /** Markdown: what else is in the file, its lines quoted within. Absent: nothing. */
  also?: string;
  /** Quotes that nothing said rests on; told by their places alone. */
  more?: ProofQuote[];
  /** What the service tells of the file beside its type, in one line: its length, its time span. */
  fileFacts?: string;
  /** Plain sentences: what looks like a cause and is none. */
  notTheCause: string[];
  /** Plain sentences or commands: what to do or capture next. */
  next: string[];
  /** Short and stable name of the cause. */
  signature?: string;
  /** `checked`: each quote was looked up in the file here, `dropped` were not there. `unchecked`: could not be, say so. */
  evidence: { state: 'checked'; dropped: number } | { state: 'unchecked'; dropped: 0 };
  otherPlaces: PlaceLink[];
  /** Address of the page behind the answer; signed for the place it is posted at. */
  page?: string;
  /** The same cause in other files. Absent: it was never seen, or has no name to know it by. */
  history?: CauseHistory;
  engine?: string;
  durationMs?: number;
  /** At most two, chosen for the finding. */
  charts?: Chart[];
  controls?: AnswerControls;
  /** What was masked in the file before it was uploaded, in words: counts alone. */
  maskedBefore?: string;
  /** What was masked in it by the policy of its place, in words: counts alone. */
  masked?: string;
  /** The answer exactly as it came, for the attached file; Markdown. */
  fullText: string;
  /** The service's raw JSON where no answer text could be found in it; attach it as `answer.json`. */
  attachment?: string;
}

export interface CauseHistory {
  /** Plain sentences; may hold names of versions that people gave. */
  sentences: string[];
  /** Where it was seen; only places that may be named here. */
  links: PlaceLink[];
  /** What a person may want to do about it; never done by itself. */
  suggestion?: SeenBefore['link'];
}

export type NoticeTone = 'info' | 'waiting' | 'failed';

/** One short message in plain sentences. */
export interface Notice {
  kind: 'notice';
  tone: NoticeTone;
  /** Plain text, one entry a paragraph. */
  paragraphs: string[];
  links: Pick<PlaceLink, 'label' | 'url'>[];
}

/** One line for each file of a message that got no analysis, or waits. */
export interface FileVerdicts {
  kind: 'verdicts';
  files: { name: string; verdict: 'skipped' | 'failed' | 'waiting' | 'known'; reason: string }[];
  links: PlaceLink[];
}

/** Lines of a file that somebody asked to see. */
export interface FileLines {
  kind: 'lines';
  /** One sentence above them. */
  title: string;
  quotes: ProofQuote[];
}

/** How far work is that takes long; changed in place while it goes on, and taken away at its end. */
export interface StatusLine {
  kind: 'status';
  words: string;
  /** One of the questions at work, for whoever wants all of it stopped. */
  questionId: string;
}

/** What holds for a project of the tracker, shown to somebody who may change it. */
export interface ProjectSettings {
  kind: 'settings';
  projectKey: string;
  policy: Policy;
}

/** Answers about files that belong together, and what became of the others of them. */
export interface Answers {
  kind: 'answers';
  answers: Answer[];
  others: (Notice | FileVerdicts)[];
}

export type Message = Answer | Answers | Notice | FileVerdicts | FileLines | StatusLine | ProjectSettings;

/**
 * What is posted once. `key` is the same however often the row is asked for: `<question id>:<place key>` for an
 * answer. One row for each destination and key.
 */
export interface NewDelivery<P> {
  key: string;
  place: P;
  message: Message;
  /** Nothing is posted earlier. */
  notBeforeMs?: number;
  /** Key of the delivery that tells it together with others: it is kept, and not posted by itself. */
  toldIn?: string;
}

/** `/triage status`: what goes on in this channel. */
export interface StatusReport {
  /** Newest first, at most 20. */
  files: {
    name: string;
    state: FileState;
    sinceMs: number;
    /** Plain sentence, where there is more to say. */
    detail?: string;
    link?: PlaceLink;
  }[];
  /** Set while the service takes no work with our key. */
  isServiceClosed: boolean;
  counts: Partial<Record<FileState, number>>;
}

export type FileState =
  | 'queued'
  | 'downloading'
  | 'uploading'
  | 'analysing'
  | 'investigating'
  | 'waiting_for_service'
  | 'answered'
  | 'skipped'
  | 'failed'
  | 'cancelled';
