import { severityOf } from '../../lines/level-words.ts';
import type { ReadDocument } from '../evidence/open-documents.ts';
import { gravityOf } from '../survey/failure.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { onceAForm } from './form-memo.ts';
import type { PassLine } from './pass.ts';
import { jsonReader, pairReader, quickField } from './quick-field.ts';
import { readRow } from './row.ts';

const levelNames = ['level', 'severity', 'lvl', 'loglevel', 'log.level', 'levelname', 'severity_text'];
const outcomes = /^(?:status|outcome|result|state|http\.status_code|status_code|http_status|code|response_code)$/;
const failed =
  /^(?:5\d\d|fail(?:ed|ure)?|error|timeout|timed[ _-]?out|refused|rejected|denied|unhealthy|crash(?:ed)?|aborted|5xx|down)$/i;
const accessStatus = /" ([1-5]\d\d) (?:\d+|-)(?:\s|$)/;

/** A warning that says so itself: "login failed" is one where it is counted, though the system goes on. */
const saysFailed = /\bfail(?:ed|ure)\b(?![ :=]+(?:0|false|none|no)\b)/i;

/**
 * Whether a line tells of a failure, as the survey tells it, without parsing more of each line than that takes: by the
 * fields of its level and outcome where the sample shows that they settle it, else once for each wording.
 */
export function failingTest(document: ReadDocument, sample: readonly string[]): (line: PassLine) => boolean {
  const { layout } = document;
  const inFull = (line: PassLine) => {
    const fields = fieldsOf(line.text, layout);
    const severity = fields.severity ?? (line.form < 0 ? undefined : document.severityOfForm?.(line.form));
    if (severity !== undefined) fields.severity = severity;
    return gravityOf(line.text, fields).isFailure || (severity === 'warning' && saysFailed.test(fields.message));
  };
  if (sample.length > 0 && sample.every((text) => accessStatus.test(text)))
    return (line) => (accessStatus.exec(line.text)?.[1] ?? '') >= '500';
  const quick = layout === undefined ? byFields(sample) : undefined;
  if (quick !== undefined) return quick;
  const hasOutcome = sample.some(
    (text) => [...fieldsOf(text, layout).fields].some(([name]) => outcomes.test(name)) || accessStatus.test(text),
  );
  return hasOutcome ? inFull : onceAForm(inFull, () => true);
}

function byFields(sample: readonly string[]): ((line: PassLine) => boolean) | undefined {
  const rows = sample.map((text) => readRow(text));
  const names = new Set(rows.flatMap(({ values }) => [...values.keys()].filter((name) => outcomes.test(name))));
  const readers = [...names].map((name) => quickField(name, rows));
  if (readers.some((read) => read === undefined)) return undefined;
  const known = new Map<string, boolean>();
  for (const name of levelNames) {
    for (const level of [jsonReader(name), pairReader(name)]) {
      const isRight =
        sample.length > 0 &&
        sample.every((text) => {
          const severity = severityOf(level(text) ?? '');
          return severity !== undefined && severity === fieldsOf(text).severity;
        });
      if (!isRight) continue;
      return ({ text }) => {
        const word = level(text) ?? '';
        let isLoud = known.get(word);
        if (isLoud === undefined) {
          isLoud = /^(?:critical|error)$/.test(severityOf(word) ?? '');
          if (known.size < 1000) known.set(word, isLoud);
        }
        return isLoud || readers.some((read) => failed.test(read!(text) ?? ''));
      };
    }
  }
  return undefined;
}
