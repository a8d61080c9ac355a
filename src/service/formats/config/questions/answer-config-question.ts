import { parseConfig } from '../parse-config.ts';
import { secretLinesOf } from '../secrets/secret-lines.ts';
import { answerFeature } from './answer-features.ts';
import { answerInterfaces } from './answer-interfaces.ts';
import { answerNames } from './answer-names.ts';
import { answerPorts } from './answer-ports.ts';
import { answerRules } from './answer-rules.ts';
import { answerValue } from './answer-values.ts';
import type { ConfigAnswer } from './config-answer.ts';

const maxQuestionChars = 500;

/**
 * What a configuration says to a question in plain words, with the lines that say so; undefined where it is none that
 * can be looked up in it. Lines with secrets are left out of the proof.
 */
export function answerConfigQuestion(asked: string, text: string, name: string): ConfigAnswer | undefined {
  const question = asked.trim().slice(0, maxQuestionChars);
  if (question === '' || /\bwhy\b|\bwrong\b|\bcause\b|\bproblems?\b|\berrors?\b/i.test(question)) return undefined;
  const config = parseConfig(text, name);
  const answer =
    answerNames(question, config) ??
    answerRules(question, config) ??
    answerPorts(question, config) ??
    answerFeature(question, config) ??
    answerInterfaces(question, config) ??
    answerValue(question, config);
  if (!answer) return undefined;
  const secrets = secretLinesOf(text.split('\n'));
  const proof = answer.proof.map((each) => ({
    ...each,
    lines: [...new Set(each.lines)].filter((line) => !secrets.has(line)),
  }));
  const shown = proof.filter(({ lines }) => lines.length > 0);
  const hidden = answer.proof.flatMap(({ lines }) => lines.filter((line) => secrets.has(line)));
  const note =
    shown.length === 0 && hidden.length > 0
      ? [`; line ${hidden.slice(0, 6).join(', ')} says so and is not quoted, for it holds a secret`]
      : [];
  return { ...answer, sentence: [...answer.sentence, ...note], proof: shown };
}
