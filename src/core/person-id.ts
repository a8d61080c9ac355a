/** Somebody in Slack as people write them: `U0123` in any workspace, `T0123:U0123` in that one. */
export interface WrittenPerson {
  team: string | undefined;
  user: string;
}

const written = /^(?:(T[A-Z0-9]{2,30}):)?([UW][A-Z0-9]{4,30})$/;

export function readPersonId(words: string): WrittenPerson | undefined {
  const [, team, user] = written.exec(words) ?? [];
  return user === undefined ? undefined : { team, user };
}

/** Whether one of the written ones is this person. */
export function isAmong(people: readonly string[], { team, user }: { team: string; user: string }): boolean {
  return people.includes(user) || people.includes(`${team}:${user}`);
}
