import type { ChildWork } from '#service/child/protocol.ts';
import { type Child, type ChildProgram, startChild } from './child-process.ts';
import { findConfinement } from './confinement.ts';

interface ChildSupply {
  /** A child nobody else had or will have. */
  take(work: ChildWork, options?: { needsNetwork?: boolean }): Promise<Child>;
  close(): void;
}

export interface SupplyOptions extends ChildProgram {
  /** Children kept ready for each kind of work, each for one request: so small files do not wait for a start. */
  spares: number;
  /** Folder with what the program compiles to, once it is there. */
  compileCache?: Promise<string | undefined>;
}

const kindsOfWork: readonly ChildWork[] = ['read', 'investigate'];

export function createChildSupply({ spares, compileCache: building, ...program }: SupplyOptions): ChildSupply {
  const ready: { child: Child; work: ChildWork }[] = [];
  let compileCache: string | undefined;
  let isClosed = false;
  building?.then((folder) => {
    compileCache = folder;
    void refill();
  });

  async function refill(): Promise<void> {
    const confinement = await findConfinement();
    for (const work of kindsOfWork) {
      while (!isClosed && ready.filter((spare) => spare.work === work).length < spares) {
        const child = startChild(program, confinement, { needsNetwork: false, spareFor: work, compileCache });
        ready.push({ child, work });
        child.process.ended.catch(() => {}).finally(() => remove(child));
      }
    }
  }

  function remove(child: Child): void {
    const index = ready.findIndex((spare) => spare.child === child);
    if (index < 0) return;
    ready.splice(index, 1);
    void child.desk.clear();
  }

  function takeSpare(work: ChildWork): Child | undefined {
    const index = ready.findIndex((spare) => spare.work === work);
    return index < 0 ? undefined : ready.splice(index, 1)[0]?.child;
  }

  return {
    async take(work, { needsNetwork = false } = {}) {
      const spare = needsNetwork ? undefined : takeSpare(work);
      if (spares > 0) setImmediate(() => void refill());
      return spare ?? startChild(program, await findConfinement(), { needsNetwork, compileCache });
    },
    close() {
      isClosed = true;
      for (const { child } of ready.splice(0)) {
        child.process.kill();
        void child.desk.clear();
      }
    },
  };
}
