import type { Scene } from '../investigation.ts';

/** A name is said to be absent only where it stands in no line at all. */
export async function isSomewhere({ documents }: Scene, name: string): Promise<boolean> {
  for (const info of documents.infos.filter(({ lines }) => lines > 0).slice(0, 300)) {
    const document = await documents.open(info.name);
    const found = await document?.search({ all: [name], ignoreCase: true, limit: 1, enough: 1 });
    if (found !== undefined && found.total > 0) return true;
  }
  return false;
}
