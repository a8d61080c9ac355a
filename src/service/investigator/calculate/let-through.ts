import { plainName } from '../../lines/layouts/column-fields.ts';
import { wordsOfName } from './quantity.ts';
import type { Row } from './row.ts';

const denialAsked =
  /^(?:block(?:ed|s)?|den(?:y|ied|ies)|drop(?:ped|s)?|reject(?:ed|s)?|refused?|forbidden|stopped|filtered|discarded|turned away)$/i;
const passAsked = /^(?:allow(?:ed|s)?|accept(?:ed|s)?|permit(?:ted|s)?|passed|pass|let|through|forwarded|granted)$/i;
const denied =
  /^(?:(?:tcp_|udp_)?den(?:y|ied|ies)(?:[_/-].*)?|block(?:ed|s)?(?:[_-].*)?|drop(?:ped|s)?(?:[_-].*)?|reject(?:ed|s)?(?:[_-].*)?|refused?|discard(?:ed)?|forbid(?:den)?|prevent(?:ed)?|quarantined?)$/i;
const passed =
  /^(?:allow(?:ed|s)?|accept(?:ed|s)?|permit(?:ted|s)?|pass(?:ed|through)?|forward(?:ed)?|grant(?:ed)?|close|tcp_(?:miss|hit|tunnel)\w*)$/i;
/** Fields that say what was done with a connection or a request, the plainest name first. */
const actionNames = [
  'action',
  'act',
  'disposition',
  'verdict',
  'decision',
  'event_action',
  'policy_action',
  'fw_action',
  'result',
  'outcome',
];
/** The same in the words of lines that have no such field. */
const deniedInText = /(?<![A-Za-z])(?:den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?|refused)(?![a-z])/i;

/** Whether a word of a question says that something was kept out. */
export const isDenial = (word: string): boolean => denialAsked.test(word);

/** Words that lines without a field for it use of what was kept out. */
export const denialWords = [
  'denied',
  'deny',
  'blocked',
  'block',
  'dropped',
  'drop',
  'rejected',
  'reject',
  'refused',
] as const;
export const tellsDenial = (text: string): boolean => deniedInText.test(text);

/** The field that tells what was done, and which of its values a word of a question means. */
export function actionMeant(
  word: string,
  rows: readonly Row[],
): { field: string; isMeant: (value: string) => boolean } | undefined {
  const meant = denialAsked.test(word) ? denied : passAsked.test(word) ? passed : undefined;
  if (meant === undefined) return undefined;
  const known = new Map<string, { name: string; seen: number; told: number }>();
  for (const row of rows) {
    for (const [field, value] of row.values) {
      const name = actionNames.find((one) => plainName(field) === one || wordsOfName(field).at(-1) === one);
      if (name === undefined) continue;
      const one = known.get(field) ?? { name, seen: 0, told: 0 };
      one.seen++;
      if (denied.test(String(value)) || passed.test(String(value))) one.told++;
      known.set(field, one);
    }
  }
  const [best] = [...known]
    .filter(([, { seen, told }]) => told >= seen * 0.5)
    .sort((a, b) => b[1].seen - a[1].seen || actionNames.indexOf(a[1].name) - actionNames.indexOf(b[1].name));
  return best === undefined ? undefined : { field: best[0], isMeant: (value) => meant.test(value) };
}
