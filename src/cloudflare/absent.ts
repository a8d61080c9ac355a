/**
 * Stands in a Worker's bundle for what Bolt and Zod load and this program never uses: servers, OAuth pages, Socket Mode,
 * schemas made from JSON. wrangler.toml names them.
 */
export const fromJSONSchema = undefined;
