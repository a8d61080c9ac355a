import { unitTokens } from './unit-tokens.ts';

/** "Broker 3", "cam12", "worker-7": things told apart by a number, as their letters and that number. */
export function unitsNamed(text: string): string[] {
  return unitTokens(text).flatMap(({ key }) => plainUnit(key) ?? []);
}

/** Whether a text names the unit, glued, with a sign or a word shortened: "camera 12" is "cam12". */
export function namesUnit(unit: string): (text: string) => boolean {
  const [, letters = '', digits = ''] = /^(.*?)(\d+)$/u.exec(unit) ?? [];
  const fits = (other: string) => {
    if (other === unit) return true;
    const [, theirs = '', number = ''] = /^(.*?)(\d+)$/u.exec(other) ?? [];
    return number === digits && isShortened(theirs, letters);
  };
  return (text) =>
    unitTokens(text).some(({ key }) => {
      const plain = plainUnit(key);
      return plain !== undefined && fits(plain);
    });
}

function isShortened(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short);
}

function plainUnit(key: string): string | undefined {
  const found = /^(\p{L}[\p{L}_-]*?)[ _:#-]?0*(\d{1,6})$/u.exec(key);
  return found === null ? undefined : `${found[1]!.toLowerCase()}${found[2]!}`;
}
