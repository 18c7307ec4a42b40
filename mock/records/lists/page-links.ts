/** The links from one page of a list to the others. */
import { percentEncode } from '../../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { ListParameters } from '../../../spec/resources/list-parameters.ts';
import { hasSeparateItems } from '../../validate/parameter-styles.ts';
import type { RecordRequest } from '../record-handler.ts';
import type { Page } from './list-query.ts';

export interface PageLinks {
  readonly first: string;
  readonly last: string | undefined;
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/** The list that a request reads. */
export interface ListRequest {
  readonly path: string;
  readonly request: Pick<RecordRequest, 'operation' | 'parameters'>;
}

/** The URLs of the other pages: the request URL with changed pagination parameters. */
export function pageLinks(list: ListRequest, { pagination }: ListParameters, page: Page): PageLinks {
  const [byPage, byOffset, byCursor] = [pagination.get('page'), pagination.get('offset'), pagination.get('cursor')];
  /** Undefined if no parameter selects that page. */
  const pageAt = (index: number): ParameterChanges | undefined => {
    if (byPage !== undefined) return { [byPage.name]: page.firstPage + index };
    if (byOffset !== undefined) return { [byOffset.name]: index * page.limit };
    return undefined;
  };
  const stepBy = (pages: number): ParameterChanges | undefined => {
    if (byPage !== undefined) return { [byPage.name]: page.page + pages };
    if (byOffset !== undefined) return { [byOffset.name]: Math.max(0, page.offset + pages * page.limit) };
    return undefined;
  };
  const nextPage = stepBy(1) ?? (byCursor === undefined ? undefined : { [byCursor.name]: page.cursor });
  const previousPage = page.offset > 0 ? stepBy(-1) : undefined;
  const last = pageAt(Math.max(0, page.pages - 1));
  return {
    first: pageUrl(list, pageAt(0) ?? (byCursor === undefined ? {} : { [byCursor.name]: undefined })),
    prev: previousPage === undefined ? undefined : pageUrl(list, previousPage),
    next: page.hasMore && nextPage !== undefined ? pageUrl(list, nextPage) : undefined,
    last: last === undefined ? undefined : pageUrl(list, last),
  };
}

type ParameterChanges = Readonly<Record<string, Json | undefined>>;

/** Arrays are serialized as their parameter declares; objects are omitted. */
function pageUrl({ path, request }: ListRequest, changes: ParameterChanges): string {
  const fields = request.operation.parameters.flatMap((parameter): string[] => {
    if (parameter.in !== 'query') return [];
    const field = parameter.name;
    const value = Object.hasOwn(changes, field) ? changes[field] : request.parameters.get(`query.${field}`);
    const texts = (isJsonArray(value) ? value : [value]).flatMap((one) =>
      one === undefined || isJsonObject(one) ? [] : [percentEncode(String(one))],
    );
    if (texts.length === 0) return [];
    const values = hasSeparateItems(parameter) ? texts : [texts.join(delimiters[parameter.style] ?? ',')];
    return values.map((text) => `${percentEncode(field)}=${text}`);
  });
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`;
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };
