/** Headers of records: entity tags for conditional requests (RFC 9110, section 13), and other declared headers. */
import { toHex } from '../../../platform/bytes.ts';
import { sha256 } from '../../../platform/crypto.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import { findResponse, type Operation } from '../../../spec/model/contract.ts';
import { declaresStatus } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { HttpError, quoteText } from '../../http/http-error.ts';
import type { RecordContext } from '../collection.ts';
import type { PreparedOperation, RecordRequest, SampleResponse } from '../record-handler.ts';

/** Equal for equal records, and different after each change. */
export const entityTag = memoize((record: JsonObject) => `"${toHex(sha256(canonicalJson(record))).slice(0, 16)}"`);

/** The ETag header, if the response declares it. */
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

/**
 * The error if the record has another version than the client expects. Only if the contract declares 412, or errors in
 * general, and a response shows the ETag.
 */
export function checkIfMatch({ request, resource }: ConditionalContext, record: JsonObject): HttpError | undefined {
  const tags = parseEntityTags(sentHeader(request, 'if-match'));
  if (tags.length === 0 || !declaresPreconditionFailed(request.operation)) return undefined;
  if (![...resource.roles.values()].some(declaresEtag)) return undefined;
  const current = entityTag(record);
  if (tags.includes('*') || tags.includes(current)) return undefined;
  return new HttpError(
    'record-changed',
    `header.If-Match: expected ${current}, the current tag of the record, got ${quoteText(tags.join(', '))}`,
  );
}

/** A 304 if the client already has this version. Only if the contract declares 304. */
export function checkIfNoneMatch(
  context: Pick<RecordContext, 'request'>,
  record: JsonObject,
): PreparedOperation | undefined {
  const { request } = context;
  const tags = parseEntityTags(sentHeader(request, 'if-none-match'));
  if (tags.length === 0) return undefined;
  const isKnown = tags.includes('*') || tags.includes(entityTag(record));
  if (!isKnown || !declaresStatus(request.operation, 304)) return undefined;
  const commit: PreparedOperation['commit'] = async (response) => ({
    body: response.sample,
    headers: { ...undeclaredEtag(request, record, response), ...etagHeader(context, record, response) },
  });
  return { status: 304, commit };
}

/** Whether the client already has the version that a generated response shows, by a declared header. */
export function isKnownVersion(request: RecordRequest, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  return parseEntityTags(sentHeader(request, 'if-none-match')).some((tag) => tag === '*' || tag === etag);
}

/** A 304 has the ETag of the 200, declared or not (RFC 9110, section 15.4.5). */
function undeclaredEtag(
  { operation }: RecordRequest,
  record: JsonObject,
  { headerNames }: SampleResponse,
): Readonly<Record<string, string>> {
  return headerNames.has('etag') || !declaresEtag(operation) ? {} : { ETag: entityTag(record) };
}

/** The default response is that of errors where a success is declared as well. */
function declaresPreconditionFailed(operation: Operation): boolean {
  const hasSuccess = operation.responses.some(({ status }) => status.startsWith('2'));
  const declared = findResponse(operation, 412);
  return declared !== undefined && (declared.status !== 'default' || hasSuccess);
}

function declaresEtag({ responses }: Operation): boolean {
  return responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === 'etag'));
}

function sentHeader({ operation, parameters }: RecordRequest, name: string): Json | undefined {
  const key = headerKeys(operation).get(name);
  return key === undefined ? undefined : parameters.get(key);
}

/** Parameter keys of the declared headers, by lower-case name; of several the first is used. */
const headerKeys = memoize(
  ({ parameters }: Operation) =>
    new Map(
      parameters
        .filter((one) => one.in === 'header')
        .toReversed()
        .map(({ name }) => [name.toLowerCase(), `header.${name}`] as const),
    ),
);

/**
 * Text without quotes is not a tag (RFC 9110, section 8.8.3) and is ignored; for stored JSON, weak tags (`W/`) are
 * equivalent.
 */
function parseEntityTags(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  const texts = [value ?? []].flat().filter((one) => typeof one === 'string');
  return texts.flatMap((text) => (text.trim() === '*' ? ['*'] : (text.match(/"[^"]*"/g) ?? [])));
}

/**
 * `values` are by lower-case name. Undeclared headers and invalid values are omitted; names are written as declared.
 */
export function recordHeaders(
  { operation, origin }: Pick<RecordRequest, 'operation' | 'origin'>,
  { headerNames }: SampleResponse,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (headerNames.size === 0) return {};
  const declared = headersByName(operation);
  const validHeaders = [...values].flatMap(([name, text]): [string, string][] => {
    const declarations = declared.get(name) ?? [];
    const [first] = declarations;
    if (first === undefined || !headerNames.has(name)) return [];
    const isAllowed = (textForm: string) =>
      declarations.every(
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

/** A path of this server, and the absolute URL, which `format: uri` requires. */
export function urlForms(text: string, origin: string | undefined): readonly string[] {
  return text.startsWith('/') && origin !== undefined ? [text, `${origin}${text}`] : [text];
}
