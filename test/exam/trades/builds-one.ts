import type { Random } from '../generate/random.ts';
import type { Build } from './builds.ts';
import { oneOf } from './counting.ts';
import type { Questions } from './questions.ts';

/** What can be asked of a build by its number. */
export function askOne(ask: Questions, random: Random, all: readonly Build[], failed: readonly Build[]) {
  const bad = oneOf(random, failed);
  const good = oneOf(
    random,
    all.filter(({ isPassed }) => isPassed),
  );
  if (bad === undefined || good === undefined) return;
  const agents = all.map(({ agent }) => agent);
  const branches = all.map(({ branch }) => branch);
  const states = ['passed', 'failed'] as const;
  ask.words(
    'pass or fail',
    ['failed', 'fail'],
    ['passed'],
    [`did build ${bad.id} pass or fail?`, `status of build ${bad.id}?`, `how did build #${bad.id} end?`],
  );
  ask.yes(
    'did the bad pass',
    false,
    [`did build #${bad.id} pass?`, `did ${bad.id} pass?`, `was build ${bad.id} successful?`],
    states,
  );
  ask.yes('did the good pass', true, [`did build #${good.id} pass?`, `did build ${good.id} succeed?`], states);
  ask.duration('of one', good.seconds, [`how long did build ${good.id} take?`, `duration of build #${good.id}?`]);
  ask.name('agent of one', good.agent, agents, [
    `which agent ran build ${good.id}?`,
    `where did build #${good.id} run?`,
    `agent of build ${good.id}?`,
  ]);
  ask.name('branch of one', bad.branch, branches, [
    `which branch was build ${bad.id} on?`,
    `branch of build #${bad.id}?`,
  ]);
}
