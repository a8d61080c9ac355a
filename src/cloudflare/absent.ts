/**
 * Stands in a Worker's bundle for what Bolt and Zod load and this program never uses: servers, OAuth pages, Socket Mode,
 * Zod's compiler and schemas made from JSON. wrangler.toml names them; what they export, some module exports again.
 */
export const fromJSONSchema = undefined;
export const JSONSchemaGenerator = undefined;
export const INVALID = undefined;
export const compile = undefined;
export const withParser = undefined;
export const ZodCompileAsyncError = undefined;
export const ZodCompileUnsupportedError = undefined;
