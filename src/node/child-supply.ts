import { type Child, type ChildProgram, startChild } from './child-process.ts';
import { findConfinement } from './confinement.ts';

export interface ChildSupply {
  /** A child nobody else had or will have. */
  take(options?: { needsNetwork?: boolean }): Promise<Child>;
  close(): void;
}

export interface SupplyOptions extends ChildProgram {
  /** Children kept ready, each for one request: so small files do not wait for a start. */
  spares: number;
  /** Folder with what the program compiles to, once it is there. */
  compileCache?: Promise<string | undefined>;
}

export function createChildSupply({ spares, compileCache: building, ...program }: SupplyOptions): ChildSupply {
  const ready: Child[] = [];
  let compileCache: string | undefined;
  let isClosed = false;
  building?.then((folder) => {
    compileCache = folder;
    void refill();
  });

  async function refill(): Promise<void> {
    const confinement = await findConfinement();
    while (!isClosed && ready.length < spares) {
      const child = startChild(program, confinement, { needsNetwork: false, isSpare: true, compileCache });
      ready.push(child);
      child.process.ended.catch(() => {}).finally(() => remove(child));
    }
  }

  function remove(child: Child): void {
    const index = ready.indexOf(child);
    if (index < 0) return;
    ready.splice(index, 1);
    void child.desk.clear();
  }

  return {
    async take({ needsNetwork = false } = {}) {
      const spare = needsNetwork ? undefined : ready.shift();
      if (spares > 0) setImmediate(() => void refill());
      return spare ?? startChild(program, await findConfinement(), { needsNetwork, isSpare: false, compileCache });
    },
    close() {
      isClosed = true;
      for (const { process: child, desk } of ready.splice(0)) {
        child.kill();
        void desk.clear();
      }
    },
  };
}
