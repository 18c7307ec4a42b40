/** What a new record has where clients have not set anything yet. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, declaredTypes } from '../../../spec/model/schema-view.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isSetByServer } from './server-properties.ts';

/**
 * An empty list or null, if the schema allows that: a made-up assignee of a new ticket would be one whom no user has
 * chosen. Otherwise the generated `value`, also for properties that only the server sets.
 */
export function unsetValue(
  resource: Resource,
  shape: Schema | undefined,
  { name, value }: { readonly name: string; readonly value: Json },
): Json {
  const declared = shape && declaredProperties(shape).get(name);
  if (declared === undefined || isSetByServer(resource, name)) return value;
  const types = declaredTypes(declared);
  if (types.has('array') && isValid(declared, [], 'response')) return [];
  return types.has('null') && isValid(declared, null, 'response') ? null : value;
}
