/** Names that follow from others: `fullName` and `initials` of `firstName` and `lastName`. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredTypes } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isSetByServer } from '../values/server-properties.ts';

/**
 * Unchanged where clients set the names themselves. `old`: the record before a change; what did not follow from its other
 * names, such as that of `Dr. Ada Lovelace`, stays as it is.
 */
export function withFullNames(resource: Resource, record: JsonObject, old: JsonObject | undefined): JsonObject {
  const following = followingNames(resource).flatMap(({ name, schema, follow }): [string, string][] => {
    const value = follow(record);
    const isFree = old === undefined || old[name] === follow(old);
    return isFree && value !== undefined && isValid(schema, value, 'response') ? [[name, value]] : [];
  });
  return following.length === 0 ? record : { ...record, ...Object.fromEntries(following) };
}

interface FollowingName {
  readonly name: string;
  readonly schema: Schema;
  readonly follow: (record: JsonObject) => string | undefined;
}

const followingNames = memoize((resource: Resource): readonly FollowingName[] => {
  const texts = [...mergedProperties(resource.responseSchemas)].filter(([, schema]) =>
    declaredTypes(schema).has('string'),
  );
  const named = (pattern: RegExp) => texts.map(([name]) => name).find((name) => pattern.test(lettersOf(name)));
  const [first, last] = [named(/^(?:firstname|givenname)$/), named(/^(?:lastname|familyname|surname)$/)];
  if (first === undefined || last === undefined) return [];
  return texts.flatMap(([name, schema]): FollowingName[] => {
    const join = joins.find(({ names }) => names.test(lettersOf(name)))?.join;
    if (join === undefined || !isSetByServer(resource, name)) return [];
    return [{ name, schema, follow: (record) => joinNames(record[first], record[last], join) }];
  });
});

type Join = (first: string, last: string) => string;

const joins: readonly { readonly names: RegExp; readonly join: Join }[] = [
  { names: /^(?:fullname|displayname|name)$/, join: (first, last) => `${first} ${last}` },
  { names: /^initials$/, join: (first, last) => `${initial(first)}${initial(last)}` },
];

function joinNames(first: JsonObject[string] | undefined, last: JsonObject[string] | undefined, join: Join) {
  const areTexts = typeof first === 'string' && typeof last === 'string' && first !== '' && last !== '';
  return areTexts ? join(first, last) : undefined;
}

function initial(name: string): string {
  return [...name][0]?.toUpperCase() ?? '';
}
