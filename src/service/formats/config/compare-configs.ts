import type { ConfigText } from './config-text.ts';
import { parseConfig } from './parse-config.ts';
import { maskSecrets } from './secrets/mask-secrets.ts';

/** One thing that differs in meaning. Texts are masked: secrets never leave. Lines are 1-based in their own file. */
export interface ConfigChange {
  kind: 'added' | 'removed' | 'changed';
  /** Where: the enclosing statements, or the key; outermost first. */
  place: string[];
  before?: string;
  after?: string;
  lineBefore?: number;
  lineAfter?: number;
}

const maxChanges = 2000;

/** What changed between two configurations, whatever the order of independent parts, comments or spacing. */
export function compareConfigs(before: string, after: string): ConfigChange[] {
  const old = itemsOf(parseConfig(before));
  const now = itemsOf(parseConfig(after));
  const removed = without(old, now);
  const added = without(now, old);
  const changes: ConfigChange[] = [];
  for (const item of added) {
    // The same subject with another value: one change instead of a removal and an addition.
    const index = removed.findIndex((each) => each.place === item.place && each.subject === item.subject);
    const [partner] = index < 0 ? [] : removed.splice(index, 1);
    changes.push({
      kind: partner ? 'changed' : 'added',
      place: item.path.map((each) => maskSecrets(each)),
      after: shown(item),
      lineAfter: item.line,
      ...(partner ? { before: shown(partner), lineBefore: partner.line } : {}),
    });
  }
  for (const item of removed) {
    changes.push({
      kind: 'removed',
      place: item.path.map((each) => maskSecrets(each)),
      before: shown(item),
      lineBefore: item.line,
    });
  }
  return changes
    .sort((a, b) => (a.lineAfter ?? a.lineBefore ?? 0) - (b.lineAfter ?? b.lineBefore ?? 0))
    .slice(0, maxChanges);
}

interface Item {
  path: readonly string[];
  place: string;
  /** What a statement is about: its key, or its first words. */
  subject: string;
  text: string;
  line: number;
}

function itemsOf({ settings, statements }: ConfigText): Item[] {
  return [
    ...settings.map(({ path, value, line }) => ({
      path: [path],
      place: '',
      subject: path,
      text: `${path} = ${value}`,
      line,
    })),
    ...statements.map(({ path, text, line }) => {
      const tidy = text.replace(/\s+/g, ' ');
      return { path, place: path.join('\n'), subject: subjectOf(tidy), text: tidy, line };
    }),
  ];
}

/** The command without what is set: without its last word, and without addresses and numbers. */
function subjectOf(text: string): string {
  const words = text.replace(/^no /, '').split(' ');
  const kept = words.filter((word) => !/^[\d.:/]+$/.test(word));
  return (kept.length === words.length && words.length > 1 ? words.slice(0, -1) : kept).join(' ');
}

/** What is in `items` more often than in `others`. */
function without(items: readonly Item[], others: readonly Item[]): Item[] {
  const counts = new Map<string, number>();
  const keyOf = (item: Item) => `${item.place}\n\n${item.text}`;
  for (const item of others) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const left = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), left - 1);
    return left <= 0;
  });
}

function shown({ text }: Item): string {
  return maskSecrets(text).slice(0, 500);
}
