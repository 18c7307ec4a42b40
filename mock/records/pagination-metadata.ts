/** Pagination metadata in the body and the headers of a list: totals, pages, cursors and links, recognized by name. */

import { percentEncode } from '../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties, requiredNames } from '../../spec/model/schema-view.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import { literalSuffix } from '../../spec/resources/path-templates.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { hasSeparateItems } from '../validate/parameter-styles.ts';
import type { RecordContext } from './collection.ts';
import type { Page } from './list-query.ts';
import { urlForms } from './record-headers.ts';

export interface PageLinks {
  readonly first: string;
  readonly last: string | undefined;
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

type MetadataValue = (page: Page, links: PageLinks) => Json | undefined;

/** Names in lower case, letters only. An undefined value becomes null, or the property is omitted. */
const metadataProperties: readonly (readonly [names: readonly string[], metadataValue: MetadataValue])[] = [
  [
    ['total', 'totalcount', 'totalitems', 'totalelements', 'totalresults', 'totalrecords', 'count', 'odatacount'],
    ({ total }) => total,
  ],
  [['limit', 'perpage', 'pagesize', 'size', 'itemsperpage'], ({ limit }) => limit],
  [['offset', 'skip', 'startindex'], ({ offset }) => offset],
  [['page', 'pagenumber', 'currentpage', 'number'], ({ page }) => page],
  [['pages', 'totalpages', 'pagecount', 'lastpage'], ({ pages }) => pages],
  [['numberofelements', 'returned'], ({ records }) => records.length],
  [['hasmore', 'hasnext', 'hasnextpage'], ({ hasMore }) => hasMore],
  [['hasprevious', 'hasprev', 'haspreviouspage'], ({ offset }) => offset > 0],
  [['first', 'isfirst'], ({ offset }) => offset === 0],
  [['last', 'islast'], ({ hasMore }) => !hasMore],
  [['nextcursor', 'nextpagetoken', 'nexttoken', 'endcursor', 'cursor', 'continuationtoken'], ({ cursor }) => cursor],
  [['next', 'nextlink', 'nexturl', 'nextpageurl', 'odatanextlink'], ({ cursor }, { next }) => next ?? cursor],
  [['previous', 'prev', 'previouslink', 'prevlink'], (_page, { prev }) => prev],
  [['nextpage'], ({ page, hasMore }, { next }) => (hasMore ? page + 1 || next : undefined)],
];

interface MetadataContext {
  readonly page: Page;
  readonly links: PageLinks;
  /** The property with the list: `articlesCount` counts `articles`. */
  readonly listName?: string;
  /** The origin of the server, for links that must be absolute. */
  readonly origin: string | undefined;
}

/** Fills the known metadata into a sample body, including nested objects (`meta`, `pagination`). */
export function withPaginationMetadata(body: JsonObject, schema: Schema, metadataContext: MetadataContext): JsonObject {
  let filled = body;
  for (const [name, part] of declaredProperties(schema)) {
    const inner = body[name];
    const value = isJsonObject(inner) ? withPaginationMetadata(inner, part, metadataContext) : undefined;
    const changed = value === undefined ? metadataChange(name, part, metadataContext) : { value };
    if (changed === undefined || (inner === undefined && !requiredNames(schema).has(name) && changed.value === null))
      continue;
    const next = changed.value === undefined ? withoutProperty(filled, name) : { ...filled, [name]: changed.value };
    if (isValid(schema, next, 'response')) filled = next;
  }
  return filled;
}

function metadataChange(name: string, schema: Schema, { page, links, origin, listName }: MetadataContext) {
  const normalizedName = name.replaceAll(/[^a-z]/gi, '').toLowerCase();
  const isCount = listName !== undefined && normalizedName === `${listName}count`.toLowerCase();
  const metadataValue = metadataProperties.find(([names]) => names.includes(isCount ? 'count' : normalizedName))?.[1];
  if (metadataValue === undefined) return undefined;
  const value = metadataValue(page, links);
  if (value === undefined) return { value: isValid(schema, null, 'response') ? null : undefined };
  // `next` may be a URL, or the cursor itself if the schema does not allow a URL.
  const values = value === links.next ? [value, page.cursor ?? value] : [value];
  const candidates = values.flatMap((one) => possibleValues(one, origin));
  const fitting = candidates.find((one) => isValid(schema, one, 'response'));
  return fitting === undefined ? undefined : { value: fitting };
}

function possibleValues(value: Json, origin: string | undefined): readonly Json[] {
  if (typeof value !== 'string') return [value];
  return [...urlForms(value, origin), ...(/^\d{1,15}$/.test(value) ? [Number(value)] : [])];
}

function withoutProperty(object: JsonObject, name: string): JsonObject {
  const { [name]: _removed, ...rest } = object;
  return rest;
}

/** By lower-case name. */
export function paginationHeaders({ total, page, pages, limit }: Page, links: PageLinks): ReadonlyMap<string, string> {
  const relations = Object.entries(links).flatMap(([relation, url]) =>
    url === undefined ? [] : [`<${url}>; rel="${relation}"`],
  );
  return new Map([
    ['x-total-count', String(total)],
    ['x-total', String(total)],
    ['total-count', String(total)],
    ['x-total-pages', String(pages)],
    ['x-page-count', String(pages)],
    ['x-page', String(page)],
    ['x-per-page', String(limit)],
    ['x-page-size', String(limit)],
    ['link', relations.join(', ')],
  ]);
}

/** The URLs of the other pages: the request URL with changed pagination parameters. */
export function pageLinks(context: RecordContext, { pagination }: ListParameters, page: Page): PageLinks {
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
    first: pageUrl(context, pageAt(0) ?? (byCursor === undefined ? {} : { [byCursor.name]: undefined })),
    prev: previousPage === undefined ? undefined : pageUrl(context, previousPage),
    next: page.hasMore && nextPage !== undefined ? pageUrl(context, nextPage) : undefined,
    last: last === undefined ? undefined : pageUrl(context, last),
  };
}

type ParameterChanges = Readonly<Record<string, Json | undefined>>;

/** Arrays are serialized as their parameter declares; objects are omitted. */
function pageUrl({ name, request, resource }: RecordContext, changes: ParameterChanges): string {
  const below = literalSuffix(resource.collection, request.operation.path);
  const path = below === undefined ? name : `${name.replace(/\/$/, '')}/${below}`;
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
