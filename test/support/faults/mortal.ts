/** A process that can end at any boundary between it and the world, without a word. */
export interface Mortal {
  /** Carries out a call to the world. What the process was doing ends before or after it, where `isFatal` says so. */
  cross<T>(name: string, call: () => Promise<T>): Promise<T>;
  /** Rejects when the process ends; what waits for it from outside sees a reset connection. */
  readonly ended: Promise<never>;
  readonly isAlive: boolean;
  kill(): void;
}

/** `boundary` is `name before` or `name after`. */
export function createMortal(isFatal: (boundary: string) => boolean): Mortal {
  let isAlive = true;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const never = new Promise<never>(() => {});

  function kill(): void {
    isAlive = false;
    reject(new Error('the process was killed'));
  }

  function lives(boundary: string): boolean {
    if (isAlive && isFatal(boundary)) kill();
    return isAlive;
  }

  return {
    async cross(name, call) {
      if (!lives(`${name} before`)) return await never;
      try {
        return await call();
      } finally {
        if (!lives(`${name} after`)) await never;
      }
    },
    ended,
    get isAlive() {
      return isAlive;
    },
    kill,
  };
}
