/** From a schema to what it demands. */
import { compareNumbers, jsonTypeOf } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { remembered } from '../../../../spec/remembered.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { allOf, anyOf } from './combine.ts';
import { anything, type Shape } from './shape.ts';
import { textRules } from './text-rules.ts';

/** Of a response: what is `writeOnly` is not demanded. Found once for a schema, which many ways may lead to. */
export const shapeOf: (schema: Schema) => Shape = remembered((schema: Schema): Shape => {
  const parts = schema.allOf.map(shapeOf);
  const groups = [schema.anyOf, schema.oneOf].filter((group) => group.length > 0);
  const shared = groups.map((group) => anyOf(group.filter(({ possible }) => possible).map(shapeOf)));
  return [...parts, ...shared].reduce(allOf, ownShape(schema));
});

function ownShape(schema: Schema): Shape {
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  const { items, prefixItems, minItems = 0 } = schema;
  return {
    types: schema.types ?? (values === undefined ? undefined : new Set(values.map(jsonTypeOf))),
    values,
    texts: textRules(schema),
    isNarrow: isNarrow(schema),
    required: new Map(
      [...schema.required].filter(isDemanded(schema)).map((name) => [name, part(schema, name)]),
    ),
    ...entriesOf(schema),
    items: items === undefined || prefixItems.length > 0 ? undefined : () => shapeOf(items),
    minItems,
  };
}

function isDemanded({ properties }: Schema): (name: string) => boolean {
  return (name) => properties.get(name)?.writeOnly !== true;
}

function part({ properties, additionalProperties, patternProperties }: Schema, name: string): () => Shape {
  const declared = properties.get(name);
  if (declared !== undefined) return () => shapeOf(declared);
  if (additionalProperties === undefined || patternProperties.length > 0) return () => anything;
  return () => shapeOf(additionalProperties);
}

function entriesOf(schema: Schema): Pick<Shape, 'entries' | 'entrySample'> {
  const { additionalProperties, properties, patternProperties } = schema;
  const isMap = properties.size === 0 && patternProperties.length === 0;
  if (!isMap || additionalProperties?.possible !== true)
    return { entries: undefined, entrySample: undefined };
  return {
    entries: () => shapeOf(additionalProperties),
    entrySample: () => sampleOf(additionalProperties, 'response', { optional: 'all' }),
  };
}

const NARROW = 10 ** 15;

function isNarrow({ format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): boolean {
  const range = integerRanges.get(format);
  const low = range?.min ?? minimum ?? exclusiveMinimum;
  const high = range?.max ?? maximum ?? exclusiveMaximum;
  if (low === undefined || high === undefined) return false;
  return compareNumbers(low, -NARROW) >= 0 && compareNumbers(high, NARROW) <= 0;
}
