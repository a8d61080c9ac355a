/** The workspaces the app is in, each with a token of its own. */
export interface Workspaces {
  /** The bot's token there; an empty name means the workspace of SLACK_BOT_TOKEN. Throws RemoteError where there is none. */
  tokenOf(team: string): Promise<string>;
  /** By team id; the one of SLACK_BOT_TOKEN by an empty name. */
  teams(): Promise<string[]>;
  /** Whether it is the one of SLACK_BOT_TOKEN. */
  isHome(team: string): Promise<boolean>;
}

/** One token, whichever workspace an event says it came from. */
export function singleWorkspace(botToken: string): Workspaces {
  return { tokenOf: async () => botToken, teams: async () => [''], isHome: async () => true };
}
