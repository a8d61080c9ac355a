import { join, say, type Text } from '../answer/say.ts';
import { likeness } from '../survey/message-pattern.ts';
import type { KindCount, SideCount } from './side-count.ts';

/** What lines of one kind say on one side and not on the other: a version, a setting, a file that was loaded. */
export interface ChangedValue {
  said: Text;
  /** The last line that says the old, the first that says the new. */
  places: [number, number];
  /** The line tells of a start, a version, a setting. */
  isOfSetting: boolean;
}

const settingWords =
  /\b(?:version|release|build|firmware|model|config\w*|settings?|options?|parameters?|param|flags?|feature|mode|profile|started|starting|boot\w*|loaded|loading|listening|enabled|disabled|limit|threshold|budget|heap|workers?|threads|interval|timeout|gains?|schema|image|tag|policy|level|setpoint)\b/i;
const idBefore =
  /(?:\b(?:pid|tid|port|session|request|req|trace|job|run|id|uuid|conn\w*|thread|seq|lease|client|peer|user|from|took|in|after|for)|#)[ :=[(]*$/i;
const drawn = /^(?:[0-9a-f]{8,}|[0-9a-f-]{30,}|0x[0-9a-f]+|\d{1,2}:\d\d(?::\d\d)?.*|\d{4}-\d\d-\d\d.*)$/i;
const mostTold = 4;

/** Values that are the same on all lines of a kind on each side, and not the same on both; settings first. */
export function changedValues(before: SideCount, after: SideCount): ChangedValue[] {
  const found: (ChangedValue & { place: number })[] = [];
  for (const [old, fresh] of kindPairs(before, after)) {
    const [from, fromPlace] = [...old.texts].at(-1) ?? [];
    const [to, toPlace] = [...fresh.texts][0] ?? [];
    if (from === undefined || to === undefined || old.texts.has(to) || fresh.texts.has(from)) continue;
    const parts = differences(from, to);
    if (parts === undefined) continue;
    found.push({
      said: join(parts, ', '),
      places: [fromPlace!, toPlace!],
      isOfSetting: settingWords.test(to),
      place: toPlace!,
    });
  }
  return found.sort((a, b) => Number(b.isOfSetting) - Number(a.isOfSetting) || a.place - b.place).slice(0, mostTold);
}

/** The same kind on both sides; else one that is gone with a new one that differs in a word. */
function kindPairs(before: SideCount, after: SideCount): [KindCount, KindCount][] {
  const pairs: [KindCount, KindCount][] = [];
  const gone: { kind: KindCount; words: string[] }[] = [];
  for (const [pattern, kind] of before.kinds) {
    const same = after.kinds.get(pattern);
    if (same !== undefined) pairs.push([kind, same]);
    else if (kind.count <= 50 && gone.length < 500) gone.push({ kind, words: pattern.split(' ') });
  }
  for (const [pattern, kind] of after.kinds) {
    if (before.kinds.has(pattern) || kind.count > 50 || !settingWords.test(kind.message)) continue;
    const own = pattern.split(' ');
    const like = gone.find(({ words: other }) => isAlike(other, own));
    if (like !== undefined) pairs.push([like.kind, kind]);
  }
  return pairs;
}

/** The same words but one or two, or the one is how the other goes on. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  const most = Math.max(one.length, other.length);
  const least = Math.min(one.length, other.length);
  if (most < 3 || one[0] !== other[0]) return false;
  if (most === least) return likeness(one, other) >= Math.max(0.6, 1 - 2 / most);
  return least >= 3 && one.slice(0, least).every((word, index) => word === other[index]);
}

/** "model `v7.bin`, then `v8.bin`" for each place where two messages part. Undefined where they part in ids alone, or too much. */
function differences(from: string, to: string): Text[] | undefined {
  const [a, b] = [tokensOf(from), tokensOf(to)];
  const told: Text[] = [];
  let [i, j] = [0, 0];
  let parted = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      i++;
      j++;
      continue;
    }
    parted++;
    const [nextA, nextB] = rejoin(a, b, i, j);
    // As many words on both sides are told one by one: `kp=0.8 ki=0.10`.
    const isEven = nextA - i === nextB - j;
    for (let step = 0; step < (isEven ? nextA - i : 1); step++) {
      const end = (from: number, all: number) => (isEven ? from + step + 1 : all);
      const old = a.slice(i + step, end(i, nextA)).join(' ');
      const fresh = b.slice(j + step, end(j, nextB)).join(' ');
      const lead = a.slice(Math.max(0, i + step - 2), i + step).join(' ');
      if (old === '' || fresh === '' || old === fresh || old.length > 80 || fresh.length > 80) continue;
      if (isDrawn(lead, old, fresh)) continue;
      const name = nameOf(lead, old);
      told.push(name === '' ? say`${old}, then ${fresh}` : say`${name} ${shownValue(old)}, then ${shownValue(fresh)}`);
    }
    [i, j] = [nextA, nextB];
  }
  if (told.length === 0 || parted > 4) return undefined;
  return told.slice(0, 3);
}

const tokensOf = (text: string): string[] => text.split(/[\s,;()[\]{}"']+/).filter((token) => token !== '');

/** Where both go on alike: within four words. */
function rejoin(a: readonly string[], b: readonly string[], i: number, j: number): [number, number] {
  for (let far = 1; far <= 4; far++) {
    for (let left = 0; left <= far; left++) {
      const [x, y] = [i + left, j + far - left];
      if (x < a.length && y < b.length && a[x] === b[y]) return [x, y];
    }
  }
  return [a.length, b.length];
}

function isDrawn(lead: string, old: string, fresh: string): boolean {
  return (
    idBefore.test(`${lead} `) ||
    drawn.test(old) ||
    drawn.test(fresh) ||
    idBefore.test(/^[\w.-]+(?==)/.exec(old)?.[0] ?? '')
  );
}

/** `kp=0.8` names its value itself; else the word before it does. */
function nameOf(lead: string, old: string): string {
  const key = /^([\w.-]+)[=:]/.exec(old)?.[1];
  return (
    key ??
    lead
      .split(' ')
      .at(-1)
      ?.replace(/[:=]+$/, '') ??
    ''
  );
}

const shownValue = (text: string): string => text.replace(/^[\w.-]+[=:](?=.)/, '');
