/**
 * Stands in a Worker's bundle for packages that Bolt loads and this program never uses: servers, OAuth pages and Socket
 * Mode. wrangler.toml names them.
 */
export {};
