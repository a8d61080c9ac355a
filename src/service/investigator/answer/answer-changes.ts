import { shorten } from '../detect/shorten.ts';
import type { UnusualLine } from '../detect/unusual-lines.ts';
import { unusualLines, versionsOf } from '../detect/unusual-lines.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import { extent } from './answer-absence.ts';
import type { Draft } from './draft.ts';
import { lookUp, rangeOf, totalLines } from './look-up.ts';
import { join, plural, say, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';

const doing =
  /\b(?:chang(?:e|ed|es|ing)|touch(?:ed)?|modif(?:y|ied)|edit(?:ed)?|reconfigur\w*|alter(?:ed)?|adjust(?:ed)?|tamper\w*|fiddl\w*|deploy(?:ed|ment|ments)?|install(?:ed)?|upgrad(?:e|ed|es)|updat(?:e|ed|es)|rolled out|releas(?:e|ed|es))\b/i;
const done =
  /\b(?:config\w*|settings?|parameters?|set ?points?|something|anything|rules?|polic(?:y|ies)|firmware|packages?|software|system|anyone|anybody|someone|somebody)\b/i;
const asks =
  /^(?:(?:did|has|have|had|was|were|is|are)\b.*|(?:what|which|who)\b.{0,30}\b(?:was|were|has been|have been|got|did)\b.*|(?:were|are) there (?:any )?.*|any .*)/i;
/** Asks for figures on two sides, for a cause or for one moment. */
const asksOtherwise =
  /\b(?:why|how|since|before|after|between|vs|versus|compar\w*|br(?:eak|oke)\w*|fail\w*|crash\w*|caus\w*|trigger\w*|respons\w*|blame|led|lead|help\w*|fix\w*|worse|slow\w*|affect\w*|succe\w*|go(?:ne)?|work\w*|when|version)\b/i;
const ofConfig = /\b(?:config\w*|settings?|parameters?|set ?points?|rules?|polic(?:y|ies))\b/i;
const configWords = /config|setting|parameter|set ?point|_SP\b|polic|rule|->|=>|changed|COMMAND=|\bset\b/i;
const mostTold = 12;

/** "Did somebody touch the configuration?", "was anything deployed?": the lines that tell of something done to the system. */
export function answerChanges(run: Investigation, evidence: Evidence): Draft | undefined {
  const { text, phrases, times, isYesNo } = run.question;
  if (run.files.length !== 1 || phrases.length > 0 || times.length > 0 || text.length > 160) return undefined;
  if (!asks.test(text) || !doing.test(text) || !done.test(text) || asksOtherwise.test(text)) return undefined;
  const surveys = evidence.surveys.filter(({ info }) => /^(?:log|capture)$/.test(info.fileType));
  const names = run.question.terms.filter((term) => /[\d_./:-]/.test(term)).map((term) => term.toLowerCase());
  const found = surveys
    .flatMap((survey) => changesIn(survey, names).map((one) => ({ ...one, survey })))
    .filter(
      ({ group }) => !ofConfig.test(text) || configWords.test(`${group.message} ${[...group.values.keys()].join(' ')}`),
    );
  if (surveys.length === 0) return undefined;
  if (found.length === 0)
    return isYesNo
      ? lookUp({
          verdict: 'LIKELY',
          cause: say`No: none of the ${plural(totalLines(surveys), 'line')} tells of anything changed, deployed or installed`,
          proof: extent(run),
        })
      : undefined;
  const at = ({ survey, spot }: (typeof found)[number]): Text =>
    words(
      spot.timeMs === undefined
        ? ` at line ${spot.line}`
        : ` at ${timeWordsOf(survey.info, survey.isZoned).at(spot.timeMs)}`,
    );
  const said = (one: (typeof found)[number], most: number) =>
    say`${shorten(one.group.message, most)}${join(
      versionsOf(one.group.values).map(([name, value]) => say` (${words(name.replace(/[^\w.-]/g, ''))} ${value})`),
      '',
    )}${at(one)}`;
  const shown = [...found]
    .sort((a, b) => b.score - a.score)
    .slice(0, mostTold)
    .sort((a, b) => a.spot.line - b.spot.line);
  const [first] = [...found].sort((a, b) => b.score - a.score);
  const more = found.length > 1 ? `; ${found.length} such lines in all` : '';
  return lookUp({
    cause: say`${words(isYesNo ? 'Yes: ' : '')}${said(first!, 110)}${words(more)}`,
    proof: shown.map((one) => ({ text: said(one, 160), ranges: [rangeOf(one.survey, one.spot)] })),
  });
}

function changesIn(survey: Survey, names: readonly string[]): UnusualLine[] {
  return unusualLines(survey, { names, isOfChange: true, own: new Set() }).filter(
    ({ isDone, group }) =>
      isDone && (names.length === 0 || names.some((name) => group.message.toLowerCase().includes(name))),
  );
}
