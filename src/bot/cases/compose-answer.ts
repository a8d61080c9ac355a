import { renameWord } from '#core/rename-word.ts';
import { maskAll } from '#core/secrets/mask-all.ts';
import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import { readSections } from '../analysis/answer-sections.ts';
import { isFigure, type ServiceAnswer } from '../analysis/read-answer.ts';
import { arrangeEvidence } from './arrange-evidence.ts';
import type { QuoteCheck } from './check-quotes.ts';
import { asPeopleRead } from './line-text.ts';
import type { Answer, AnswerControls, CauseHistory, Chart, FileLabel, PlaceLink, ProofQuote } from './messages.ts';
import { sentences } from './sentences.ts';

/** What is posted, from what the service said and what was found of it in the file; secrets masked, also as it is kept. */
export function composeAnswer(input: ComposedFrom): Answer {
  const letters = input.check?.state === 'checked' ? input.check.letters : new Map<string, string>();
  return maskAll(underOwnName(compose(input), input), (text) => maskSecrets(asPeopleRead(text, letters)));
}

/** Another place's name for the same bytes is none of this one's business. */
function underOwnName(answer: Answer, { uploadedName: from, file }: ComposedFrom): Answer {
  if (from === file.name || from === '') return answer;
  const rename = (text: string) => renameWord(text, from, file.name);
  const { cause, also, fileFacts, signature, attachment, charts } = answer;
  return {
    ...answer,
    explanation: rename(answer.explanation),
    notTheCause: answer.notTheCause.map(rename),
    next: answer.next.map(rename),
    fullText: rename(answer.fullText),
    ...(cause ? { cause: rename(cause) } : {}),
    ...(also ? { also: rename(also) } : {}),
    ...(fileFacts ? { fileFacts: rename(fileFacts) } : {}),
    ...(signature ? { signature: rename(signature) } : {}),
    ...(attachment ? { attachment: rename(attachment) } : {}),
    ...(charts ? { charts: charts.map((chart) => ({ ...chart, title: rename(chart.title) })) } : {}),
  };
}

interface ComposedFrom {
  file: FileLabel;
  /** What the service calls the file, where it was first brought under another name. */
  uploadedName: string;
  /** A person's words; the question of a ticket is its own text and is not repeated. */
  question: string | undefined;
  /** The place it was asked in, if that is another one and may be named. */
  askedIn: string | undefined;
  /** What it was compared with. */
  against: string | undefined;
  /** What was masked in the file before it was uploaded. */
  maskedBefore: string | undefined;
  /** Somebody asked it in words, here: only there the answer tells how the question was read. */
  isAsked: boolean;
  service: ServiceAnswer;
  check: QuoteCheck | undefined;
  rawJson: string;
  otherPlaces: PlaceLink[];
  page: string | undefined;
  charts: Chart[];
  history: CauseHistory | undefined;
  /** What can be done with it at its place; undefined: nothing. */
  controls: AnswerControls | undefined;
}

function compose(input: ComposedFrom): Answer {
  const { file, question, service, check, rawJson, otherPlaces, uploadedName, page, history, controls, charts } = input;
  const base = {
    kind: 'answer' as const,
    file,
    otherPlaces,
    ...(question ? { question } : {}),
    ...(input.askedIn ? { askedIn: input.askedIn } : {}),
    ...(input.maskedBefore ? { maskedBefore: input.maskedBefore } : {}),
    ...(input.against ? { against: input.against } : {}),
    ...(page ? { page } : {}),
    ...(history ? { history } : {}),
    ...(controls ? { controls } : {}),
    ...(charts.length > 0 ? { charts } : {}),
  };
  const details = {
    ...(service.engine ? { engine: service.engine } : {}),
    ...(service.durationMs === undefined ? {} : { durationMs: service.durationMs }),
    ...(service.signature ? { signature: service.signature } : {}),
  };
  const proof = check?.state === 'checked' ? check.kept : service.quotes;
  const evidence = judge(check, service.quotes);
  if (service.text === undefined) {
    return {
      ...base,
      ...details,
      explanation: sentences.unknownForm(),
      proof,
      notTheCause: [],
      next: service.next,
      evidence,
      fullText: '',
      attachment: rawJson,
    };
  }
  const sections = readSections(input.isAsked ? service.text : withoutReading(service.text));
  const { cause } = service;
  const arranged = arrangeEvidence({
    sections,
    quotes: service.quotes,
    kept: proof,
    rename: { from: uploadedName, to: file.name },
  });
  return {
    ...base,
    ...details,
    ...(service.verdict ? { verdict: service.verdict } : {}),
    ...(isFigure(service) ? { isFigure: true } : {}),
    ...(cause ? { cause } : {}),
    ...arranged,
    explanation: withoutCause(arranged.explanation, cause),
    next: sections.next.length > 0 ? sections.next : service.next,
    evidence,
    fullText: input.isAsked ? service.text : withoutReading(service.text),
  };
}

function judge(check: QuoteCheck | undefined, quotes: readonly ProofQuote[]): Answer['evidence'] {
  if (check?.state !== 'checked' || quotes.length === 0) return { state: 'unchecked', dropped: 0 };
  return { state: 'checked', dropped: check.dropped };
}

/** A question is repeated nowhere but where it was asked, nor is the query it was read as. */
export function withoutReading(text: string): string {
  return text.replace(/^Read as: `[^\n]*`\n*/gm, '');
}

/** The heading says the cause; the text below it does not begin with it again. */
function withoutCause(explanation: string, cause: string | undefined): string {
  if (!cause) return explanation;
  const plain = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase();
  const [first = '', ...rest] = explanation.split('\n');
  return plain(first) === plain(cause) ? rest.join('\n').trim() : explanation;
}
