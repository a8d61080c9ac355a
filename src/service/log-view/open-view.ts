import { openDocuments, type ReadDocument } from '../investigator/evidence/open-documents.ts';
import { statedReason } from '../investigator/facts/reason.ts';
import { learnSchema, type Schema } from '../investigator/facts/schema.ts';
import { goesOnIn } from '../investigator/facts/stamping.ts';
import type { Scene } from '../investigator/investigation.ts';
import { openLines } from '../lines/open-lines.ts';
import { findLines, type Onlooker } from './find-lines.ts';
import { findRecords } from './find-records.ts';
import { createLevelBook, type LevelBook } from './level-lines.ts';
import { countTimes, readLines, readRows } from './read-view.ts';
import { runWritten } from './run-written.ts';
import type { Facets, ViewAnswers, ViewDocument, ViewRequest } from './view-request.ts';

export interface OpenView extends AsyncDisposable {
  answer(request: ViewRequest, onlooker: Onlooker): Promise<ViewAnswers[ViewRequest['op']]>;
}

const queryBudgetMs = 60_000;
const mostFields = 24;
const mostValues = 15;
const mostTemplates = 60;

/** A text that is being looked at: opened once, its fields learnt when they are first asked for. */
export async function openView({ fileId, fileName, folder, info }: ViewDocument): Promise<OpenView | undefined> {
  const reading = { documents: [info], findings: [], series: [], timeline: [], unread: [], facts: {} };
  const files = [{ id: fileId, name: fileName, folder, reading: { ...reading, fileType: info.fileType } }];
  const documents = openDocuments(files, openLines);
  const document = await documents.open(info.name);
  if (!document) return undefined;
  let learnt: Promise<Schema> | undefined;
  const sceneFor = (budgetMs: number): Scene => {
    const stopAtMs = performance.now() + budgetMs;
    return {
      files,
      documents,
      mode: 'quick',
      signal: new AbortController().signal,
      hasTime: () => performance.now() < stopAtMs,
      step() {},
      progress() {},
    };
  };
  const schema = () => {
    learnt ??= learnSchema(sceneFor(queryBudgetMs));
    return learnt;
  };
  let known: ReturnType<typeof goesOnIn> | undefined;
  const goesOn = () => {
    known ??= goesOnIn(document);
    return known;
  };
  let book: Promise<LevelBook | undefined> | undefined;
  const levels = () => {
    book ??= goesOn().then((isBelow) => createLevelBook(document, isBelow));
    return book;
  };
  return {
    async answer(request, onlooker) {
      switch (request.op) {
        case 'lines':
          return await readLines(document, request.from, request.to, await goesOn());
        case 'rows':
          return await readRows(document, request.lines, await goesOn());
        case 'find':
          return await findLines(document, request.filter, onlooker, {
            schema,
            goesOn,
            levels,
            findRecords: async (condition, query) =>
              await findRecords(document, condition, query, sceneFor(queryBudgetMs), await schema()),
          });
        case 'times':
          return await countTimes(document, request.buckets);
        case 'facets':
          return await facetsOf(document, await schema(), await levels());
        case 'query':
          return await runWritten(sceneFor(queryBudgetMs), info, await schema(), request.text, request.shown);
      }
    },
    [Symbol.asyncDispose]: () => documents[Symbol.asyncDispose](),
  };
}

/** Names whose values repeat: a number that differs on each line is nothing to choose by. */
async function facetsOf(
  document: ReadDocument,
  { columns, sample }: Schema,
  levels: LevelBook | undefined,
): Promise<Facets> {
  const ofLevels = columns.some(({ name }) => name === 'level') ? ((await levels?.counts()) ?? []) : [];
  const telling = columns.filter(
    ({ name, values, seen }) => name !== statedReason && values.size > 0 && values.size <= Math.max(12, seen / 3),
  );
  return {
    fields: telling.slice(0, mostFields).map(({ name, seen, values }) => {
      if (name === 'level' && ofLevels.length > 0)
        return { name, seen: document.info.lines, isCut: false, values: ofLevels };
      const sampled = [...values.values()]
        .toSorted((a, b) => b.count - a.count)
        .slice(0, mostValues)
        .map(({ shown, count }) => ({ value: shown, count }));
      return { name, seen, isCut: values.size > sampled.length, values: sampled };
    }),
    templates: (await document.templates())
      .slice(0, mostTemplates)
      .map(({ id, text, count, severity }) => ({ id, text, count, severity: severity ?? '' })),
    looked: sample.length,
  };
}
