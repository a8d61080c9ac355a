import type { JiraEvents } from './events.ts';
import type { JiraUser, Site } from './site.ts';

/** Version 2 speaks text where version 3 speaks ADF. */
export type ApiVersion = '2' | '3';

/** What the routes below `/rest/api/:version` answer from. */
export interface ApiOptions {
  site: Site;
  version: ApiVersion;
  /** Whose credentials the call carries. */
  caller: () => JiraUser;
  events: JiraEvents;
}
