/** Where the items of a collection have a shorter path, a property of theirs may name the parent of the longer one. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { toPathText } from '../../../spec/resources/path-templates.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Collection } from '../collection.ts';

type NestedCollection = Pick<Collection, 'nesting' | 'parents' | 'resource'>;

/** `POST /albums/7/photos` creates a photo with the `albumId` 7. */
export function withParentReference(collection: NestedCollection, record: JsonObject): JsonObject {
  return { ...record, ...parentReference(collection) };
}

/** A photo that is given for `/albums/7/photos` has the `albumId` 7, unless it names another album. */
export function withMissingReference(collection: NestedCollection, record: Json): Json {
  return isJsonObject(record) ? { ...parentReference(collection), ...record } : record;
}

/** One property, or none. */
function parentReference({ nesting, parents, resource }: NestedCollection): JsonObject {
  const { reference } = nesting ?? {};
  const schema = reference === undefined ? undefined : mergedProperties(resource.responseSchemas).get(reference);
  if (reference === undefined || schema === undefined) return {};
  const text = toPathText(parents.at(-1) ?? '');
  const number = /^\d{1,15}$/.test(text) ? [Number(text)] : [];
  const id = [text, ...number].find((value) => isValid(schema, value, 'response'));
  return id === undefined ? {} : { [reference]: id };
}
