/**
 * Whether the contract allows a body with one change. In a valid body everything outside the change stays valid: the
 * other properties of a large object are not validated again for each change.
 */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { memoize } from '../../../../spec/memoize.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import { type Path, removeAt, replaceAt, valueAt } from '../../request/values/value-locations.ts';

/** A position in a body. */
interface BodyPosition {
  readonly body: BaselineBody;
  readonly path: Path;
}

/** Whether the body is valid with another value at this position. */
export function allowsValue({ body, path }: BodyPosition, value: Json): boolean {
  const { holder, rest } = deepestValidator(body, path);
  return isValid(holder.schema, replaceAt(holder.full, rest, value), 'request');
}

/** Whether the body is valid without the property at this position. */
export function allowsRemoval(position: BodyPosition): boolean {
  if (isRequired(position)) return false;
  const { body, path } = position;
  const { holder, rest } = deepestValidator(body, path.slice(0, -1));
  if (rest.length === 0 && allowsAnyRemoval(holder.schema) && isBodyValid(body)) return true;
  return isValid(holder.schema, removeAt(holder.full, [...rest, ...path.slice(-1)]), 'request');
}

/** Whether a body without the property is always invalid; false where that cannot be read off the schema. */
export function isRequired({ body, path }: BodyPosition): boolean {
  const { holder, rest } = deepestValidator(body, path.slice(0, -1));
  const name = String(path.at(-1));
  const { required, properties } = holder.schema;
  const isListedAsRequired = rest.length === 0 && required.has(name) && validatesPropertiesSeparately(holder.schema);
  return isListedAsRequired && properties.get(name)?.readOnly === false;
}

/** Only the keyword `required` depends on the presence of a property. */
function allowsAnyRemoval(schema: Schema): boolean {
  const { minProperties, dependentRequired } = schema;
  return minProperties === undefined && dependentRequired.size === 0 && validatesPropertiesSeparately(schema);
}

type SchemaAndValue = Pick<BaselineBody, 'schema' | 'full'>;

/** The deepest value on the path whose schema alone determines whether a change inside it is allowed. */
function deepestValidator(body: BaselineBody, path: Path): { readonly holder: SchemaAndValue; readonly rest: Path } {
  return isBodyValid(body) ? descend(body, path) : { holder: body, rest: path };
}

function descend(holder: SchemaAndValue, path: Path): { readonly holder: SchemaAndValue; readonly rest: Path } {
  const [name, ...rest] = path;
  if (typeof name === 'string' && validatesPropertiesSeparately(holder.schema)) {
    const [partSchema, part] = [holder.schema.properties.get(name), valueAt(holder.full, [name])];
    if (partSchema?.readOnly === false && part !== undefined) return descend({ schema: partSchema, full: part }, rest);
  }
  return { holder, rest: path };
}

const isBodyValid = memoize(({ schema, full }: BaselineBody) => isValid(schema, full, 'request'));

/** Only the keyword `properties` of the schema depends on the contents of properties. */
function validatesPropertiesSeparately(schema: Schema): boolean {
  const { allOf, anyOf, oneOf, patternProperties, dependentSchemas } = schema;
  const others = [schema.not, schema.if, schema.enum, schema.const, schema.unevaluatedProperties];
  return (
    [allOf, anyOf, oneOf, patternProperties].every(({ length }) => length === 0) &&
    dependentSchemas.size === 0 &&
    others.every((keyword) => keyword === undefined)
  );
}
