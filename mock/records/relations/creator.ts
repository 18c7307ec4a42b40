/** A new record shows who created it, where the contract leaves that to the server. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { memoizePair } from '../../../spec/memoize.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { lastLiteral } from '../../../spec/resources/path-templates.ts';
import { successMedia } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { RecordContext } from '../collection.ts';
import type { SentRecord } from '../values/sent-record.ts';
import { type PersonProperty, personProperty } from './person-properties.ts';
import { hasOwnValue, personValue } from './person-values.ts';

/**
 * The user of the token, or else the first of the people who have records: the token of the mock itself is that of no
 * user. `schema`: that of the record in the response.
 */
export async function withCreator(
  context: RecordContext,
  record: JsonObject,
  { sent, schema }: { readonly sent: SentRecord; readonly schema: Schema | undefined },
): Promise<JsonObject> {
  const properties = schema === undefined ? [] : creatorProperties(context.resource, schema);
  const isOpen = ({ name }: CreatorProperty) =>
    !Object.hasOwn(sent.record, name) &&
    (sent.schema === undefined || declaredProperties(sent.schema).get(name)?.readOnly !== false);
  const open = properties.filter(isOpen);
  if (open.length === 0 || isExample(context.request.operation)) return record;
  const user = await context.request.actor?.();
  const person = user ?? (await firstPerson(context));
  // Without a user, optional properties stay away as before.
  const shown = user === undefined ? open.filter(({ name }) => Object.hasOwn(record, name)) : open;
  if (person === undefined) return record;
  const values = shown.flatMap(({ name, declared, property }): [string, Json][] => {
    const value = personValue(property, declared, { person, current: record[name] });
    return value === undefined ? [] : [[name, value]];
  });
  return { ...record, ...Object.fromEntries(values) };
}

export function hasCreator(resource: Resource, schema: Schema | undefined): boolean {
  return schema !== undefined && creatorProperties(resource, schema).length > 0;
}

interface CreatorProperty {
  readonly name: string;
  readonly declared: Schema;
  readonly property: PersonProperty;
}

const creatorProperties = memoizePair(({ collection }: Resource, schema: Schema): readonly CreatorProperty[] =>
  [...declaredProperties(schema)].flatMap(([name, declared]) => {
    const property = personProperty(name);
    // The `user` of a user is something else.
    const isOfPeople = /^(?:users|accounts|profiles)$/i.test(lastLiteral(collection));
    const isKnown = property?.isCreator === true && !(isOfPeople && !property.subject.endsWith('by'));
    return isKnown && !hasOwnValue(declared) ? [{ name, declared, property }] : [];
  }),
);

function isExample(operation: Operation): boolean {
  return (successMedia(operation)?.examples ?? []).length > 0;
}

async function firstPerson({ records, prefix, people }: RecordContext): Promise<JsonObject | undefined> {
  if (people === undefined) return undefined;
  const [first] = await records.list(`${prefix}${people.collection}`);
  return first?.value;
}
