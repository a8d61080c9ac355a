import { chooseHung, chooseStalled } from './choose-frame.ts';
import { isInnocent, plainName } from './innocent-functions.ts';
import { foreignFrame, frameLines, stackHeadings } from './pattern.ts';
import type { FrameSearch, SearchStep } from './report-shape.ts';
import { readableName } from './rust-symbol.ts';

interface Candidate {
  name: string;
  line: number;
}

interface FoundFrame {
  /** `corrupted` where no function could be named. */
  name: string;
  /** Index into the lines searched. */
  line?: number;
  /** Every part of the search came to a function, and no foreign stack lay in between. */
  isWhole: boolean;
}

/** Finds the function a report is about. `lines` begin with the report's heading. */
export function findFrame(lines: readonly string[], search: FrameSearch): FoundFrame {
  const found = follow(lines, search.steps, search);
  return found.isWhole || search.otherwise === undefined ? found : follow(lines, search.otherwise, search);
}

function follow(lines: readonly string[], steps: readonly SearchStep[], search: FrameSearch): FoundFrame {
  let at = 0;
  let candidates: Candidate[] = [];
  let first: FoundFrame | undefined;
  let isWhole = true;
  let stacks = 0;

  const settle = () => {
    const chosen = choose(candidates, search);
    if (chosen === undefined) isWhole = false;
    first ??= chosen ?? { name: 'corrupted', isWhole: false };
    candidates = [];
  };
  const take = (match: RegExpExecArray, line: number) => {
    for (const captured of match.slice(1)) {
      if (captured === undefined) continue;
      const name = readableName(captured);
      if (!isInnocent(name) && !(search.passOver?.test(name) ?? false)) candidates.push({ name, line });
    }
  };
  /** Undefined at the end, and at the stack of another report. */
  const nextLine = (): string | undefined => {
    const line = lines[at++];
    if (line === undefined || !foreignFrame.test(line)) return line;
    isWhole = false;
    return undefined;
  };
  const takeLine = (wanted: RegExp): void => {
    for (let line = nextLine(); line !== undefined; line = nextLine()) {
      const match = wanted.exec(line);
      if (match !== null) return take(match, at - 1);
    }
  };
  /** Takes the frames of a stack. True where that came to a line of the step behind it, which is taken as well. */
  const takeStack = (next: SearchStep | undefined): boolean => {
    for (let line = nextLine(); line !== undefined; line = nextLine()) {
      if (stackHeadings.some((heading) => heading.test(line))) return false;
      const beyond = next instanceof RegExp ? next.exec(line) : null;
      const match = beyond ?? matchFrame(line);
      if (match !== null) take(match, at - 1);
      if (beyond !== null) return true;
    }
    return false;
  };

  for (let step = 0; step < steps.length; step++) {
    const wanted = steps[step];
    if (wanted instanceof RegExp) takeLine(wanted);
    else {
      if (stacks++ > 0) settle();
      if (takeStack(steps[step + 1])) step++;
    }
  }
  settle();
  return { ...(first ?? { name: 'corrupted' }), isWhole };
}

export function matchFrame(line: string): RegExpExecArray | null {
  for (const form of frameLines) {
    const match = form.exec(line);
    if (match !== null) return match;
  }
  return null;
}

function choose(candidates: readonly Candidate[], search: FrameSearch): FoundFrame | undefined {
  const names = candidates.map(({ name }) => plainName(name));
  const top = names[0];
  if (top === undefined) return undefined;
  const chosen =
    search.choose === 'stall'
      ? chooseStalled(names)
      : search.choose === 'hang'
        ? chooseHung(names)
        : { name: top, index: 0 };
  if (chosen === undefined) return undefined;
  const line = candidates[chosen.index]?.line;
  return { name: chosen.name, isWhole: true, ...(line === undefined ? {} : { line }) };
}
