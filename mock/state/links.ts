/** The addresses of the other pages of a list: the request's own with the paging parameters changed. */

import { percentEncoded } from '../../spec/http/percent.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import { literalBelow } from '../../spec/resources/paths.ts';
import { isRepeated } from '../request/styles.ts';
import type { Links } from './list-facts.ts';
import type { Page } from './paging.ts';
import type { Asked } from './shelf.ts';

type Changes = Readonly<Record<string, Json | undefined>>;

export function linksOf(asked: Asked, { paging }: ListParameters, page: Page): Links {
  const [byPage, byOffset, byCursor] = [paging.get('page'), paging.get('offset'), paging.get('cursor')];
  /** Undefined where nothing can ask for that page. */
  const pageAt = (index: number): Changes | undefined => {
    if (byPage !== undefined) return { [byPage.name]: page.firstPage + index };
    if (byOffset !== undefined) return { [byOffset.name]: index * page.limit };
    return undefined;
  };
  const stepBy = (pages: number): Changes | undefined => {
    if (byPage !== undefined) return { [byPage.name]: page.page + pages };
    if (byOffset !== undefined) return { [byOffset.name]: Math.max(0, page.offset + pages * page.limit) };
    return undefined;
  };
  const onwards = stepBy(1) ?? (byCursor === undefined ? undefined : { [byCursor.name]: page.cursor });
  const back = page.offset > 0 ? stepBy(-1) : undefined;
  const last = pageAt(Math.max(0, page.pages - 1));
  return {
    first: address(asked, pageAt(0) ?? (byCursor === undefined ? {} : { [byCursor.name]: undefined })),
    prev: back === undefined ? undefined : address(asked, back),
    next: page.hasMore && onwards !== undefined ? address(asked, onwards) : undefined,
    last: last === undefined ? undefined : address(asked, last),
  };
}

/** Arrays as their parameter declares them; objects are left out. */
function address({ name, request, resource }: Asked, changes: Changes): string {
  const below = literalBelow(resource.collection, request.operation.path);
  const path = below === undefined ? name : `${name.replace(/\/$/, '')}/${below}`;
  const fields = request.operation.parameters.flatMap((parameter): string[] => {
    if (parameter.in !== 'query') return [];
    const field = parameter.name;
    const value = Object.hasOwn(changes, field) ? changes[field] : request.parameters.get(`query.${field}`);
    const texts = (isJsonArray(value) ? value : [value]).flatMap((one) =>
      one === undefined || isJsonObject(one) ? [] : [percentEncoded(String(one))],
    );
    if (texts.length === 0) return [];
    const values = isRepeated(parameter) ? texts : [texts.join(delimiters[parameter.style] ?? ',')];
    return values.map((text) => `${percentEncoded(field)}=${text}`);
  });
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`;
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
