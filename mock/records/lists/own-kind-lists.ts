/** `GET /comments/{id}/replies`: the comments that name this one as their parent. */
import { memoize } from '../../../spec/memoize.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { lastLiteral, parameterNames, templateShape } from '../../../spec/resources/path-templates.ts';
import { detectListView, successMedia } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { MaybePromise } from '../../model/when-ready.ts';
import { recordKey } from '../collection.ts';
import { findParentOfOwnKind, namesOwnKind } from '../nesting/parent-of-own-kind.ts';
import { type PreparedResult, pathValues, type RecordRequest } from '../record-handler.ts';
import { createCollection, type PlaceOptions } from '../record-places.ts';
import { findRecordResources } from '../record-resources.ts';
import { withRelations } from '../relations/related-records.ts';
import { findRelations } from '../relations/relations.ts';
import { listRecords } from './list-records.ts';

interface OwnKindList {
  readonly resource: Resource;
  /** The property that names the parent. */
  readonly reference: string;
}

/** By the operation that lists them. Cached by contract. */
export const findOwnKindLists = memoize((contract: Contract): ReadonlyMap<Operation, OwnKindList> => {
  const found = findRecordResources(contract).flatMap((resource) => {
    const reference = findParentOfOwnKind(resource);
    if (resource.item === undefined || reference === undefined) return [];
    const lists = contract.operations.filter((operation) => isListBelow(operation, resource));
    return lists.map((operation) => [operation, { resource, reference }] as const);
  });
  return new Map(found);
});

function isListBelow(operation: Operation, resource: Resource): boolean {
  const { item = '', idName, responseSchemas } = resource;
  const word = lastLiteral(operation.path);
  const isBelow = templateShape(operation.path) === `${templateShape(item)}/${word}`;
  if (operation.method !== 'GET' || !isBelow) return false;
  if (!namesOwnKind(resource, word)) return false;
  const shown = detectListView(successMedia(operation)?.schema, operation.path)?.item;
  const [names, known] = [[...(shown ? declaredProperties(shown).keys() : [])], mergedProperties(responseSchemas)];
  return idName !== undefined && names.includes(idName) && names.every((name) => known.has(name));
}

export function listOwnKind(
  { resource, reference }: OwnKindList,
  request: RecordRequest,
  { contract, ...options }: PlaceOptions & { readonly contract: Contract },
): MaybePromise<PreparedResult> {
  const values = pathValues(request);
  const depth = parameterNames(resource.collection).length;
  const parent = values[depth];
  if (parent === undefined) return undefined;
  const collection = createCollection(resource, values.slice(0, depth), options);
  const related = withRelations({ ...collection, request, id: undefined }, findRelations(contract, resource));
  const isBelow = (value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') &&
    recordKey(resource, value) === recordKey(resource, parent);
  const records = {
    ...related.records,
    list: async (name: string) => (await related.records.list(name)).filter(({ value }) => isBelow(value[reference])),
  };
  return listRecords({ ...related, records });
}
