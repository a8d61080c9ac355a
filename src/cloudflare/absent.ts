/**
 * Stands in a Worker's bundle for what its packages load and this program never uses: Bolt's servers, OAuth pages and
 * Socket Mode, Zod's compiler, JSON schemas, schemas made of others and memoizer, markdown-it's search for bare links. wrangler.toml names them. What
 * they export is named here where another module imports it.
 */
/** Zod takes none for one that does nothing. */
export const memoizer = () => undefined;
export const fromJSONSchema = undefined;
export const JSONSchemaGenerator = undefined;
export const toJSONSchema = undefined;
export const createToJSONSchemaMethod = undefined;
export const createStandardJSONSchemaMethod = undefined;
export const INVALID = undefined;
export const compile = undefined;
export const withParser = undefined;
export const deepPartial = undefined;
export const input = undefined;
export const output = undefined;
export const ZodCompileAsyncError = undefined;
export const ZodCompileUnsupportedError = undefined;
export class LinkifyIt {}
