/** The workspaces the app is in, each with a token of its own. */
export interface Workspaces {
  /** The bot's token there; an empty name means the workspace of SLACK_BOT_TOKEN. Throws RemoteError where there is none. */
  tokenOf(team: string): Promise<string>;
  /** By team id; the one of SLACK_BOT_TOKEN by an empty name. */
  teams(): Promise<string[]>;
  /** Whether two names mean one workspace, or workspaces of one organisation: ids of the one mean the same in the other. */
  areOne(team: string, other: string): Promise<boolean>;
  /** Whether the operator chose it: a stranger's workspace may give out any e-mail address. */
  isChosen(team: string): Promise<boolean>;
}

/** One token, whichever workspace an event says it came from. */
export function singleWorkspace(botToken: string): Workspaces {
  return {
    tokenOf: async () => botToken,
    teams: async () => [''],
    areOne: async () => true,
    isChosen: async () => true,
  };
}
