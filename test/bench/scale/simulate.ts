/** What one file takes, as measured. */
export interface Costs {
  /** Statements in the bot's database for one file, and milliseconds each: one at a time in a database. */
  statements: number;
  statementMs: number;
  /** Seconds of one core of the log service for one file. */
  serviceSeconds: number;
  /** Seconds until the bot has looked whether the file is analysed. */
  pollSeconds: number;
}

export interface World {
  workspaces: number;
  filesADay: number;
  databases: number;
  serviceCores: number;
  seed: number;
}

export interface Hour {
  hour: number;
  files: number;
  p50: number;
  p99: number;
}

/** Shares of a day's files by hour, as in an office that spans two continents. */
const shares = [1, 1, 1, 1, 1, 2, 4, 7, 9, 10, 9, 8, 7, 9, 10, 10, 9, 8, 6, 5, 4, 3, 2, 1];
const total = shares.reduce((sum, share) => sum + share, 0);

/** A day of files, each through its workspace's database, the service, the database again, and its channel at a message a second. */
export function simulateDay(world: World, costs: Costs): { hours: Hour[]; databaseLoad: number; serviceLoad: number } {
  const random = randomOf(world.seed);
  const databases = Array.from({ length: world.databases }, () => ({ freeAt: 0, busy: 0 }));
  const cores = Array.from({ length: world.serviceCores }, () => ({ freeAt: 0, busy: 0 }));
  const channels = new Map<number, number>();
  const took = new Map<number, number[]>();
  const databaseSeconds = (costs.statements * costs.statementMs) / 1_000;
  const events = createHeap<{ file: { at: number; workspace: number }; step: number }>();
  for (const at of arrivals(world.filesADay, random)) {
    // Few workspaces bring most files.
    const workspace = Math.floor(world.workspaces ** random());
    events.push(at, { file: { at, workspace }, step: 0 });
  }
  for (let next = events.pop(); next; next = events.pop()) {
    const { at, value } = next;
    const { file, step } = value;
    const on = (servers: { freeAt: number; busy: number }[], index: number, seconds: number, wait = 0) => {
      const server = servers[index]!;
      server.freeAt = Math.max(at, server.freeAt) + seconds;
      server.busy += seconds;
      events.push(server.freeAt + wait, { file, step: step + 1 });
    };
    if (step === 0 || step === 2) on(databases, file.workspace % databases.length, databaseSeconds / 2);
    else if (step === 1) on(cores, freest(cores), costs.serviceSeconds, costs.pollSeconds * random());
    else {
      const channel = file.workspace * 10 + Math.floor(random() * 10);
      const posted = Math.max(at, (channels.get(channel) ?? 0) + 1);
      channels.set(channel, posted);
      const hour = Math.floor(file.at / 3_600);
      const of = took.get(hour) ?? [];
      of.push(posted - file.at);
      took.set(hour, of);
    }
  }
  const load = (servers: { busy: number }[]) => Math.max(...servers.map(({ busy }) => busy)) / 86_400;
  return {
    hours: [...took].map(toHour).toSorted((a, b) => a.hour - b.hour),
    databaseLoad: load(databases),
    serviceLoad: load(cores),
  };
}

/** Files a second at which each part has no rest left. */
export function ceilings(costs: Costs, serviceCores: number): { database: number; service: number } {
  return { database: 1_000 / (costs.statements * costs.statementMs), service: serviceCores / costs.serviceSeconds };
}

function arrivals(count: number, random: () => number): number[] {
  const reached = shares.map((_, hour) => shares.slice(0, hour + 1).reduce((sum, share) => sum + share, 0));
  return Array.from({ length: count }, () => {
    const drawn = random() * total;
    return (reached.findIndex((sum) => drawn < sum) + random()) * 3_600;
  });
}

function freest(servers: readonly { freeAt: number }[]): number {
  return servers.reduce((best, { freeAt }, index) => (freeAt < servers[best]!.freeAt ? index : best), 0);
}

function toHour([hour, seconds]: [number, number[]]): Hour {
  const sorted = Float64Array.from(seconds).toSorted();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { hour, files: sorted.length, p50: at(0.5), p99: at(0.99) };
}

function createHeap<T>() {
  const items: { at: number; value: T }[] = [];
  const swap = (a: number, b: number) => ([items[a], items[b]] = [items[b]!, items[a]!]);
  return {
    push(at: number, value: T) {
      items.push({ at, value });
      for (let child = items.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (items[parent]!.at <= items[child]!.at) return;
        swap(parent, child);
        child = parent;
      }
    },
    pop() {
      const first = items[0];
      const last = items.pop();
      if (!first || !last || items.length === 0) return first;
      items[0] = last;
      for (let parent = 0; ; ) {
        const children = [parent * 2 + 1, parent * 2 + 2].filter((index) => index < items.length);
        const least = children.toSorted((a, b) => items[a]!.at - items[b]!.at)[0];
        if (least === undefined || items[parent]!.at <= items[least]!.at) return first;
        swap(parent, least);
        parent = least;
      }
    },
  };
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
