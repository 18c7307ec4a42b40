/** What stands beside a list, in its body and in the headers: totals, pages, cursors, links; by their names. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf, requiredOf } from '../../spec/model/schema-view.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import { literalBelow } from '../../spec/resources/paths.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { percentEncoded } from '../../text.ts';
import { isRepeated } from '../validate/styles.ts';
import { spellings } from './headers.ts';
import type { Page } from './query.ts';
import type { Asked } from './shelf.ts';

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

/** The addresses of the other pages of a list: the request's own with the paging parameters changed. */
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

type Changes = Readonly<Record<string, Json | undefined>>;

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
