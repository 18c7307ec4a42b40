/** How the records of a resource relate to others: the children that they count, and the records that they can embed. */
import { memoizePair } from '../../../spec/memoize.ts';
import type { Contract, Parameter } from '../../../spec/model/contract.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, declaredTypes } from '../../../spec/model/schema-view.ts';
import { findReferencedResource } from '../../../spec/resources/foreign-keys.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import { isObjectLike } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { findNamedResources, findRecordNestings } from '../record-resources.ts';
import { type ChildCount, findCount, type NamedSchema } from './child-counts.ts';
import { findShownReferences, type ShownReference } from './shown-references.ts';

/** `author` by `authorId`. */
export interface Embed {
  readonly name: string;
  readonly schema: Schema;
  readonly reference: string;
  readonly resource: Resource;
}

export interface Relations {
  readonly counts: readonly ChildCount[];
  readonly embeds: readonly Embed[];
  readonly shownReferences: readonly ShownReference[];
}

/** Records below a parent whose items have a shorter path have the relations of that one. */
export const findRelations = memoizePair((contract: Contract, resource: Resource): Relations => {
  const nesting = findRecordNestings(contract).find(({ nested }) => nested === resource);
  const resources = findNamedResources(contract);
  if (nesting !== undefined)
    return {
      ...findRelations(contract, nesting.shallow),
      shownReferences: findShownReferences(resource, resources),
    };
  const properties = [...mergedProperties(resource.responseSchemas)];
  return {
    counts: properties.flatMap(([name, schema]) => findCount(resource, { name, schema }, resources) ?? []),
    embeds: properties.flatMap(([name, schema]) => findEmbed({ name, schema }, properties, resources) ?? []),
    shownReferences: findShownReferences(resource, resources),
  };
});

function findEmbed(
  { name, schema }: NamedSchema,
  properties: readonly (readonly [string, Schema])[],
  resources: readonly Resource[],
): Embed | undefined {
  if (!declaredTypes(schema).has('object') || !isObjectLike(schema)) return undefined;
  const reference = properties.map(([one]) => one).find((one) => lettersOf(one) === `${lettersOf(name)}id`);
  if (reference === undefined) return undefined;
  const resource = findReferencedResource([reference], resources) ?? resourceWithSchema(schema, resources);
  return resource === undefined || parameterNames(resource.collection).length > 0
    ? undefined
    : { name, schema, reference, resource };
}

/** An `author` is a user, if it has the schema of users, or if only users have its properties. */
function resourceWithSchema(schema: Schema, resources: readonly Resource[]): Resource | undefined {
  const readable = resources.filter(
    ({ roles, collection }) => roles.has('read') && parameterNames(collection).length === 0,
  );
  const shared = readable.filter(({ responseSchemas }) =>
    responseSchemas.some(({ place }) => place.file === schema.place.file && place.pointer === schema.place.pointer),
  );
  const names = [...declaredProperties(schema).keys()];
  const withSameNames = readable.filter(({ responseSchemas }) => {
    const known = mergedProperties(responseSchemas);
    return names.length > 1 && names.every((name) => known.has(name));
  });
  const found = shared.length > 0 ? shared : withSameNames;
  return found.length === 1 ? found[0] : undefined;
}

/** A parameter such as `include`, with the names of what responses embed. */
export function isEmbedParameter({ in: place, name }: Parameter): boolean {
  return place === 'query' && /^(?:includes?|expand|embed|with|populate)$/.test(lettersOf(name));
}
