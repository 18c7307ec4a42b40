/** What is wrong with the pages of a list. */
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { ListPages, ListShape } from '../../model/list-query.ts';
import { describeName, getMember, recordNames } from './list-shape.ts';
import { compareIfUnambiguous } from './sort-order.ts';

/** What is wrong with the pages of a list, alone or compared with the whole. */
interface PageError {
  readonly expected: string;
  readonly received: string;
  readonly key: string;
}

/** Undefined when each record is on exactly one page. */
export function findPageError(paged: ListPages, shape: ListShape): PageError | undefined {
  return (
    findDuplicate(paged, shape) ??
    findMissing(paged, shape) ??
    findForeign(paged, shape) ??
    findDisorder(paged) ??
    findNoEnd(paged)
  );
}

function findDuplicate(paged: ListPages, shape: ListShape): PageError | undefined {
  const seen = new Map<string, number>();
  const mayBeTwo = equalContents(paged, shape);
  for (const [index, page] of paged.pages.entries()) {
    for (const name of recordNames(page, shape)) {
      const before = seen.get(name);
      if (before !== undefined && before !== index && !mayBeTwo(name))
        return {
          expected: 'each record on only one page',
          received: `the record ${describeName(name)} on page ${before + 1} and on page ${index + 1}`,
          key: 'twice',
        };
      seen.set(name, index);
    }
  }
  return undefined;
}

/** Whether two records may have this content: the whole list has it twice, or does not show all of the pages. */
function equalContents({ pages, wholeBefore }: ListPages, shape: ListShape): (name: string) => boolean {
  if (!shape.isNamedByContent) return () => false;
  const counts = Map.groupBy(recordNames(wholeBefore, shape), (name) => name);
  const isShown = recordNames(pages.flat(), shape).every((name) => counts.has(name));
  return (name) => !isShown || counts.get(name)?.length !== 1;
}

/** A record of the whole list that is on no page, though the pages cover it. */
function findMissing({ pages, wholeBefore, coverage }: ListPages, shape: ListShape): PageError | undefined {
  const paged = pages.flatMap((page) => recordNames(page, shape));
  const whole = recordNames(wholeBefore, shape);
  const covered = coverage === 'whole' ? whole : coverage === 'beginning' ? beginningUpTo(paged, whole) : [];
  const missingName = covered.find((name) => !paged.includes(name));
  if (missingName === undefined) return undefined;
  const received = `the record ${describeName(missingName)} on none of ${pages.length} pages`;
  return { expected: 'each record of the list on a page', received, key: 'missing' };
}

/** A record of the pages that a complete response does not show. */
function findForeign({ pages, wholeBefore, isWholeComplete }: ListPages, shape: ListShape): PageError | undefined {
  if (isWholeComplete !== true) return undefined;
  const whole = new Set(recordNames(wholeBefore, shape));
  for (const [index, page] of pages.entries()) {
    const foreign = recordNames(page, shape).find((name) => !whole.has(name));
    if (foreign !== undefined)
      return {
        expected: `the ${wholeBefore.length} records that the same query selects without a limit`,
        received: `also the record ${describeName(foreign)} on page ${index + 1}`,
        key: 'others',
      };
  }
  return undefined;
}

/** Two records in the wrong order, on two pages: another check compares those of one page. */
function findDisorder({ pages, order }: ListPages): PageError | undefined {
  if (order === undefined) return undefined;
  const sign = order.direction === 'up' ? 1 : -1;
  for (const [index, page] of pages.entries()) {
    const [before, after] = [pages[index - 1]?.at(-1), page[0]].map((item) => getMember(item, order.property));
    if (index > 0 && compareIfUnambiguous(before, after) * sign > 0)
      return {
        expected: `records sorted by ${order.property} over all pages`,
        received: `${stringifyJson(before ?? null)} at the end of page ${index}, and ${stringifyJson(after ?? null)} at the beginning of the next`,
        key: 'order',
      };
  }
  return undefined;
}

function findNoEnd({ isEndless }: ListPages): PageError | undefined {
  if (isEndless !== true) return undefined;
  return {
    expected: 'a last page, without a cursor',
    received: 'an empty page whose cursor leads to the same page',
    key: 'endless',
  };
}

/** The names of the list up to the last one on the pages; none when the pages have another order. */
function beginningUpTo(paged: readonly string[], whole: readonly string[]): readonly string[] {
  const places = paged.map((name) => whole.indexOf(name)).filter((place) => place >= 0);
  const isSameOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  return isSameOrder ? whole.slice(0, (places.at(-1) ?? -1) + 1) : [];
}
