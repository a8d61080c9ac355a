import type { Severity } from '../formats/reading.ts';

/** What one line says, whatever form it is written in. */
export interface LineFields {
  /** The words without time stamp and level; of a structured line its message. */
  message: string;
  severity?: Severity | undefined;
  /** Whose line it is: service, pod, process. */
  source?: string | undefined;
  /** Scalars by name, nested ones as `a.b`; of text lines the `key=value` pairs. At most 40. */
  fields: Map<string, string | number>;
  /** What went wrong in words of a structured line besides its message: `error`, `exception`, `reason`. */
  detail?: string | undefined;
  /** The stack of what was thrown, where the record holds it. */
  stack?: string | undefined;
}
