/** A valid body that differs from another one: by its texts, or by a value of another kind where it has no free text. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import { differentValue } from './alternative-values.ts';
import { withOrderedBounds } from './bound-pairs.ts';
import { freshenAll } from './freshen.ts';

/** Undefined where no other body is known. */
export function otherBody(value: Json, schema: Schema, fresh: FreshValues): Json | undefined {
  const freshened = freshenAll(value, schema, fresh);
  if (!isEqualJson(freshened, value)) return freshened;
  if (!isJsonObject(value)) return undefined;
  for (const [name, declared] of flattenSchema(schema).properties) {
    const current = value[name];
    const other = current === undefined || isKept(current, fresh) ? undefined : differentValue(current, declared);
    if (other === undefined) continue;
    const changed = withOrderedBounds({ ...value, [name]: other }, schema, [name]);
    if (isValid(schema, changed, 'request')) return changed;
  }
  return undefined;
}

/** The name of another record. */
function isKept(value: Json, { preservedNames }: FreshValues): boolean {
  return preservedNames?.has(value) === true;
}
