import * as calls from './cloud-calls.ts';

/** In place of those loaded late: a Worker's bundle is one file, and what is loaded late cannot be left out of it in parts. */
export const jiraCalls = async () => calls;
