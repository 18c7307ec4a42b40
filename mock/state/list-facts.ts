/** What stands beside a list, in its body and in the headers: totals, pages, cursors, links; by their names. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf, requiredOf } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { spellings } from './headers.ts';
import type { Page } from './paging.ts';

export interface Links {
  readonly first: string;
  readonly last: string | undefined;
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

type Fact = (page: Page, links: Links) => Json | undefined;

/** Names in lower case, letters only. What gives undefined is not there: null, or left out. */
const facts: readonly (readonly [names: readonly string[], fact: Fact])[] = [
  [
    [
      'total',
      'totalcount',
      'totalitems',
      'totalelements',
      'totalresults',
      'totalrecords',
      'count',
      'odatacount',
    ],
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
  [
    ['nextcursor', 'nextpagetoken', 'nexttoken', 'endcursor', 'cursor', 'continuationtoken'],
    ({ cursor }) => cursor,
  ],
  [['next', 'nextlink', 'nexturl', 'nextpageurl', 'odatanextlink'], ({ cursor }, { next }) => next ?? cursor],
  [['previous', 'prev', 'previouslink', 'prevlink'], (_page, { prev }) => prev],
  [['nextpage'], ({ page, hasMore }, { next }) => (hasMore ? page + 1 || next : undefined)],
];

interface Told {
  readonly page: Page;
  readonly links: Links;
  /** The property that holds the list: `articlesCount` counts `articles`. */
  readonly listName?: string;
  /** Of the store, for links that have to be whole. */
  readonly origin: string | undefined;
}

/** The sample of a body with what its names mean filled in, also in the objects within (`meta`, `pagination`). */
export function withFacts(body: JsonObject, schema: Schema, told: Told): JsonObject {
  let filled = body;
  for (const [name, part] of propertiesOf(schema)) {
    const inner = body[name];
    const value = isJsonObject(inner) ? withFacts(inner, part, told) : undefined;
    const changed = value === undefined ? changeFor(name, part, told) : { value };
    if (
      changed === undefined ||
      (inner === undefined && !requiredOf(schema).has(name) && changed.value === null)
    )
      continue;
    const next = changed.value === undefined ? without(filled, name) : { ...filled, [name]: changed.value };
    if (isValid(schema, next, 'response')) filled = next;
  }
  return filled;
}

function changeFor(name: string, schema: Schema, { page, links, origin, listName }: Told) {
  const plain = name.replaceAll(/[^a-z]/gi, '').toLowerCase();
  const isCount = listName !== undefined && plain === `${listName}count`.toLowerCase();
  const fact = facts.find(([names]) => names.includes(isCount ? 'count' : plain))?.[1];
  if (fact === undefined) return undefined;
  const value = fact(page, links);
  if (value === undefined) return { value: isValid(schema, null, 'response') ? null : undefined };
  // `next` is an address to some, and the cursor itself where its schema has no room for one.
  const values = value === links.next ? [value, page.cursor ?? value] : [value];
  const readings = values.flatMap((one) => readingsOf(one, origin));
  const fitting = readings.find((one) => isValid(schema, one, 'response'));
  return fitting === undefined ? undefined : { value: fitting };
}

function readingsOf(value: Json, origin: string | undefined): readonly Json[] {
  if (typeof value !== 'string') return [value];
  return [...spellings(value, origin), ...(/^\d{1,15}$/.test(value) ? [Number(value)] : [])];
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...rest } = object;
  return rest;
}

/** By lower-case name. */
export function headerFacts({ total, page, pages, limit }: Page, links: Links): ReadonlyMap<string, string> {
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
