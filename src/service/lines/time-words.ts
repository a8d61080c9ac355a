/** 1 to 12 for a month's name or abbreviation in one of the languages syslog daemons print, else 0. */
export function monthOfWord(word: string): number {
  const known = months.get(word);
  if (known !== undefined) return known;
  return months.get(word.toLowerCase()) ?? 0;
}

/** Matches a month as daemons shorten it in whatever language; for building into patterns. */
export const monthWord = String.raw`[A-Za-zà-ÿ]{3,4}\.?`;

/** Matches a zone as it stands behind a time; for building into patterns. */
export const zonePattern = (): string => String.raw`\s?(?:[+-]\d\d:?\d\d|${[...zones.keys()].join('|')})\b`;

/** Offset from UTC of a zone abbreviation; abbreviations with several meanings have their most common one. */
export const zoneMinutesOfWord = (word: string): number | undefined => zones.get(word);

const languages = [
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'january february march april may june july august september october november december',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'jän feb mär apr mai jun jul aug sep okt nov dez',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'ene feb mar abr may jun jul ago sep oct nov dic',
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'jan fev mar abr mai jun jul ago set out nov dez',
  'jan feb mrt apr mei jun jul aug sep okt nov dec',
  'янв фев мар апр май июн июл авг сен окт ноя дек',
  'sty lut mar kwi maj cze lip sie wrz paź lis gru',
];

const months = new Map(languages.flatMap((line) => line.split(' ').map((word, index) => [word, index + 1] as const)));

const zones = new Map<string, number>(
  Object.entries({
    UTC: 0,
    GMT: 0,
    Z: 0,
    WET: 0,
    WEST: 60,
    BST: 60,
    CET: 60,
    CEST: 120,
    MEZ: 60,
    MESZ: 120,
    EET: 120,
    EEST: 180,
    MSK: 180,
    IST: 330,
    JST: 540,
    KST: 540,
    SGT: 480,
    HKT: 480,
    AEST: 600,
    AEDT: 660,
    NZST: 720,
    NZDT: 780,
    EST: -300,
    EDT: -240,
    CST: -360,
    CDT: -300,
    MST: -420,
    MDT: -360,
    PST: -480,
    PDT: -420,
    AKST: -540,
    HST: -600,
  }),
);
