import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';

// The file names a draft of JSON Schema that the checker does not know by name; it uses nothing special to it.
const path = createRequire(import.meta.url).resolve('@atlaskit/adf-schema/dist/json-schema/v1/full.json');
const { $schema: _, ...schema } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: false });
const validate = ajv.compile(schema);

/** Why Atlassian's own schema of its documents refuses this one; an empty text: it does not. */
export function adfErrors(document: unknown): string {
  return validate(document) ? '' : ajv.errorsText(validate.errors);
}
