const ofAll =
  /^(?:device|box|machine|server|host|system|site|web|web ?site|apps?|application|service|phone|board|unit|cluster|environment|product|platform|program|software|hardware|setup|target)s?$/i;

/** What people call the whole that a file is of, whatever its lines call it. */
export function isOfWhole(word: string): boolean {
  return ofAll.test(word);
}
