// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
/** A fault seeded into the source: the first place of `find` reads `replace` instead. */
export interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
}

const claims = 'src/jobs/claims.ts';
const leases = 'src/jobs/leases.ts';
const ledger = 'src/bot/delivery/ledger.ts';
const deliver = 'src/bot/delivery/deliver.ts';
const moveFile = 'src/service/files/move-file.ts';

/** What would break the promises of queue, ledger and file states, each by one small change. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a stale lease ends a job',
    file: leases,
    find: "and fence = ${placeholder('fence')} ",
    replace: '',
  },
  {
    name: 'a claim leaves the fence as it was',
    file: claims,
    find: 'fence: expression`${jobs.fence} + 1`,\n          holder,',
    replace: 'holder,',
  },
  {
    name: 'a job is claimed before its time',
    file: claims,
    find: "and run_at_ms <= ${placeholder('now')}",
    replace: "and run_at_ms <= ${placeholder('now')} + 2000",
  },
  {
    name: 'the next process does not take over what was running',
    file: leases,
    find: "          state: 'waiting',\n          runAtMs: clock.now(),\n          fence",
    replace: '          runAtMs: clock.now(),\n          fence',
  },
  {
    name: 'a run that failed is not counted',
    file: leases,
    find: 'return { state, runAtMs, attempt, ',
    replace: 'return { state, runAtMs, attempt: null, ',
  },
  {
    name: 'a message is posted before that is written down',
    file: deliver,
    find: 'const sending = await ledger.beginSending(part, group, destination.gapMs ?? 0);',
    replace: 'const sending = { ...part };',
  },
  {
    name: 'a call of unknown fate counts as one that failed',
    file: deliver,
    find: 'if (isAmbiguous) {',
    replace: 'if (code === "rejected") {',
  },
  {
    name: 'a message is looked up before it can have landed',
    file: deliver,
    find: 'const settleMs = 20_000;',
    replace: 'const settleMs = 2_000;',
  },
  {
    name: 'what was being sent at a death is sent again',
    file: deliver,
    find: 'await ledger.toUnknown(part, part.attemptedAtMs ?? clock.now());',
    replace: 'await ledger.backToPlanned(part);',
  },
  {
    name: 'what a look-up finds is not believed',
    file: deliver,
    find: 'if (oldest) {',
    replace: 'if (oldest && part.attempt > 2) {',
  },
  {
    name: 'the second part does not wait for the first',
    file: deliver,
    find: "const part = parts.find(({ state }) => state !== 'sent');",
    replace: "const part = parts.findLast(({ state }) => state !== 'sent');",
  },
  {
    name: 'a refused part is dropped instead of replaced',
    file: ledger,
    find: '.slice(0, numberStep - 1)',
    replace: '.slice(0, 0)',
  },
  {
    name: 'an older attempt may write',
    file: ledger,
    find: '      eq(deliveryParts.attempt, part.attempt),\n      eq(deliveryParts.state, part.state),\n',
    replace: '',
  },
  {
    name: 'a delivery is closed while parts are left',
    file: deliver,
    find: 'if (!part) return close(delivery, parts);',
    replace: 'if (!part || part.attempt > 1) return close(delivery, parts);',
  },
  {
    name: 'a late mover moves a file',
    file: moveFile,
    find: 'eq(files.round, file.round), ',
    replace: '',
  },
  {
    name: 'a completed file starts over',
    file: moveFile,
    find: "INDEXING: ['FAILED']",
    replace: "INDEXING: ['FAILED', 'COMPLETED']",
  },
  {
    name: 'a file that starts over stays in its round',
    file: moveFile,
    find: "to === 'INDEXING' ? file.round + 1 : file.round",
    replace: 'file.round',
  },
];
