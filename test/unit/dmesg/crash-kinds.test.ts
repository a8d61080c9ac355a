import { expect, it } from 'vitest';
import { crashKind, crashKinds } from '../../../src/service/formats/dmesg/crash/crash-kinds.ts';

it.each([
  ['BUG: soft lockup in foo_poll', /looped in kernel mode for more than 20 seconds/],
  ['BUG: workqueue lockup', /kernel workers made no progress/],
  ['INFO: task hung in foo_wait', /uninterruptible sleep/],
  ['INFO: rcu detected stall in foo_run', /RCU/],
  ['WARNING in blk_mq_unlock_all', /expects never to occur/],
  ['possible deadlock in foo_lock', /can deadlock/],
  ['BUG: spinlock bad magic in foo', /lock was used/],
  ['KASAN: slab-use-after-free Read in foo', /already been freed/],
  ['KASAN: null-ptr-deref Write in foo', /NULL pointer/],
  ['general protection fault in foo', /invalid pointer/],
])('%s is explained as what it is', (title, meaning) => {
  expect(crashKind(title).meaning).toMatch(meaning);
});

it('has one sentence for each kind of report', () => {
  const page = crashKinds.map(({ rule, meaning }) => `${rule}: ${meaning}`).join('\n');
  for (const { meaning } of crashKinds) expect(meaning, page).toMatch(/^[A-Z][^.!?]*\.$/);
});
