/** Pagination metadata in the body and the headers of a list: totals, pages, cursors and links, recognized by name. */

import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, requiredNames } from '../../../spec/model/schema-view.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { urlForms } from '../operations/record-headers.ts';
import type { Page } from './list-query.ts';
import type { PageLinks } from './page-links.ts';

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
