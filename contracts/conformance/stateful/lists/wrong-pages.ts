/** What is wrong with pages of a list, by themselves and beside the whole. */
import type { Json } from '../../../../spec/exact-json.ts';
import type { ListShape, Paged } from '../../model/list-query.ts';

export interface WrongPages {
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
