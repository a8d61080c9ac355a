import type { Severity } from '../formats/reading.ts';

/** What levels are called in logs and in questions, from quiet to loud. */
const names = {
  debug: 'debug debu dbg trace trac trc verbose vrb fine finer finest',
  info: 'info inf information informational notice note log',
  warning: 'warning warn wrn',
  error: 'error erro err eror severe',
  critical: 'critical crit fatal fata ftl alert emergency emerg panic pani',
} as const;

export type LevelName = keyof typeof names;

const levelOfName = tableOf(names);

/** In a level's place also single letters, the journal's and Bunyan's numbers, and words of other languages. */
const levelOfMark = tableOf({
  debug: 'd t v 7 10 20 dbug trce trace1 trace2 trace3 trace4 trace5 trace6 trace7 trace8',
  info: 'i n s 5 6 30',
  warning: 'w 4 40 warnung avertissement advertencia aviso',
  error: 'e 3 50 fail alarm alarme alarma fault défaut defaut erreur fehler störung stoerung fallo',
  critical: 'f a 0 1 2 60',
});

function tableOf(words: Record<LevelName, string>): ReadonlyMap<string, LevelName> {
  const entries = Object.entries(words) as [LevelName, string][];
  return new Map(entries.flatMap(([level, all]) => all.split(' ').map((word) => [word, level] as const)));
}

export const levelNamed = (word: string): LevelName | undefined => levelOfName.get(word.toLowerCase());

/** What stands in a level's place; undefined where that is none. */
export function levelMarked(mark: string): LevelName | undefined {
  const word = mark.trim().toLowerCase();
  return levelOfName.get(word) ?? levelOfMark.get(word);
}

/** The same, where what is traced and what is told are not told apart. */
export function severityOf(mark: string): Severity | undefined {
  const level = levelMarked(mark);
  return level === 'debug' ? 'info' : level;
}
