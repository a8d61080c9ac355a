import type { Random } from '../generate/random.ts';
import { buildQuestions } from './builds-questions.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { inOrder, isoOf, steps } from './times.ts';

export interface Build {
  id: string;
  agent: string;
  branch: string;
  startMs: number;
  endMs: number;
  seconds: number;
  isPassed: boolean;
}

const agentNames = [
  ['agent-amber', 'agent-cobalt', 'agent-jade', 'agent-onyx', 'agent-teal', 'agent-ruby'],
  ['mac-mini-1', 'mac-mini-2', 'mac-mini-3', 'mac-mini-4', 'mac-mini-5', 'mac-mini-6'],
  ['otter', 'heron', 'badger', 'lynx', 'marten', 'stoat'],
];
const branchNames = ['main', 'release-7', 'feature/login', 'hotfix/tax', 'develop', 'feature/search'];

/** A farm of build agents: each build has a line for its start and one for its end. */
export function builds(random: Random): TradeLog {
  const { names: agents, absent } = cast(random, agentNames, 4);
  const branches = random.some(branchNames, 3);
  const firstId = random.int(4000, 8000);
  const all = steps(random, random.int(34, 46), [40_000, 200_000]).map((startMs, index): Build => {
    const seconds = random.int(30, 400);
    const [agent, branch] = [random.pick(agents), random.pick(branches)];
    const endMs = startMs + seconds * 1000;
    return { id: `${firstId + index}`, agent, branch, startMs, endMs, seconds, isPassed: random.chance(0.7) };
  });
  return { name: 'ci-farm.log', text: inOrder(all.flatMap(linesOf)), asked: buildQuestions(random, all, absent) };
}

function linesOf({ id, agent, branch, startMs, endMs, seconds, isPassed }: Build) {
  const stamp = (timeMs: number) => `${isoOf(timeMs).slice(0, 19)}Z ${agent}`;
  const [level, status] = isPassed ? ['INFO', 'passed'] : ['ERROR', 'failed'];
  return [
    { timeMs: startMs, line: `${stamp(startMs)} INFO build #${id} started branch=${branch}` },
    { timeMs: endMs, line: `${stamp(endMs)} ${level} build #${id} finished status=${status} duration=${seconds}s` },
  ];
}
