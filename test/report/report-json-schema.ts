/** The published schema of the JSON report, as consumers hold reports against it, and as strict as the kit means it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export type Schema = Readonly<Record<string, unknown>>;

export const reportSchema: Schema = JSON.parse(
  readFileSync(new URL('../../contracts/report/schema/report.schema.json', import.meta.url), 'utf8'),
);

/** In words; none for a report that is valid. */
export const schemaErrors = createValidator(reportSchema);

/** The same, of a schema that allows nothing beyond what it names: consumers may see more, the kit writes no more. */
export const strictSchemaErrors = createValidator(closed(reportSchema));

/** The properties that the schema names, and those of them that a report has, as pointers into the schema. */
export function propertiesSeen(report: unknown) {
  const seen = new Set<string>();
  const ajv = new Ajv2020({ validateFormats: false, logger: false });
  ajv.addKeyword({ keyword: SEEN, validate: (pointer: string) => seen.add(pointer) !== undefined });
  ajv.validate(marked(reportSchema, ''), report);
  const named = objectsIn(reportSchema).flatMap(({ at, schema }) =>
    Object.keys(propertiesIn(schema)).map((name) => `${at}/properties/${name}`),
  );
  return { seen, named: new Set(named) };
}

const SEEN = 'x-seen';

/** With the pointer to it in every part. */
function marked(schema: Schema, at: string): Schema {
  const parts = Object.entries(schema).map(([key, part]) => [key, markedPart(part, `${at}/${key}`)] as const);
  return { ...Object.fromEntries(parts), ...(/\/properties\/[^/]+$/.test(at) ? { [SEEN]: at } : {}) };
}

function markedPart(part: unknown, at: string): unknown {
  if (Array.isArray(part)) return part.map((item, index) => markedPart(item, `${at}/${index}`));
  return isSchema(part) ? marked(part, at) : part;
}

/** Every object of the schema with the pointer to it, in the schema. */
export function objectsIn(part: unknown, at = ''): readonly { readonly at: string; readonly schema: Schema }[] {
  if (Array.isArray(part)) return part.flatMap((item, index) => objectsIn(item, `${at}/${index}`));
  if (!isSchema(part)) return [];
  const below = Object.entries(part).flatMap(([key, one]) => objectsIn(one, `${at}/${key}`));
  return [...(part['type'] === 'object' ? [{ at, schema: part }] : []), ...below];
}

export function propertiesIn(schema: Schema): Schema {
  return isSchema(schema['properties']) ? schema['properties'] : {};
}

function createValidator(schema: Schema): (report: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return (report) => {
    // As a file has it: what is undefined is not there.
    const data: unknown = JSON.parse(JSON.stringify(report));
    if (validate(data)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function closed(schema: Schema): Schema {
  const parts = Object.entries(schema).map(([key, part]) => [key, closedPart(part)] as const);
  const isOpen = 'properties' in schema && isSchema(schema['properties']) && schema['type'] === 'object';
  return { ...Object.fromEntries(parts), ...(isOpen ? { additionalProperties: false } : {}) };
}

function closedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closedPart);
  return isSchema(part) ? closed(part) : part;
}

export function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
