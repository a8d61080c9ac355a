import type { ConfigSyntax } from '../config-text.ts';

/** A device or program whose configurations are known by their own words. */
export interface ConfigKind {
  id: string;
  /** As people call it. */
  label: string;
  /** Only in these syntaxes; in all where it is absent. */
  syntaxes?: readonly ConfigSyntax[];
  /** The file's own name, without folders. It halves what the lines must show. */
  names?: RegExp;
  /** Each must stand somewhere in the beginning of the text. */
  marks?: readonly RegExp[];
  /** Lines of its vocabulary, and which share of all meaningful lines they must be. */
  lines?: { pattern: RegExp; share: number; least: number };
}
