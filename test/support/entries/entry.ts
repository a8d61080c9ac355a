/** The program as it is started by people, black. */
export interface Entry {
  name: string;
  /** Why it cannot be started here; undefined where it can. */
  missing(): string | undefined;
  /** A place that outlives the program, brought up to date. */
  prepare(): Promise<Place>;
}

export interface Place extends AsyncDisposable {
  start(environment: Record<string, string>): Promise<RunningEntry>;
}

export interface RunningEntry {
  origin: string;
  /** What a scheduler outside does once a minute; nothing where the program has one of its own. */
  tick(): Promise<void>;
  /** Ends it without a word. */
  kill(): Promise<void>;
}
