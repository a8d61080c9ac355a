import { inAddress } from '#core/pages/values.ts';
import type { MarkPlace } from '../charts/mark-place.ts';
import { openDocuments } from '../investigator/evidence/open-documents.ts';
import type { ReadFile } from '../investigator/report.ts';
import { openLines } from '../lines/open-lines.ts';

export interface CitedRange {
  file: string;
  line_start: number;
  line_end: number;
}

export interface CitedPlaces {
  /** Address of the line viewer at these lines; undefined where the document is not one of the files'. */
  linkTo(range: CitedRange): string | undefined;
  /** For `name:12` and `name:12-14` as answers write them. */
  linkOf(place: string): string | undefined;
}

/** Where the lines an answer cites can be looked at. In a comparison, documents of one name are cited with their file. */
export function citedPlaces(files: readonly ReadFile[]): CitedPlaces {
  const { citedName } = openDocuments(files, openLines);
  const homes = new Map<string, { fileId: string; document: string }>();
  for (const [index, file] of files.entries()) {
    for (const { name } of file.reading.documents) {
      const cited = citedName(index, name);
      if (!homes.has(cited)) homes.set(cited, { fileId: file.id, document: name });
    }
  }
  const linkTo = ({ file, line_start, line_end }: CitedRange) => {
    const home = homes.get(file);
    return home && lineLink(home.fileId, home.document, line_start, line_end);
  };
  return {
    linkTo,
    linkOf(place) {
      const match = /^(.+):(\d{1,15})(?:-(\d{1,15}))?$/s.exec(place);
      if (!match) return undefined;
      const line_start = Number(match[2]);
      return linkTo({ file: match[1]!, line_start, line_end: match[3] ? Number(match[3]) : line_start });
    },
  };
}

export function lineLink(fileId: string, document: string, from: number, to = from): string {
  const range = to > from ? `&to=${to}` : '';
  return `/console/files/${fileId}/lines?document=${inAddress(document)}&line=${from}${range}#L${from}`;
}

/** A text from its beginning. */
export function textLink(fileId: string, document: string): string {
  return `/console/files/${fileId}/lines?document=${inAddress(document)}`;
}

/** What a mark of a chart is about: its lines, or those of its stretch of time. */
export function placeLink(fileId: string, place: MarkPlace): string {
  if ('line' in place) return lineLink(fileId, place.document, place.line, place.line_end);
  const level = place.level === undefined ? '' : `&level=${place.level}`;
  return `${textLink(fileId, place.document)}&from_ms=${place.from_ms}&to_ms=${place.to_ms}${level}`;
}
