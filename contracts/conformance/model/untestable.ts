/** Parts of an operation that no implementation can keep. They are not tested, and the reason is reported. */
import { formatPlace, type Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isUnsatisfiable } from '../../lint/unsatisfiable.ts';

/** Why the operation is not tested at all; undefined if it is. */
export function reasonUntestable({ responses }: Operation): string | undefined {
  const statuses = responses.map(({ status }) => status);
  return statuses.length > 0 && statuses.every((status) => status === '405' || status === '501')
    ? `not tested: the contract declares only ${statuses.join(' and ')} for it, so that it declares no operation`
    : undefined;
}

/** What of the responses of an operation is not tested, and why; one line for each media type. */
export function untestableResponses({ responses }: Operation): readonly string[] {
  return responses.flatMap(({ status, content }) =>
    content
      .filter(({ schema }) => schema !== undefined && allowsNoResponse(schema))
      .map(
        ({ range, place }) =>
          `the bodies of ${status} (${range}) are not tested: no value satisfies their schema (${formatPlace(place)})`,
      ),
  );
}

/** Whether no body satisfies the schema; for a list, whether no item does. */
export function allowsNoResponse(schema: Schema): boolean {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  // Where a schema contains itself.
  cache.set(schema, false);
  const result =
    isUnsatisfiable(schema, 'response') ||
    requiresForbiddenName(schema) ||
    requiredParts(schema).some(allowsNoResponse);
  cache.set(schema, result);
  return result;
}

const cache = new WeakMap<Schema, boolean>();

/** `required: [token]` in a closed object that declares no `token`. */
function requiresForbiddenName({
  types,
  required,
  properties,
  patternProperties,
  additionalProperties,
}: Schema): boolean {
  if (types?.size !== 1 || !types.has('object') || additionalProperties?.isSatisfiable !== false) return false;
  return [...required].some(
    (name) => !properties.has(name) && !patternProperties.some(({ pattern }) => pattern.test(name)),
  );
}

function requiredParts(schema: Schema): readonly Schema[] {
  const { types, required, properties, items } = flattenSchema(schema);
  const isOnly = (type: 'object' | 'array') => types?.size === 1 && types.has(type);
  if (isOnly('array')) return items === undefined ? [] : [items];
  if (!isOnly('object')) return [];
  return [...(required ?? [])].flatMap((name) => properties?.get(name) ?? []);
}
