/** What was asked of a list, for the checks that hold its answer against it. */
import type { Operation } from '../../../../spec/contract.ts';
import { canonicalText, isJsonArray, isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import { splitPath } from '../../../../spec/resources/paths.ts';
import type { Resource } from '../../../../spec/resources/resources.ts';
import { listViewOf, successMedia } from '../../../../spec/resources/views.ts';
import type { ListShape } from '../../model/list-query.ts';

/** Undefined where the answer is no list. */
export function shapeOfList(
  operation: Operation,
  { idName }: Pick<Resource, 'idName'>,
): ListShape | undefined {
  const view = listViewOf(successMedia(operation)?.schema, splitPath(operation.path).collection);
  if (view === undefined) return undefined;
  return {
    item: view.item,
    idName,
    itemsIn(body) {
      const list = view.name !== undefined && isJsonObject(body) ? body[view.name] : body;
      return isJsonArray(list) ? list : undefined;
    },
    nameOf(item) {
      const name = idName === undefined ? undefined : memberOf(item, idName);
      return name === undefined || name === null ? undefined : canonicalText(name);
    },
  };
}

export function memberOf(item: Json | undefined, name: string): Json | undefined {
  return isJsonObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
}
