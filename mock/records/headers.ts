/** The headers of records: entity tags for conditional requests (RFC 9110, 13), and any that the response declares. */
import { createHash } from 'node:crypto';
import { canonicalText, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { declares } from '../../spec/resources/views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import type { PlannedAnswer, RecordRequest, Turn } from './keeper.ts';
import type { Asked } from './shelf.ts';

/** The same for the same record, another after each change. */
export const entityTag = remembered(
  (record: JsonObject) =>
    `"${createHash('sha256').update(canonicalText(record)).digest('hex').slice(0, 16)}"`,
);

/** The header ETag, where the answer declares it. */
export function tagHeader(
  { request }: Pick<Asked, 'request'>,
  record: JsonObject,
  answer: PlannedAnswer,
): Readonly<Record<string, string>> {
  if (!answer.headerNames.has('etag')) return {};
  return headersOfRecord(request, answer, new Map([['etag', entityTag(record)]]));
}

interface Tagged extends Pick<Asked, 'request'> {
  readonly resource: Pick<Resource, 'roles'>;
}

/** Why nothing is done: the client means another version. Only where the contract declares 412. */
export function changedMeanwhile({ request, resource }: Tagged, record: JsonObject): Refusal | undefined {
  const tags = tagsIn(headerOf(request, 'if-match'));
  if (tags.length === 0 || !canRefuse(request.operation)) return undefined;
  if (![...resource.roles.values()].some(showsTag)) return undefined;
  const current = entityTag(record);
  if (tags.includes('*') || tags.includes(current)) return undefined;
  return new Refusal(
    'record-changed',
    `header.If-Match: expected ${current}, the tag of the record as it is, got ${quoted(tags.join(', '))}`,
  );
}

/** The client has this version already. Only where the contract declares 304. */
export function unchanged(asked: Pick<Asked, 'request'>, record: JsonObject): Turn | undefined {
  const { request } = asked;
  const tags = tagsIn(headerOf(request, 'if-none-match'));
  if (tags.length === 0) return undefined;
  const isKnown = tags.includes('*') || tags.includes(entityTag(record));
  if (!isKnown || !declares(request.operation, 304)) return undefined;
  const complete: Turn['complete'] = async (answer) => ({
    body: answer.sample,
    headers: tagHeader(asked, record, answer),
  });
  return { status: 304, complete };
}

function canRefuse(operation: Operation): boolean {
  return declares(operation, 412) || operation.responses.some(({ status }) => status === '4XX');
}

function showsTag({ responses }: Operation): boolean {
  return responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === 'etag'));
}

function headerOf({ operation, parameters }: RecordRequest, name: string): Json | undefined {
  const key = headerKeys(operation).get(name);
  return key === undefined ? undefined : parameters.get(key);
}

/** Of the declared headers, by lower-case name; of several the first counts. */
const headerKeys = remembered(
  ({ parameters }: Operation) =>
    new Map(
      parameters
        .filter((one) => one.in === 'header')
        .toReversed()
        .map(({ name }) => [name.toLowerCase(), `header.${name}`] as const),
    ),
);

/** What has no quotes is no tag (RFC 9110, 8.8.3) and says nothing; `W/` makes no difference to a store of JSON. */
function tagsIn(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  const texts = [value ?? []].flat().filter((one) => typeof one === 'string');
  return texts.flatMap((text) => (text.trim() === '*' ? ['*'] : (text.match(/"[^"]*"/g) ?? [])));
}

/** `values` by lower-case name. Those that are not declared, or not so, are left out; names are spelt as declared. */
export function headersOfRecord(
  { operation, origin }: Pick<RecordRequest, 'operation' | 'origin'>,
  { headerNames }: PlannedAnswer,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (headerNames.size === 0) return {};
  const declared = headersByName(operation);
  const told = [...values].flatMap(([name, text]): [string, string][] => {
    const same = declared.get(name) ?? [];
    const [first] = same;
    if (first === undefined || !headerNames.has(name)) return [];
    const isAllowed = (spelt: string) =>
      same.every(
        ({ schema }) =>
          schema === undefined || readingsOf(spelt).some((one) => isValid(schema, one, 'response')),
      );
    const allowed = spellings(text, origin).find(isAllowed);
    return allowed === undefined ? [] : [[first.name, allowed]];
  });
  return Object.fromEntries(told);
}

const headersByName = remembered(({ responses }: Operation) =>
  Map.groupBy(
    responses.flatMap(({ headers }) => headers),
    ({ name }) => name.toLowerCase(),
  ),
);

function readingsOf(text: string): readonly Json[] {
  return /^\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
}

/** A path of this store, and its whole address for where `format: uri` wants one. */
export function spellings(text: string, origin: string | undefined): readonly string[] {
  return text.startsWith('/') && origin !== undefined ? [text, `${origin}${text}`] : [text];
}
