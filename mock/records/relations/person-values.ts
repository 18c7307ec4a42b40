/** What the properties of a record show of the people that they are about. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties } from '../../../spec/model/schema-view.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { propertyWords } from '../../made-up/property-words.ts';
import { projectValue } from '../projection.ts';
import { type PersonProperty, personProperty } from './person-properties.ts';

/** The value of a property about the person; undefined if the schema allows none. `current`: its value until now. */
export function personValue(
  { shows, subject }: PersonProperty,
  schema: Schema,
  { person, current }: { readonly person: JsonObject; readonly current: Json | undefined },
): Json | undefined {
  if (isJsonObject(current) || declaredProperties(schema).size > 0)
    return shows === 'any' ? personObject(schema, person, current) : undefined;
  const id = idOf(person);
  const [names, email] = [namesOf(person), textAt(person, 'email') ?? textAt(person, 'emailaddress')];
  const texts = subject.endsWith('by') ? [id, email, ...names] : [...names, email, id];
  const candidates = { id: [id], name: names, email: [email], any: texts }[shows];
  return candidates.find((value): value is Json => value !== undefined && isValid(schema, value, 'response'));
}

/**
 * The record with the values of the people whose identifiers it has: the `name` of `author: { id, name }`, and
 * `authorName` beside `authorId`. What the contract itself gives stays.
 */
export function withPersonValues(
  record: JsonObject,
  schema: Schema,
  findPerson: (id: Json, property: PersonProperty) => JsonObject | undefined,
): JsonObject {
  const properties = [...declaredProperties(schema)].flatMap(([name, declared]) => {
    const property = personProperty(name);
    const current = Object.hasOwn(record, name) ? record[name] : undefined;
    return property === undefined || current === undefined || current === null || hasOwnValue(declared)
      ? []
      : [{ name, declared, property, current }];
  });
  const ids = new Map(
    properties.flatMap(({ property: { shows, subject }, current }) =>
      shows === 'id' && typeof current !== 'object' ? [[subject, current] as const] : [],
    ),
  );
  const shown = properties.flatMap(({ name, declared, property, current }): [string, Json][] => {
    if (property.shows === 'id') return [];
    const id = ids.get(property.subject) ?? (isJsonObject(current) ? idOf(current) : undefined);
    const person = id === undefined ? undefined : findPerson(id, property);
    const value = person && personValue(property, declared, { person, current });
    return value === undefined ? [] : [[name, value]];
  });
  return shown.length === 0 ? record : { ...record, ...Object.fromEntries(shown) };
}

/** Whether the contract gives values for the property, also in its parts: such values are never replaced. */
export function hasOwnValue(schema: Schema): boolean {
  const parts = [schema, ...declaredProperties(schema).values()].flatMap(composedSchemas);
  return parts.some(
    ({ examples, default: fallback, enum: values, const: fixed }) =>
      examples.length > 0 || fallback !== undefined || values !== undefined || fixed !== undefined,
  );
}

function personObject(schema: Schema, person: JsonObject, current: Json | undefined): Json | undefined {
  const [fullName] = namesOf(person);
  const entries = [...declaredProperties(schema)].flatMap(([name, part]): [string, Json][] => {
    const words = propertyWords(name).join('');
    const own = Object.hasOwn(person, name) ? person[name] : textAt(person, words);
    const value = /^(?:user)?id$/.test(words) ? idOf(person) : (own ?? (isFullName(words) ? fullName : undefined));
    return value !== undefined && isValid(part, value, 'response') ? [[name, value]] : [];
  });
  const before = current !== undefined && isJsonObject(current) ? current : {};
  const value = projectValue(schema, { ...before, ...Object.fromEntries(entries) });
  return entries.length > 0 && isValid(schema, value, 'response') ? value : undefined;
}

function idOf(person: JsonObject): Json | undefined {
  return ['id', 'userId', 'user_id', 'uuid', 'sub'].map((name) => person[name]).find((value) => value !== undefined);
}

/** The best first. */
function namesOf(person: JsonObject): readonly string[] {
  const parts = [textAt(person, 'firstname'), textAt(person, 'lastname')].filter((part) => part !== undefined);
  const joined = parts.length === 0 ? undefined : parts.join(' ');
  const whole = ['name', 'fullname', 'displayname'].map((words) => textAt(person, words));
  return [...whole, joined, textAt(person, 'username')].filter((name) => name !== undefined);
}

function isFullName(words: string): boolean {
  return /^(?:full|display)?name$/.test(words);
}

function textAt(person: JsonObject, words: string): string | undefined {
  const found = Object.entries(person).find(([name]) => propertyWords(name).join('') === words)?.[1];
  return typeof found === 'string' && found !== '' ? found : undefined;
}
