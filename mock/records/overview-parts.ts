/**
 * The parts of an object that show the records of collections: the lists of `/search`, the `items` of `/cart`, the
 * `orderCount` and `ordersByStatus` of `/stats`.
 */
import { isBelowProfile, isProfile } from '../../spec/login/user-view.ts';
import { memoizePair } from '../../spec/memoize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { lettersOf } from '../../spec/model/name-parts.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties, declaredTypes, itemsSchema } from '../../spec/model/schema-view.ts';
import { mergedProperties } from '../../spec/resources/identifiers.ts';
import { lastLiteral, parameterNames, templateShape } from '../../spec/resources/path-templates.ts';
import { isObjectLike, successMedia } from '../../spec/resources/record-views.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { type Counted, countedBy } from './relations/child-counts.ts';

interface Place {
  /** The names of the properties that lead to it. */
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly resource: Resource;
}

export type OverviewPart = Place &
  (
    | { readonly kind: 'list'; readonly item: Schema; readonly isBelow: boolean }
    | { readonly kind: 'count'; readonly condition: Counted['condition'] }
    | { readonly kind: 'groups'; readonly property: string }
  );

/** None for other operations, and where the contract has an example of the object. */
export function overviewParts(
  contract: Contract,
  operation: Operation,
  resources: readonly Resource[],
): readonly OverviewPart[] {
  const media = successMedia(operation);
  const schema = media?.schema;
  const isOther = operation.method !== 'GET' || isProfile(operation) || isBelowProfile(contract, operation);
  if (isOther || schema === undefined || !isObjectLike(schema)) return [];
  if ((media?.examples ?? []).length > 0 || schema.examples.length > 0) return [];
  return partsOf(operation, resources);
}

const MAX_DEPTH = 3;

const partsOf = memoizePair((operation: Operation, resources: readonly Resource[]): readonly OverviewPart[] => {
  const candidates = resources.filter((one) => isTop(operation, one) || isBelow(operation, one));
  const find = (schema: Schema, path: readonly string[]): readonly OverviewPart[] =>
    [...declaredProperties(schema)].flatMap(([name, part]): readonly OverviewPart[] => {
      const place = { path: [...path, name], schema: part };
      const types = declaredTypes(part);
      const item = types.has('array') ? itemsSchema(part) : undefined;
      if (item !== undefined) {
        const resource = listedResource(name, item, { operation, candidates });
        return resource === undefined
          ? []
          : [{ ...place, kind: 'list', item, resource, isBelow: isBelow(operation, resource) }];
      }
      if (types.has('integer')) return countOf(name, candidates).map((one) => ({ ...place, kind: 'count', ...one }));
      if (declaredProperties(part).size === 0)
        return groupsOf(name, part, candidates).map((one) => ({ ...place, kind: 'groups', ...one }));
      return path.length + 1 < MAX_DEPTH ? find(part, place.path) : [];
    });
  const schema = successMedia(operation)?.schema;
  return schema === undefined ? [] : find(schema, []);
});

/** What belongs to the parent of a path with parameters is unknown. */
function isTop({ path }: Operation, { collection }: Resource): boolean {
  return parameterNames(path).length === 0 && parameterNames(collection).length === 0;
}

export function isBelow({ path }: Operation, { collection }: Resource): boolean {
  const above = `${templateShape(path).replace(/\/+$/, '')}/`;
  const rest = templateShape(collection);
  return rest.startsWith(above) && !rest.slice(above.length).includes('{');
}

interface ListSetting {
  readonly operation: Operation;
  readonly candidates: readonly Resource[];
}

function listedResource(name: string, item: Schema, { operation, candidates }: ListSetting): Resource | undefined {
  const own = candidates.filter((one) => isBelow(operation, one) && isNamed(name, one));
  if (own.length === 1) return own[0];
  const same = candidates.filter(({ responseSchemas }) =>
    responseSchemas.some(({ place }) => place.file === item.place.file && place.pointer === item.place.pointer),
  );
  const named = same.filter((one) => isNamed(name, one));
  return same.length === 1 ? same[0] : named.length === 1 ? named[0] : undefined;
}

function isNamed(name: string, { collection }: Resource): boolean {
  return lettersOf(name) === lettersOf(lastLiteral(collection));
}

function countOf(
  name: string,
  candidates: readonly Resource[],
): readonly (Counted & { readonly resource: Resource })[] {
  const found = candidates.flatMap((resource) => {
    const counted = countedBy(name, resource);
    return counted === undefined ? [] : [{ ...counted, resource }];
  });
  return found.length === 1 ? found : [];
}

/** `ordersByStatus`: how many orders have each status. */
function groupsOf(name: string, { additionalProperties }: Schema, candidates: readonly Resource[]) {
  const [, noun, property] = /^(.+?)(?:count)?by(.+?)$/.exec(lettersOf(name)) ?? [];
  if (noun === undefined || additionalProperties === undefined) return [];
  if (!declaredTypes(additionalProperties).has('integer')) return [];
  return candidates.flatMap((resource) => {
    const names = [...mergedProperties(resource.responseSchemas).keys()];
    const grouped = names.find((one) => lettersOf(one) === property);
    return grouped !== undefined && isNamed(noun, resource) ? [{ resource, property: grouped }] : [];
  });
}
