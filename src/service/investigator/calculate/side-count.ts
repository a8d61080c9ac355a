import { createDistribution, type Distribution, type ValueBudget } from './distribution.ts';
import type { NumberColumn } from './numbers.ts';
import type { PassLine } from './pass.ts';

export interface KindCount {
  count: number;
  place: number;
  isFailing: boolean;
  message: string;
  /** Its distinct messages with a place of each, while they are few; empty where they are many. */
  texts: Map<string, number>;
}

/** What one side of a comparison comes to. */
export interface SideCount {
  lines: number;
  failing: number;
  first: { place: number; timeMs: number | undefined } | undefined;
  last: { place: number; timeMs: number | undefined } | undefined;
  firstFailing: number | undefined;
  /** Lines that are of the part asked about. */
  part: number;
  firstOfPart: number | undefined;
  numbers: Distribution[];
  /** Kinds of lines by their constant words; at most 5,000. */
  kinds: Map<string, KindCount>;
  see(line: PassLine): void;
}

const mostKinds = 5000;
const mostTexts = 3;

export function createSideCount(
  columns: readonly NumberColumn[],
  budget: ValueBudget,
  isPart: (line: PassLine) => boolean,
  kindOf: (line: PassLine) => string,
): SideCount {
  const self: SideCount = {
    lines: 0,
    failing: 0,
    first: undefined,
    last: undefined,
    firstFailing: undefined,
    part: 0,
    firstOfPart: undefined,
    numbers: columns.map(() => createDistribution(budget)),
    kinds: new Map(),
    see(line) {
      self.lines++;
      if (isPart(line)) {
        self.part++;
        self.firstOfPart ??= line.place;
      }
      const isFailing = line.isFailing();
      if (isFailing) {
        self.failing++;
        self.firstFailing ??= line.place;
      }
      self.last = { place: line.place, timeMs: line.timeMs };
      self.first ??= self.last;
      columns.forEach((column, index) => {
        const value = column.read(line);
        if (value !== undefined) self.numbers[index]!.add(value, line.place);
      });
      const kind = kindOf(line);
      const known = self.kinds.get(kind);
      if (known !== undefined) {
        known.count++;
        addText(known, line);
      } else if (self.kinds.size < mostKinds) {
        const message = line.row().message.slice(0, 240);
        const texts = new Map([[message, line.place]]);
        self.kinds.set(kind, { count: 1, place: line.place, isFailing, message, texts });
      }
    },
  };
  return self;
}

function addText(kind: KindCount, line: PassLine): void {
  if (kind.texts.size === 0) return;
  const message = line.row().message.slice(0, 240);
  if (kind.texts.has(message)) return;
  if (kind.texts.size >= mostTexts) kind.texts.clear();
  else kind.texts.set(message, line.place);
}
