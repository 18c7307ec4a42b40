/** Fills tokens and values of the user into a generated body, as far as its schema allows them. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { isPasswordName } from '../../spec/login/login-words.ts';
import type { UserView } from '../../spec/login/user-view.ts';
import { normalizeName } from '../../spec/model/name-parts.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { projectRecord } from '../records/projection.ts';

export interface FilledField {
  readonly path: readonly string[];
  readonly value: Json;
}

/** `body` must be valid; the result is valid too. */
export function fillFields(body: Json | undefined, fields: readonly FilledField[], schema: Schema): Json | undefined {
  if (body === undefined) return undefined;
  const whole = fields.reduce(withField, body);
  if (isValid(schema, whole, 'response')) return whole;
  return fields.reduce<Json>((valid, field) => {
    const next = withField(valid, field);
    return isValid(schema, next, 'response') ? next : valid;
  }, body);
}

/** Unchanged if the object that should contain it is missing. */
function withField(body: Json, { path: [name, ...rest], value }: FilledField): Json {
  if (name === undefined) return value;
  if (!isJsonObject(body)) return body;
  if (rest.length === 0) return { ...body, [name]: value };
  const inner = Object.hasOwn(body, name) ? body[name] : undefined;
  return inner === undefined ? body : { ...body, [name]: withField(inner, { path: rest, value }) };
}

export function valueAt(body: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) =>
      value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined,
    body,
  );
}

/** The fields that describe the user: all of the record, else the values with the same names. */
export function userFields(
  body: Json | undefined,
  { path, schema }: UserView,
  user: { readonly record: JsonObject | undefined; readonly values: JsonObject },
): readonly FilledField[] {
  const sample = valueAt(body, path);
  if (sample === undefined || !isJsonObject(sample)) return [];
  if (user.record !== undefined) {
    const shown = projectRecord(user.record, schema, sample);
    return shown === undefined
      ? []
      : [{ path, value: path.length === 0 && isJsonObject(shown) ? { ...sample, ...shown } : shown }];
  }
  const known = new Map(Object.entries(user.values).map(([name, value]) => [normalizeName(name), value]));
  return [...declaredProperties(schema)].flatMap(([name, part]): readonly FilledField[] => {
    const value = Object.hasOwn(user.values, name) ? user.values[name] : known.get(normalizeName(name));
    const isShown = value !== undefined && !part.writeOnly && !isPasswordName(name) && isValid(part, value, 'response');
    return isShown ? [{ path: [...path, name], value }] : [];
  });
}
