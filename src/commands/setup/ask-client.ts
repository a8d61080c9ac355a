import type { Dialog } from './dialog.ts';
import { problemOfKey } from './read-answer.ts';
import { put, type Settings } from './settings-file.ts';

/** Asks for the id and the secret of an OAuth app. `words`: what its vendor calls them, and where they are shown. */
export async function askClient(
  dialog: Dialog,
  settings: Settings,
  vendor: 'SLACK' | 'JIRA',
  words: { id: string; secret: string },
): Promise<void> {
  const [idVariable, secretVariable] = [`${vendor}_CLIENT_ID`, `${vendor}_CLIENT_SECRET`] as const;
  const id = await dialog.ask({ words: words.id, usual: settings[idVariable] });
  const secret = await dialog.ask({
    words: words.secret,
    usual: settings[secretVariable],
    isSecret: true,
    problem: problemOfKey,
  });
  put(settings, idVariable, id);
  put(settings, secretVariable, secret);
}
