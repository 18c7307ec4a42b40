/** Schemas that stand where Swagger 2.0 has them: in a parameter, a header or a response itself. */
import { isJsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import { schemaOfPart, serializationOf } from '../swagger2/convert-parameter.ts';
import type { RepairRule } from './repair-rule.ts';

const schemaKeys: ReadonlySet<string> = new Set([
  ...['type', 'format', 'items', 'default', 'enum', 'multipleOf', 'pattern', 'maximum', 'exclusiveMaximum', 'minimum'],
  ...['exclusiveMinimum', 'maxLength', 'minLength', 'maxItems', 'minItems', 'uniqueItems', 'collectionFormat'],
]);

/** The type of a parameter or header without a schema. */
export const withOwnSchema: RepairRule = (part, pointer, { report, move }) => {
  if (part['type'] === undefined || part['schema'] !== undefined || part['content'] !== undefined) return part;
  report(joinPointer(pointer, 'type'), '"type" beside a missing "schema"', 'it is read as its schema; move it there');
  move(joinPointer(pointer, 'schema'), pointer);
  const rest = Object.fromEntries(Object.entries(part).filter(([key]) => !schemaKeys.has(key)));
  // OpenAPI 3 has another default for lists.
  const serialization = part['collectionFormat'] === undefined ? {} : serializationOf(part);
  return { ...rest, ...serialization, schema: schemaOfPart(part) };
};

/** The schema of a response or request body without content. */
export function withContent(kind: 'response' | 'request body'): RepairRule {
  return (part, pointer, { report, move }) => {
    const { schema, content, ...rest } = part;
    if (schema === undefined || !isJsonObject(schema) || content !== undefined) return part;
    const at = joinPointer(pointer, 'schema');
    report(at, `"schema" in a ${kind}`, 'it is read as that of application/json; move it to "content"');
    move(['content', JSON_TYPE, 'schema'].reduce(joinPointer, pointer), at);
    return { ...rest, content: { [JSON_TYPE]: { schema } } };
  };
}

/** A request body without content says nothing about it. */
export const withAnyContent: RepairRule = (body, pointer, { report }) => {
  if (body['content'] !== undefined) return body;
  report(pointer, 'a request body without "content"', 'any content is allowed; declare its media types');
  return { ...body, content: {} };
};

const JSON_TYPE = 'application/json';
