/** What is known of one language: how a question in it is said in English, and by which words its logs tell of trouble. */
export interface Language {
  /** How much of a text is in it; 0 where it is not. */
  weightIn(text: string): number;
  /** What to say in English, longer expressions first. */
  words: readonly (readonly [RegExp, string])[];
  /** Words that carry nothing. */
  fillers?: RegExp;
  /** Alternatives of a pattern, in small letters. */
  trouble: string;
}

/** Whole words, upper and lower case alike, letters beyond ASCII too. */
function word(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_./@-])(?:${alternatives})(?![\\p{L}\\p{N}_/@-]|\\.\\p{L})`, 'giu');
}

const english =
  /\b(?:the|what|why|how|when|which|did|does|were|are|of|there|this|my|any|please|with|from|should|where|who|and)\b/i;

/** The parts of a language whose words stand apart. `months` are in their order. */
export interface WesternWords {
  asking: string;
  fillers: string;
  words: Readonly<Record<string, string>>;
  months: readonly string[];
  trouble: string;
}

const monthNames = 'January February March April May June July August September October November December'.split(' ');

export function western({ asking, fillers, words, months, trouble }: WesternWords): Language {
  const asks = word(asking);
  const small = word(fillers);
  let said: [RegExp, string][] | undefined;
  const month = () =>
    months.map((name, at): [RegExp, string] => [
      new RegExp(
        `(?<![\\p{L}\\d])(?:(?:am|le|el|il|op|dia|em|del?|den) )*(\\d{1,2})(?:er|\\.|º)?(?: de)? (?:${name})(?!\\p{L})(?: de)?`,
        'giu',
      ),
      `on ${monthNames[at]!} $1`,
    ]);
  return {
    weightIn: (text) => {
      const asked = text.match(asks)?.length ?? 0;
      const filled = text.match(small)?.length ?? 0;
      return asked > 0 || (filled >= 3 && !english.test(text)) ? asked * 3 + filled : 0;
    },
    // Hundreds of patterns, made when first a question is in the language.
    get words() {
      said ??= [
        ...hours,
        ...month(),
        ...Object.entries(words).map(([alternatives, meaning]): [RegExp, string] => [word(alternatives), meaning]),
      ];
      return said;
    },
    fillers: small,
    trouble,
  };
}

/** "um 10 Uhr 30", "à 10h30", "a las 10 horas", "om 10 uur", "o godz. 10". */
const hours: [RegExp, string][] = [
  [/(?<![\d:.])(\d{1,2})[.:](\d\d) (?:uhr|uur|horas?)(?!\p{L})/giu, '$1:$2'],
  [/(?<![\d:.])(\d{1,2}) (?:uhr|uur) (\d\d)(?!\d)/giu, '$1:$2'],
  [/(?<![\d:.])(\d{1,2}) ?h ?(\d\d)(?!\d)/gi, '$1:$2'],
  [/(?<![\d:.])(\d{1,2}) (?:uhr|uur|heures?|horas?)(?!\p{L})/giu, '$1:00'],
  [/(?<=\b(?:à|vers|entre|et|depuis|après|avant) )(\d{1,2}) ?h(?![\p{L}\d])/giu, '$1:00'],
];
