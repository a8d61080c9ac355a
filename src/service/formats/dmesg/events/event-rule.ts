import type { Finding, Severity } from '../../reading.ts';

/** One message of the kernel that tells by itself what is wrong. */
export interface EventRule {
  rule: string;
  /** Tried on the message without its prefix, at most 1 KiB of it. */
  form: RegExp;
  /** Words of which one must stand in the message; told before `form` is tried, to save time. */
  holds?: readonly string[];
  severity: Severity;
  role: Finding['role'];
  /** One line from what `form` captured. */
  title(parts: readonly (string | undefined)[]): string;
  meaning: string;
  /** What it is about; events with the same rule and subject are one finding. */
  subject?(parts: readonly (string | undefined)[]): string;
  /** What to do next; DEVICE stands for the subject. */
  next?: readonly string[] | ((parts: readonly (string | undefined)[]) => readonly string[]);
  /** Only worth a finding when it comes at least this often. */
  atLeast?: number;
}
