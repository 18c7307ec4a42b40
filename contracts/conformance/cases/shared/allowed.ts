/**
 * Whether the contract allows a body with one thing changed. Of a body that is valid, what is beside the change is valid
 * still: of an object with thousands of properties the others are not judged again for each.
 */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { remembered } from '../../../../spec/remembered.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { TwinBody } from '../../request/twin.ts';
import { type Path, removeAt, replaceAt, valueAt } from '../../request/values/sites.ts';

/** A place in a body. */
interface PlaceIn {
  readonly body: TwinBody;
  readonly path: Path;
}

/** With another value in this place. */
export function allows({ body, path }: PlaceIn, value: Json): boolean {
  const { holder, rest } = judgeOf(body, path);
  return isValid(holder.schema, replaceAt(holder.full, rest, value), 'request');
}

/** Without the property that is there. */
export function allowsWithout(place: PlaceIn): boolean {
  if (isNeeded(place)) return false;
  const { body, path } = place;
  const { holder, rest } = judgeOf(body, path.slice(0, -1));
  if (rest.length === 0 && countsNothing(holder.schema) && isAccepted(body)) return true;
  return isValid(holder.schema, removeAt(holder.full, [...rest, ...path.slice(-1)]), 'request');
}

/** A body without the property is refused, whatever else is in it. Where that takes more than a look, false. */
export function isNeeded({ body, path }: PlaceIn): boolean {
  const { holder, rest } = judgeOf(body, path.slice(0, -1));
  const name = String(path.at(-1));
  const { required, properties } = holder.schema;
  const isAsked = rest.length === 0 && required.has(name) && judgesPartsAlone(holder.schema);
  return isAsked && properties.get(name)?.readOnly === false;
}

/** No keyword but `required` minds that a property is gone. */
function countsNothing(schema: Schema): boolean {
  const { minProperties, dependentRequired } = schema;
  return minProperties === undefined && dependentRequired.size === 0 && judgesPartsAlone(schema);
}

type Holder = Pick<TwinBody, 'schema' | 'full'>;

/** The deepest value on the way whose own schema alone says whether a change within it is allowed. */
function judgeOf(body: TwinBody, path: Path): { readonly holder: Holder; readonly rest: Path } {
  return isAccepted(body) ? below(body, path) : { holder: body, rest: path };
}

function below(holder: Holder, path: Path): { readonly holder: Holder; readonly rest: Path } {
  const [name, ...rest] = path;
  if (typeof name === 'string' && judgesPartsAlone(holder.schema)) {
    const [own, part] = [holder.schema.properties.get(name), valueAt(holder.full, [name])];
    if (own?.readOnly === false && part !== undefined) return below({ schema: own, full: part }, rest);
  }
  return { holder, rest: path };
}

const isAccepted = remembered(({ schema, full }: TwinBody) => isValid(schema, full, 'request'));

/** No keyword of an object looks at what is in its properties but `properties`. */
function judgesPartsAlone(schema: Schema): boolean {
  const { allOf, anyOf, oneOf, patternProperties, dependentSchemas } = schema;
  const others = [schema.not, schema.if, schema.enum, schema.const, schema.unevaluatedProperties];
  return (
    [allOf, anyOf, oneOf, patternProperties].every(({ length }) => length === 0) &&
    dependentSchemas.size === 0 &&
    others.every((keyword) => keyword === undefined)
  );
}
