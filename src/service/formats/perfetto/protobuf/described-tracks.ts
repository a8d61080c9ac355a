import type { Machine, TraceModel, TrackOwner } from '../model/trace-model.ts';
import { syntheticTid } from './sequence.ts';

/** A track as its descriptor tells it, before it is known whose it is. */
export interface TrackDescription {
  parent: bigint;
  name: string | undefined;
  pid: number | undefined;
  tid: number | undefined;
  isSandboxed: boolean;
  isSeparate: boolean;
  counter: { unit: string; multiplier: number; isIncremental: boolean } | undefined;
}

type TrackScope = { thread: number } | { process: number } | 'global';

/** Tracks of track events, by their ids: whose they are is settled when they are first used. */
export interface DescribedTracks {
  describe(uuid: bigint, description: TrackDescription): void;
  description(uuid: bigint): TrackDescription | undefined;
  /** Undefined where a parent is missing or the parents run in a circle. May start a thread or process. */
  resolve(uuid: bigint): TrackScope | undefined;
  /** The slice track of an id that resolves. */
  track(uuid: bigint): number;
  trust(uuid: bigint, pid: number): void;
  /** Ids inside a namespace, outermost first, of a process or thread. */
  nameProcessIds(pid: number, ids: readonly number[]): void;
  nameThreadIds(pid: number, tid: number, ids: readonly number[]): void;
}

const maxAncestors = 100;
const maxTracks = 1_000_000;

export const plainTrack: TrackDescription = {
  parent: 0n,
  name: undefined,
  pid: undefined,
  tid: undefined,
  isSandboxed: false,
  isSeparate: false,
  counter: undefined,
};

export function createDescribedTracks(model: TraceModel, machine: Machine): DescribedTracks {
  const { table } = machine;
  const descriptions = new Map<bigint, TrackDescription>();
  const scopes = new Map<bigint, TrackScope>();
  const uuidOfThread = new Map<number, bigint>();
  const uuidOfProcess = new Map<number, bigint>();
  const trustedPids = new Map<bigint, number>();
  const namespaces = new Map<number, { ids: readonly number[]; threads: Map<number, readonly number[]> }>();

  const isRooted = (uuid: bigint): boolean => {
    const seen = new Set<bigint>();
    for (let current = uuid; current !== 0n; ) {
      const description = descriptions.get(current);
      if (!description || seen.has(current) || seen.size >= maxAncestors) return false;
      seen.add(current);
      current = description.parent;
    }
    return true;
  };

  const outerId = (pid: number | undefined, id: number): number | undefined => {
    const space = pid === undefined || pid <= 0 ? undefined : namespaces.get(pid);
    if (!space || space.ids.length === 0) return undefined;
    const level = space.ids.length - 1;
    if (space.ids[level] === id) return pid;
    for (const [tid, ids] of space.threads) if (ids[level] === id) return tid;
    return undefined;
  };

  const settle = (uuid: bigint): TrackScope | undefined => {
    const description = descriptions.get(uuid) ?? plainTrack;
    if (!descriptions.has(uuid) && descriptions.size < maxTracks) descriptions.set(uuid, plainTrack);
    if (!isRooted(uuid)) return undefined;
    const trusted = trustedPids.get(uuid);
    const pid = description.pid === undefined ? undefined : (outerId(trusted, description.pid) ?? description.pid);
    const parent = description.parent === 0n ? undefined : resolve(description.parent);
    if (description.tid !== undefined && pid !== undefined) {
      const outer = outerId(trusted, description.tid);
      const tid = outer ?? (description.isSandboxed ? syntheticTid(description.tid, pid) : description.tid);
      let thread = table.threadInProcess(tid, pid);
      // A second description of a thread means that its id was given away again.
      if (uuidOfThread.has(thread)) {
        thread = table.startThread(tid);
        table.threadOfProcess(tid, table.processOf(pid));
      }
      uuidOfThread.set(thread, uuid);
      return { thread };
    }
    if (pid !== undefined) {
      let process = table.processOf(pid);
      if (uuidOfProcess.has(process)) process = table.startProcess(pid, undefined);
      uuidOfProcess.set(process, uuid);
      return { process };
    }
    return parent ?? 'global';
  };

  const resolve = (uuid: bigint): TrackScope | undefined => {
    const known = scopes.get(uuid);
    if (known) return known;
    const scope = settle(uuid);
    if (scope) scopes.set(uuid, scope);
    return scope;
  };

  const ownerOf = (scope: TrackScope | undefined, name: string | undefined): TrackOwner =>
    scope === undefined || scope === 'global' ? { machine, name } : { machine, ...scope, name };

  return {
    describe(uuid, description) {
      const known = descriptions.get(uuid);
      if (!known) {
        if (descriptions.size < maxTracks && !(uuid === 0n && description.parent !== 0n))
          descriptions.set(uuid, description);
      } else if (description.name !== undefined && isSame(known, description)) known.name = description.name;
    },
    description: (uuid) => descriptions.get(uuid),
    resolve,
    track(uuid) {
      const scope = resolve(uuid);
      const description = descriptions.get(uuid) ?? plainTrack;
      const isThreadItself =
        description.tid !== undefined && scope !== undefined && scope !== 'global' && 'thread' in scope;
      if (isThreadItself && !description.isSeparate) return model.threadTrack(machine, scope.thread);
      const name = isThreadItself || description.pid !== undefined ? undefined : (description.name ?? 'unnamed');
      return model.own(model.tracks.trackOf(`uuid ${machine.id} ${uuid}`), ownerOf(scope, name));
    },
    trust(uuid, pid) {
      if (trustedPids.size < maxTracks) trustedPids.set(uuid, pid);
    },
    nameProcessIds(pid, ids) {
      if (namespaces.size < maxTracks) namespaces.set(pid, { ids, threads: new Map() });
    },
    nameThreadIds(pid, tid, ids) {
      namespaces.get(pid)?.threads.set(tid, ids);
    },
  };
}

function isSame(a: TrackDescription, b: TrackDescription): boolean {
  return (
    a.parent === b.parent &&
    a.pid === b.pid &&
    a.tid === b.tid &&
    (a.counter === undefined) === (b.counter === undefined)
  );
}
