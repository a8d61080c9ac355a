/** Loaded with the first call: jira.js is more than a thousand files, and nothing is acknowledged while they load. */
export const jiraCalls = () => import('./cloud-calls.ts');
