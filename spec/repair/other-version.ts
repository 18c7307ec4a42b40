/** Keywords of a schema that are written as another version of OpenAPI, or Swagger 2.0, writes them. */
import { isJsonArray, isNumeric, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairRule } from './repair-rule.ts';

const bounds = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** The type `null` of 3.1, which generators also write in documents of 3.0: alone, or beside one other type. */
export const withNullable: RepairRule = (schema, pointer, { openapi, report }) => {
  const { type, ...rest } = schema;
  const types = type !== undefined && isJsonArray(type) ? type : [type ?? ''];
  const [other, ...more] = types.filter((one) => one !== 'null');
  if (openapi !== '3.0' || !types.includes('null') || more.length > 0) return schema;
  report(joinPointer(pointer, 'type'), 'the type "null" in OpenAPI 3.0', 'it is read as in 3.1; write nullable: true');
  return other === undefined ? { ...rest, enum: [null] } : { ...rest, type: other, nullable: true };
};

/** A flag, as in OpenAPI 3.0, where 3.1 has the bound itself. */
export const withNumericBounds: RepairRule = (schema, pointer, { openapi, report }) => {
  if (openapi !== '3.1') return schema;
  return bounds.reduce<JsonObject>((part, [bound, key]) => {
    const { [key]: isExclusive, ...rest } = part;
    if (typeof isExclusive !== 'boolean') return part;
    report(
      joinPointer(pointer, key),
      `${isExclusive} as "${key}" in OpenAPI 3.1`,
      `it is read as in 3.0; write ${isExclusive ? `the bound as ${key}, without ${bound}` : `${bound} alone`}`,
    );
    const { [bound]: limit = null, ...others } = rest;
    return isExclusive && isNumeric(limit) ? { ...others, [key]: limit } : rest;
  }, schema);
};

/** The name of the property, as in Swagger 2.0. */
export const withDiscriminatorObject: RepairRule = (schema, pointer, { openapi, report }) => {
  const { discriminator } = schema;
  if (openapi !== '3.0' || typeof discriminator !== 'string') return schema;
  const effect = 'it is read as its "propertyName"; write an object with that key';
  report(joinPointer(pointer, 'discriminator'), 'a text as "discriminator"', effect);
  return { ...schema, discriminator: { propertyName: discriminator } };
};
