/** The properties that the request body and the success body both declare, matched by name. */
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  ownMember,
} from '../../../../spec/json/exact-json.ts';
import { memoize, memoizeLast } from '../../../../spec/memoize.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isEnvelopeName } from '../../../../spec/resources/record-envelopes.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerValue } from '../../../http/headers.ts';
import type { BodyPath } from '../../../http/json-path.ts';
import { isSuccess } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import { holdsFiles } from '../../request/payload/form-fields.ts';
import { findSentMedia } from '../../request/payload/payload.ts';
import { hasId } from '../../stateful/model/envelopes.ts';
import type { CheckContext } from '../check.ts';

/** The sent and the returned value of a property; undefined where the property is missing. */
export interface SharedProperty {
  /** The path of the object that has the property. */
  readonly parentPath: BodyPath;
  readonly name: string;
  /** The schema in the response. */
  readonly responseSchema: Schema;
  /** The schema in the request. */
  readonly requestSchema: Schema;
  /** The request has to contain it. */
  readonly isRequired: boolean;
  /** The response has to contain it. */
  readonly isAlwaysReturned: boolean;
  readonly sent: Json | undefined;
  readonly returned: Json | undefined;
  /** RFC 7396: in a merge patch null deletes, at every depth except in arrays. */
  readonly isMergePatch: boolean;
}

/** POST, PUT and PATCH store the body; other methods return something else. */
const writingMethods = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The properties whose sent value the response may contain; empty where nothing was stored. Memoized because
 * `appliesTo` and `violations` both need them.
 */
export const sharedProperties = memoizeLast(findShared);

function findShared(context: CheckContext): readonly SharedProperty[] {
  const { response, json, media, requestSpec, testCase } = context;
  const requestMedia = findSentMedia(testCase.operation, requestSpec);
  const requestBodySchema = requestMedia?.schema;
  if (
    testCase.expectation !== 'accept' ||
    !writingMethods.has(testCase.operation.method) ||
    requestBodySchema === undefined
  )
    return [];
  if (response === undefined || !isSuccess(response.status) || media?.schema === undefined || json?.ok !== true)
    return [];
  const { value: sent } = requestSpec;
  const { value: returned } = json;
  if (sent === undefined) return [];
  const isInOrder = STATES_ORDER.test(testCase.operation.description ?? '');
  return pairRecords({
    sent,
    returned,
    isInOrder,
    requestSchema: flattenSchema(requestBodySchema),
    responseSchema: flattenSchema(media.schema),
  })
    .flatMap((record) =>
      sharedPropertiesOf(record, requestSpec).flatMap((property) => expandEnvelope(property, requestSpec, isInOrder)),
    )
    .filter((property) => canBeReturned(property) && !isUploaded(property, requestMedia));
}

/** "The response lists them in the order of the request." */
const STATES_ORDER =
  /\bin the (?:same )?order (?:of|in|as in) the (?:request|input)\b|\bin the (?:same|given|requested|submitted) order\b/i;

/** The response to an upload has something else in the place of the file: its address or its name. */
function isUploaded({ parentPath, name, requestSchema }: SharedProperty, media: MediaType | undefined): boolean {
  const isForm = media !== undefined && /^multipart\//.test(media.range);
  return isForm && parentPath.length === 0 && holdsFiles(requestSchema, media.encoding?.get(name)?.types ?? []);
}

function canBeReturned({ responseSchema, sent, isMergePatch }: SharedProperty): boolean {
  return sent === undefined || (isMergePatch && sent === null) || isValid(responseSchema, sent, 'response');
}

/**
 * An object that the response adds members to, as in `{ "data": { ... } }`, cannot come back unchanged: its members are
 * compared.
 */
function expandEnvelope(
  property: SharedProperty,
  requestSpec: RequestSpec,
  isInOrder: boolean,
): readonly SharedProperty[] {
  const { parentPath, name, requestSchema, responseSchema, sent, returned } = property;
  if (isJsonArray(sent) && isJsonArray(returned) && !canBeReturned(property))
    return expandItems(property, { sent, returned, isInOrder }, requestSpec);
  if (!isJsonObject(sent) || !isJsonObject(returned) || canBeReturned(property)) return [property];
  const schemas = {
    requestSchema: flattenSchema(requestSchema),
    responseSchema: flattenSchema(responseSchema),
  };
  return sharedPropertiesOf({ parentPath: [...parentPath, name], sent, returned, ...schemas }, requestSpec);
}

/** The items of `{ "products": [...] }`, to which the response adds members, such as their ids. */
function expandItems(
  { parentPath, name, requestSchema, responseSchema }: SharedProperty,
  items: Pick<Bodies, 'sent' | 'returned' | 'isInOrder'>,
  requestSpec: RequestSpec,
): readonly SharedProperty[] {
  const schemas = { requestSchema: flattenSchema(requestSchema), responseSchema: flattenSchema(responseSchema) };
  return pairRecords({ ...items, ...schemas }).flatMap((record) =>
    sharedPropertiesOf({ ...record, parentPath: [...parentPath, name, ...record.parentPath] }, requestSpec),
  );
}

function sharedPropertiesOf(
  { parentPath, sent, returned, requestSchema, responseSchema }: SentRecord,
  requestSpec: RequestSpec,
): readonly SharedProperty[] {
  const isMergePatch = isMergePatchRequest(requestSpec);
  return declaredByBoth(requestSchema, responseSchema).map((declared) => ({
    ...declared,
    parentPath,
    sent: ownMember(sent, declared.name),
    returned: ownMember(returned, declared.name),
    isMergePatch,
  }));
}

interface Bodies {
  readonly sent: Json;
  readonly returned: Json;
  /** Flattened, as `responseSchema` is: without combinators. */
  readonly requestSchema: Schema;
  readonly responseSchema: Schema;
  /** The contract says that the items come back in the order in which they were sent. */
  readonly isInOrder?: boolean;
}

interface SentRecord extends Bodies {
  readonly parentPath: BodyPath;
  readonly sent: JsonObject;
  readonly returned: JsonObject;
}

/**
 * The object itself, or the items of a list, each paired with the item at the same index. An item that came back at
 * another index is unchanged; a list of another length was transformed, for example deduplicated.
 */
function pairRecords({ sent, returned, requestSchema, responseSchema, isInOrder }: Bodies): readonly SentRecord[] {
  if (isJsonObject(sent) && isJsonObject(returned))
    return [unwrapEnvelope({ parentPath: [], sent, returned, requestSchema, responseSchema })];
  if (!isJsonArray(sent) || !isJsonArray(returned) || sent.length !== returned.length) return [];
  const [requestItems, responseItems] = [requestSchema.items, responseSchema.items];
  if (requestItems === undefined || responseItems === undefined) return [];
  const names = [...flattenSchema(responseItems).properties.keys()].filter((name) =>
    flattenSchema(requestItems).properties.has(name),
  );
  return sent.flatMap((item, index) => {
    const other = returned[index];
    if (!isJsonObject(item) || !isJsonObject(other)) return [];
    const isMoved =
      isInOrder !== true &&
      (returned.some((one) => isSameRecord(names, item, one)) ||
        sent.some((one) => isJsonObject(one) && isSameRecord(names, one, other)));
    if (isMoved) return [];
    const schemas = {
      requestSchema: flattenSchema(requestItems),
      responseSchema: flattenSchema(responseItems),
    };
    return [{ parentPath: [index], sent: item, returned: other, ...schemas }];
  });
}

/**
 * Unwraps an envelope that only the response has, as in `{ "data": { ... } }`: its only property that is an object. An
 * envelope may have properties of the same names, such as `status`: the record has at least as many of those that were sent.
 */
function unwrapEnvelope(record: SentRecord): SentRecord {
  const { sent, returned, requestSchema, responseSchema } = record;
  const sharedCount = declaredByBoth(requestSchema, responseSchema).length;
  const objects = [...responseSchema.properties].filter(
    ([property, one]) => !requestSchema.properties.has(property) && flattenSchema(one).properties.size > 0,
  );
  const named = sharedCount === 0 ? objects : objects.filter(([property]) => isEnvelope(property, record));
  const [[name, schema] = []] = named;
  const inner = name === undefined ? undefined : ownMember(returned, name);
  if (named.length !== 1 || name === undefined || schema === undefined || !isJsonObject(inner)) return record;
  const flat = flattenSchema(schema);
  const innerCount = declaredByBoth(requestSchema, flat).length;
  // `{ "name": "...", "team": { "id": 7, "name": "..." } }` is a record that refers to another.
  if (sharedCount > 0 && (innerCount < sharedCount || (innerCount === sharedCount && !isEnvelopeName(name))))
    return record;
  return { parentPath: [name], sent, returned: inner, requestSchema, responseSchema: flat };
}

/** Where the envelope shares names with the request: by its name, or because only the object in it has an id. */
function isEnvelope(name: string, { returned }: SentRecord): boolean {
  const inner = ownMember(returned, name);
  return isEnvelopeName(name) || (inner !== undefined && isJsonObject(inner) && hasId(inner) && !hasId(returned));
}

function isSameRecord(names: readonly string[], sent: JsonObject, returned: Json): boolean {
  return (
    isJsonObject(returned) &&
    names.every((name) => {
      const value = ownMember(sent, name);
      // What was not sent may have a default.
      return value === undefined || isEqualJson(value, ownMember(returned, name) ?? null);
    })
  );
}

function isMergePatchRequest({ headers }: RequestSpec): boolean {
  return /^application\/merge-patch\+json\b/i.test(headerValue(headers, 'content-type') ?? '');
}

type DeclaredProperties = Pick<
  SharedProperty,
  'name' | 'responseSchema' | 'requestSchema' | 'isRequired' | 'isAlwaysReturned'
>;

function declaredByBoth(flatRequest: Schema, flatResponse: Schema): readonly DeclaredProperties[] {
  return declaredByBothCached(flatRequest)(flatResponse);
}

const declaredByBothCached = memoize((flatRequest: Schema) =>
  memoize((flatResponse: Schema): readonly DeclaredProperties[] =>
    [...flatResponse.properties].flatMap(([name, responseSchema]) => {
      const requestSchema = flatRequest.properties.get(name);
      if (requestSchema === undefined || [requestSchema, responseSchema].some((one) => one.readOnly || one.writeOnly))
        return [];
      const isRequired = flatRequest.required.has(name);
      return [
        {
          name,
          responseSchema,
          requestSchema,
          isRequired,
          isAlwaysReturned: flatResponse.required.has(name),
        },
      ];
    }),
  ),
);
