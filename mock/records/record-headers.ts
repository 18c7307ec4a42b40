/** The headers of records: entity tags for conditional requests (RFC 9110, 13), and any that the response declares. */
import { createHash } from 'node:crypto';
import { canonicalJson, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { declaresStatus } from '../../spec/resources/record-views.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import type { RecordContext } from './collection.ts';
import type { PreparedOperation, RecordRequest, SampleResponse } from './record-handler.ts';

/** The same for the same record, another after each change. */
export const entityTag = memoize(
  (record: JsonObject) => `"${createHash('sha256').update(canonicalJson(record)).digest('hex').slice(0, 16)}"`,
);

/** The header ETag, where the answer declares it. */
export function etagHeader(
  { request }: Pick<RecordContext, 'request'>,
  record: JsonObject,
  response: SampleResponse,
): Readonly<Record<string, string>> {
  if (!response.headerNames.has('etag')) return {};
  return recordHeaders(request, response, new Map([['etag', entityTag(record)]]));
}

interface ConditionalContext extends Pick<RecordContext, 'request'> {
  readonly resource: Pick<Resource, 'roles'>;
}

/** Why nothing is done: the client means another version. Only where the contract declares 412. */
export function checkIfMatch({ request, resource }: ConditionalContext, record: JsonObject): HttpError | undefined {
  const tags = parseEntityTags(sentHeader(request, 'if-match'));
  if (tags.length === 0 || !declaresPreconditionFailed(request.operation)) return undefined;
  if (![...resource.roles.values()].some(declaresEtag)) return undefined;
  const current = entityTag(record);
  if (tags.includes('*') || tags.includes(current)) return undefined;
  return new HttpError(
    'record-changed',
    `header.If-Match: expected ${current}, the tag of the record as it is, got ${quoteText(tags.join(', '))}`,
  );
}

/** The client has this version already. Only where the contract declares 304. */
export function checkIfNoneMatch(
  context: Pick<RecordContext, 'request'>,
  record: JsonObject,
): PreparedOperation | undefined {
  const { request } = context;
  const tags = parseEntityTags(sentHeader(request, 'if-none-match'));
  if (tags.length === 0) return undefined;
  const isKnown = tags.includes('*') || tags.includes(entityTag(record));
  if (!isKnown || !declaresStatus(request.operation, 304)) return undefined;
  const complete: PreparedOperation['commit'] = async (response) => ({
    body: response.sample,
    headers: etagHeader(context, record, response),
  });
  return { status: 304, commit: complete };
}

function declaresPreconditionFailed(operation: Operation): boolean {
  return declaresStatus(operation, 412) || operation.responses.some(({ status }) => status === '4XX');
}

function declaresEtag({ responses }: Operation): boolean {
  return responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === 'etag'));
}

function sentHeader({ operation, parameters }: RecordRequest, name: string): Json | undefined {
  const key = headerKeys(operation).get(name);
  return key === undefined ? undefined : parameters.get(key);
}

/** Of the declared headers, by lower-case name; of several the first counts. */
const headerKeys = memoize(
  ({ parameters }: Operation) =>
    new Map(
      parameters
        .filter((one) => one.in === 'header')
        .toReversed()
        .map(({ name }) => [name.toLowerCase(), `header.${name}`] as const),
    ),
);

/** What has no quotes is no tag (RFC 9110, 8.8.3) and says nothing; `W/` makes no difference to a store of JSON. */
function parseEntityTags(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  const texts = [value ?? []].flat().filter((one) => typeof one === 'string');
  return texts.flatMap((text) => (text.trim() === '*' ? ['*'] : (text.match(/"[^"]*"/g) ?? [])));
}

/** `values` by lower-case name. Those that are not declared, or not so, are left out; names are spelt as declared. */
export function recordHeaders(
  { operation, origin }: Pick<RecordRequest, 'operation' | 'origin'>,
  { headerNames }: SampleResponse,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (headerNames.size === 0) return {};
  const declared = headersByName(operation);
  const validHeaders = [...values].flatMap(([name, text]): [string, string][] => {
    const same = declared.get(name) ?? [];
    const [first] = same;
    if (first === undefined || !headerNames.has(name)) return [];
    const isAllowed = (textForm: string) =>
      same.every(
        ({ schema }) =>
          schema === undefined || possibleValues(textForm).some((one) => isValid(schema, one, 'response')),
      );
    const allowed = urlForms(text, origin).find(isAllowed);
    return allowed === undefined ? [] : [[first.name, allowed]];
  });
  return Object.fromEntries(validHeaders);
}

const headersByName = memoize(({ responses }: Operation) =>
  Map.groupBy(
    responses.flatMap(({ headers }) => headers),
    ({ name }) => name.toLowerCase(),
  ),
);

function possibleValues(text: string): readonly Json[] {
  return /^\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
}

/** A path of this store, and its whole address for where `format: uri` wants one. */
export function urlForms(text: string, origin: string | undefined): readonly string[] {
  return text.startsWith('/') && origin !== undefined ? [text, `${origin}${text}`] : [text];
}
