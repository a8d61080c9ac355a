/** By the names of variables. */
export type Settings = Record<string, string>;

/** What `logtriage setup` writes, and every command reads where it runs. */
export const settingsFile = 'logtriage.env';
