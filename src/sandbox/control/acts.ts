import type { JiraStandIn } from '../jira/jira-stand-in.ts';
import type { AttachedFile } from '../jira/people.ts';
import type { SharedFile } from '../slack/people.ts';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';
import type { SlackUser } from '../slack/workspace.ts';

/** A file in JSON: as text, or its bytes in base64. */
interface WrittenFile {
  name: string;
  text?: string;
  base64?: string;
  mimetype?: string;
}

/** What people can do in Slack, by the name it has in an address. */
export function actsOnSlack({ people, workspace, views, install }: SlackStandIn) {
  type Act<Name extends keyof typeof people> = Parameters<(typeof people)[Name]>[0];
  return {
    async say({ files = [], ...act }: Omit<Act<'say'>, 'files'> & { files?: WrittenFile[] }) {
      const said = await people.say({ ...act, files: files.map(readFile) });
      return {
        ts: said.message.ts,
        permalink: said.permalink,
        files: said.files.map(({ id, name }) => ({ id, name })),
      };
    },
    edit: (act: Act<'edit'>) => people.edit(act),
    remove: ({ channel, ts }: { channel: string; ts: string }) => people.removeMessage(channel, ts),
    react: (act: Act<'react'>) => people.react(act),
    invite: (act: Act<'invite'>) => people.invite(act),
    command: (act: Act<'command'>) => people.command(act),
    press: (act: Act<'press'>) => people.press(act),
    'press-in-view': (act: Act<'pressInView'>) => people.pressInView(act),
    submit: (act: Act<'submit'>) => people.submit(act),
    close: (act: Act<'close'>) => people.close(act),
    shortcut: (act: Act<'shortcut'>) => people.shortcut(act),
    'global-shortcut': (act: Act<'globalShortcut'>) => people.globalShortcut(act),
    uninstall: () => install.uninstall(),
    'revoke-team': () => install.revokeTeam(),
    async 'open-home'(act: Act<'openHome'>) {
      await people.openHome(act);
      const home = views.homeOf(act.user);
      return home ? { view: views.show(home) } : {};
    },
    'add-user': (user: Partial<SlackUser> & { id: string }) => workspace.addUser(user),
    'add-channel'(given: Parameters<typeof workspace.addChannel>[0]) {
      const { id, name, kind } = workspace.addChannel(given);
      return { id, name, kind };
    },
  };
}

/** The same in Jira. */
export function actsOnJira({ people, site }: JiraStandIn) {
  type Act<Name extends keyof typeof people> = Parameters<(typeof people)[Name]>[0];
  const named = ({ id, key }: { id: string; key: string }) => ({ id, key });
  return {
    async 'create-issue'({ files = [], ...act }: Omit<Act<'createIssue'>, 'files'> & { files?: WrittenFile[] }) {
      return named(await people.createIssue({ ...act, files: files.map(readFile) }));
    },
    async attach({ files, ...act }: Omit<Act<'attach'>, 'files'> & { files: WrittenFile[] }) {
      const attachments = await people.attach({ ...act, files: files.map(readFile) });
      return attachments.map(({ id, filename }) => ({ id, filename }));
    },
    async comment(act: Act<'comment'>) {
      return { id: (await people.comment(act)).id };
    },
    'edit-comment': (act: Act<'editComment'>) => people.editComment(act),
    'remove-comment': ({ comment }: { comment: string }) => people.removeComment(comment),
    edit: (act: Act<'edit'>) => people.edit(act),
    label: (act: Act<'label'>) => people.label(act),
    transition: (act: Act<'transition'>) => people.transition(act),
    detach: (act: Act<'detach'>) => people.detach(act),
    move: (act: Act<'move'>) => named(people.move(act)),
    'remove-issue': (act: Act<'removeIssue'>) => people.removeIssue(act),
    'add-user': (user: Parameters<typeof site.addUser>[0]) => site.addUser(user),
    'add-project': (project: Parameters<typeof site.addProject>[0]) => site.addProject(project),
  };
}

function readFile({ name, text = '', base64, mimetype }: WrittenFile): SharedFile & AttachedFile {
  const bytes = base64 === undefined ? text : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return { name, bytes, ...(mimetype === undefined ? {} : { mimetype, mimeType: mimetype }) };
}
