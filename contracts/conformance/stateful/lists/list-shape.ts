/** Where the records of a list response are, what names them, and what is wrong with its pages. */
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import { detectListView, successMedia } from '../../../../spec/resources/record-views.ts';
import type { Resource } from '../../../../spec/resources/resources.ts';
import type { ListPages, ListShape } from '../../model/list-query.ts';

/** Undefined when the response is no list. */
export function detectListShape(operation: Operation, { idName }: Pick<Resource, 'idName'>): ListShape | undefined {
  const view = detectListView(successMedia(operation)?.schema, splitPath(operation.path).collection);
  if (view === undefined) return undefined;
  return {
    item: view.item,
    idName,
    itemsIn(body) {
      const list = view.name !== undefined && isJsonObject(body) ? body[view.name] : body;
      return isJsonArray(list) ? list : undefined;
    },
    nameOf(item) {
      const name = idName === undefined ? undefined : getMember(item, idName);
      return name === undefined || name === null ? undefined : canonicalJson(name);
    },
  };
}

export function getMember(item: Json | undefined, name: string): Json | undefined {
  return isJsonObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
}

/** What is wrong with the pages of a list, alone or compared with the whole. */
interface PageError {
  readonly expected: string;
  readonly received: string;
  readonly key: string;
}

/** Undefined when each record is on exactly one page. */
export function findPageError(paged: ListPages, shape: ListShape): PageError | undefined {
  return findDuplicate(paged, shape) ?? findMissing(paged, shape);
}

function findDuplicate({ pages }: ListPages, shape: ListShape): PageError | undefined {
  const seen = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    for (const name of recordNames(page, shape)) {
      const before = seen.get(name);
      if (before !== undefined && before !== index)
        return {
          expected: 'each record on only one page',
          received: `the record ${name} on page ${before + 1} and on page ${index + 1}`,
          key: 'twice',
        };
      seen.set(name, index);
    }
  }
  return undefined;
}

/** A record of the whole list that is on no page; only when the pages cover the list. */
function findMissing({ pages, wholeBefore, isComplete }: ListPages, shape: ListShape): PageError | undefined {
  if (!isComplete) return undefined;
  const paged = new Set(pages.flatMap((page) => recordNames(page, shape)));
  const missingName = recordNames(wholeBefore, shape).find((name) => !paged.has(name));
  if (missingName === undefined) return undefined;
  const received = `the record ${missingName} on none of ${pages.length} pages`;
  return { expected: 'each record of the list on a page', received, key: 'missing' };
}

export function recordNames(items: readonly Json[], { nameOf }: ListShape): readonly string[] {
  return items.map(nameOf).filter((name) => name !== undefined);
}
