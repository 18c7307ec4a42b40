/** Schemas that allow anything. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { type Contract, isJsonType, type MediaType } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type LintProblem, type LintRule, uniqueByPlace } from '../lint-rule.ts';
import { combinedSchemas } from '../schemas/collect-schemas.ts';
import { collectRoots } from '../schemas/root-schemas.ts';
import { collectLocations } from '../schemas/schema-locations.ts';

export const valueConstrained: LintRule = {
  id: 'value-constrained',
  severity: 'warning',
  invariant: 'every value within a body or parameter is constrained, or explicitly allows anything',
  title: 'A part of a body accepts everything',
  why: 'This part is not checked, and generated clients get an untyped value. Declare its properties, items or type. If anything is allowed, say so: additionalProperties: true for objects, items: {} for arrays, a description for any value.',
  references: 'OpenAPI, Schema Object; JSON Schema Core 2020-12, section 4.3.2 (the empty schema)',
  maxFindings: 1,
  problems(contract) {
    // body-constrained reports whole bodies.
    const bodyPointers = new Set(collectRoots(contract).map(({ schema }) => schema.place.pointer));
    const unconstrained = collectLocations(contract).flatMap(({ subject, name, flat }) => {
      const received = bodyPointers.has(flat.place.pointer) ? undefined : describeUnconstrainedPart(flat);
      const expected = `a schema that describes ${name}`;
      return received === undefined ? [] : [{ subject, name, place: flat.place, expected, received }];
    });
    return uniqueByPlace(unconstrained);
  },
};

function describeUnconstrainedPart(flat: Schema): string | undefined {
  if (flat.not !== undefined || flat.if !== undefined || flat.enum !== undefined) return undefined;
  if (flat.const !== undefined || !flat.isSatisfiable) return undefined;
  const types = [...(flat.types ?? [])].filter((type) => type !== 'null');
  if (types.length === 0) return isProperty(flat) && flat.keywordLines.size === 0 ? 'any value' : undefined;
  if (types.length > 1) return undefined;
  if (types[0] === 'object') return isUnconstrainedObject(flat) ? 'any object' : undefined;
  return types[0] === 'array' && isUnconstrainedArray(flat) ? 'any array' : undefined;
}

/** An explicit `additionalProperties: {}` or `items: {}` is deliberate; in an OpenAPI 3.1 form, `{}` is a file. */
function isProperty({ place: { pointer } }: Schema): boolean {
  return /\/properties\/[^/]+$/.test(pointer) && !pointer.includes('/multipart~1');
}

function isUnconstrainedObject({ properties, patternProperties, required, ...flat }: Schema): boolean {
  const { additionalProperties, unevaluatedProperties, propertyNames, minProperties } = flat;
  const constraints = [additionalProperties, unevaluatedProperties, propertyNames, minProperties];
  const hasNoProperties = properties.size + patternProperties.length + required.size === 0;
  return hasNoProperties && constraints.every((one) => one === undefined);
}

function isUnconstrainedArray({ items, prefixItems, contains, unevaluatedItems }: Schema): boolean {
  return prefixItems.length === 0 && [items, contains, unevaluatedItems].every((one) => one === undefined);
}

export const bodyConstrained: LintRule = {
  id: 'body-constrained',
  severity: 'warning',
  invariant: 'every JSON body has a schema that rejects some JSON',
  title: 'A schema accepts everything',
  why: 'No value violates this schema, so the body is not checked. Declare type, properties and required; for an object with arbitrary keys, set additionalProperties to the schema of their values.',
  references: 'OpenAPI, Media Type Object (schema) and Schema Object',
  *problems(contract) {
    for (const body of jsonBodies(contract)) yield* checkBody(body);
  },
};

interface JsonBody {
  readonly subject: string;
  readonly name: string;
  readonly direction: Direction;
  readonly media: MediaType;
}

/** error-has-schema reports errors without a schema. */
function jsonBodies({ operations }: Contract): readonly JsonBody[] {
  return operations.flatMap(({ id: subject, requestBody, responses }) =>
    [
      ...(requestBody?.content ?? []).map(
        (media): JsonBody => ({ subject, name: 'the request', direction: 'request', media }),
      ),
      ...responses
        .flatMap(({ status, content }) => content.map((media) => ({ status, media })))
        .filter(({ status, media }) => media.schema !== undefined || !/^[45]/.test(status))
        .map(({ status, media }): JsonBody => ({ subject, name: `${status}`, direction: 'response', media })),
    ].filter(({ media }) => isJsonType(media.range)),
  );
}

function* checkBody({ subject, name, direction, media }: JsonBody): Generator<LintProblem> {
  const { schema } = media;
  if (schema === undefined) {
    yield { subject, place: media.place, expected: `a schema for the body of ${name}`, received: 'none' };
    return;
  }
  const unconstrained = describeUnconstrained(schema, direction);
  const expected = `a schema that describes the body of ${name}`;
  if (unconstrained !== undefined) yield { subject, place: schema.place, expected, received: unconstrained };
}

function describeUnconstrained(schema: Schema, direction: Direction): string | undefined {
  if (sampleValues.every((value) => isValid(schema, value, direction))) return 'a schema that accepts any JSON';
  const isOpen = sampleObjects.every((value) => isValid(schema, value, direction)) && !isMap(schema);
  if (isOpen && !hasProperties(schema)) return 'a schema that accepts any object';
  const acceptsAnyArray = sampleArrays.every((value) => isValid(schema, value, direction));
  return acceptsAnyArray ? 'a schema that accepts any array' : undefined;
}

const sampleValues: readonly Json[] = [null, true, 7, -0.5, 'text', [], [7, 'text'], {}, { unlikely: 7 }];

const sampleObjects: readonly Json[] = [{}, { unlikely: 7 }, { unlikely: 'text' }, { unlikely: [{}], other: null }];

const sampleArrays: readonly Json[] = [[], [7], ['text', null, {}], [[true]]];

/** An explicit `additionalProperties` is deliberate, also `true`. */
function isMap(schema: Schema): boolean {
  return allCombinedSchemas(schema).some(({ additionalProperties }) => additionalProperties !== undefined);
}

function hasProperties(schema: Schema): boolean {
  return allCombinedSchemas(schema).some(({ properties }) => properties.size > 0);
}

function allCombinedSchemas(schema: Schema): readonly Schema[] {
  return [...combinedSchemas(schema, ['allOf', 'anyOf', 'oneOf'])];
}
