import type { JiraStandIn } from '../jira/jira-stand-in.ts';
import { viewIssue } from '../jira/views.ts';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';

/** Everything there is to see of the workspace, and what the bot asked of it. */
export function showSlack({ workspace, views, calls, unexpected, bot }: SlackStandIn) {
  return {
    bot: { userId: bot.userId, botId: bot.botId, scopes: [...bot.scopes] },
    users: [...workspace.users.values()],
    channels: [...workspace.channels.values()].map(({ members, ...channel }) => ({
      ...channel,
      members: [...members],
    })),
    threads: [...workspace.threadSigns].map(([place, signs]) => ({ place, ...signs })),
    files: [...workspace.files.values()].map(({ bytes, ...file }) => file),
    screens: [...workspace.users.keys()].map((user) => {
      const home = views.homeOf(user);
      return { user, home: home && views.show(home), modals: views.modalsOf(user).map(views.show) };
    }),
    calls,
    unexpected,
  };
}

/** The same of the site. */
export function showJira({ site, calls, unexpected, bot }: JiraStandIn) {
  const version = site.deployment === 'cloud' ? '3' : '2';
  return {
    bot: { accountId: bot.accountId },
    projects: [...site.projects.values()],
    issues: [...site.issues.values()].map((issue) => ({
      ...viewIssue(site, issue, version, { properties: ['*all'], expand: ['changelog'] }),
      comments: issue.comments.map(({ id, author, body, isPublic, visibility, properties }) => ({
        id,
        author: author.accountId,
        body,
        isPublic,
        visibility,
        properties,
      })),
    })),
    calls,
    unexpected,
  };
}
