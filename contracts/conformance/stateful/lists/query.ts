/** A list as its answers show it: where its records are, what names them, and what is wrong with its pages. */
import { canonicalText, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { splitPath } from '../../../../spec/resources/paths.ts';
import type { Resource } from '../../../../spec/resources/resources.ts';
import { listViewOf, successMedia } from '../../../../spec/resources/views.ts';
import type { ListShape, Paged } from '../../model/list-query.ts';

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

/** What is wrong with pages of a list, by themselves and beside the whole. */
interface WrongPages {
  readonly expected: string;
  readonly received: string;
  readonly key: string;
}

/** Undefined where each record is on one page, and the whole is on them. */
export function wrongPages(paged: Paged, shape: ListShape): WrongPages | undefined {
  return twice(paged, shape) ?? missing(paged, shape);
}

function twice({ pages }: Paged, shape: ListShape): WrongPages | undefined {
  const seen = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    for (const name of namesOf(page, shape)) {
      const before = seen.get(name);
      if (before !== undefined && before !== index)
        return {
          expected: 'each record on one page',
          received: `the record ${name} on page ${before + 1} and on page ${index + 1}`,
          key: 'twice',
        };
      seen.set(name, index);
    }
  }
  return undefined;
}

/** Of what the whole has, up to the end that the pages came to. */
function missing({ pages, before, isToTheEnd }: Paged, shape: ListShape): WrongPages | undefined {
  if (!isToTheEnd) return undefined;
  const paged = new Set(pages.flatMap((page) => namesOf(page, shape)));
  const lost = namesOf(before, shape).find((name) => !paged.has(name));
  if (lost === undefined) return undefined;
  const received = `the record ${lost} on none of ${pages.length} pages`;
  return { expected: 'each record of the whole on a page', received, key: 'missing' };
}

export function namesOf(items: readonly Json[], { nameOf }: ListShape): readonly string[] {
  return items.map(nameOf).filter((name) => name !== undefined);
}
