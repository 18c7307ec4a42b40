/** The properties that the request and the success body share: derived from the contract, by name. */
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../../spec/json/exact-json.ts';
import { memoize, memoizeLast } from '../../../../spec/memoize.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerValue } from '../../../http/headers.ts';
import type { BodyPath } from '../../../http/json-path.ts';
import { isSuccess } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import { holdsFiles } from '../../request/payload/form-fields.ts';
import { findSentMedia } from '../../request/payload/payload.ts';
import type { CheckContext } from '../check.ts';

/** What was sent under a name and what came back; undefined where the name is not there. */
export interface SharedProperty {
  /** Of the object that has it. */
  readonly parentPath: BodyPath;
  readonly name: string;
  /** That of the answer. */
  readonly responseSchema: Schema;
  /** That of the request. */
  readonly requestSchema: Schema;
  /** The request has to give it. */
  readonly isRequired: boolean;
  /** The answer has to have it. */
  readonly isAlwaysReturned: boolean;
  readonly sent: Json | undefined;
  readonly returned: Json | undefined;
  /** RFC 7396: in a merge patch null takes away, at every depth but in lists. */
  readonly isMergePatch: boolean;
}

/** POST, PUT and PATCH store what they are sent; other methods answer with something else. */
const writingMethods = new Set(['POST', 'PUT', 'PATCH']);

/** Those whose value as sent the answer may have; none where nothing was stored. Asked first whether there are any. */
export const sharedProperties = memoizeLast(findShared);

function findShared(context: CheckContext): readonly SharedProperty[] {
  const { response, json, media, requestSpec, testCase } = context;
  const requestDeclaration = findSentMedia(testCase.operation, requestSpec);
  const flatRequest = requestDeclaration?.schema;
  if (testCase.expectation !== 'accept' || !writingMethods.has(testCase.operation.method) || flatRequest === undefined)
    return [];
  if (response === undefined || !isSuccess(response.status) || media?.schema === undefined || json?.ok !== true)
    return [];
  const { value: sent } = requestSpec;
  const { value: returned } = json;
  if (sent === undefined) return [];
  return pairRecords({
    sent,
    returned,
    requestSchema: flattenSchema(flatRequest),
    responseSchema: flattenSchema(media.schema),
  })
    .flatMap((record) =>
      sharedPropertiesOf(record, requestSpec).flatMap((property) => expandEnvelope(property, requestSpec)),
    )
    .filter((property) => canBeReturned(property) && !isUploaded(property, requestDeclaration));
}

/** Of a file something else comes back: where it is, or what it is called. */
function isUploaded(
  { parentPath, name, requestSchema: requestDeclaration }: SharedProperty,
  media: MediaType | undefined,
): boolean {
  const isForm = media !== undefined && /^multipart\//.test(media.range);
  return isForm && parentPath.length === 0 && holdsFiles(requestDeclaration, media.encoding?.get(name)?.types ?? []);
}

function canBeReturned({ responseSchema, sent, isMergePatch }: SharedProperty): boolean {
  return sent === undefined || (isMergePatch && sent === null) || isValid(responseSchema, sent, 'response');
}

/** What stands in `{ "data": { ... } }` cannot come back as a whole where the answer adds to it: then its members count. */
function expandEnvelope(property: SharedProperty, requestSpec: RequestSpec): readonly SharedProperty[] {
  const { parentPath, name, requestSchema: requestDeclaration, responseSchema, sent, returned } = property;
  if (!isJsonObject(sent) || !isJsonObject(returned) || canBeReturned(property)) return [property];
  const schemas = {
    requestSchema: flattenSchema(requestDeclaration),
    responseSchema: flattenSchema(responseSchema),
  };
  return sharedPropertiesOf({ at: [...parentPath, name], sent, returned, ...schemas }, requestSpec);
}

function sharedPropertiesOf(
  { at: parentPath, sent, returned, requestSchema: flatRequest, responseSchema: flatResponse }: SentRecord,
  requestSpec: RequestSpec,
): readonly SharedProperty[] {
  const isMergePatch = isMergePatchRequest(requestSpec);
  return declaredByBoth(flatRequest, flatResponse).map((declared) => ({
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
  /** Without combinators, as the other. */
  readonly requestSchema: Schema;
  readonly responseSchema: Schema;
}

interface SentRecord extends Bodies {
  readonly at: BodyPath;
  readonly sent: JsonObject;
  readonly returned: JsonObject;
}

/**
 * The object itself, or the items of a list, each with the one in its place. Those that came back elsewhere in the list
 * came back; a list of another length was made into something else, such as one without doubles.
 */
function pairRecords({
  sent,
  returned,
  requestSchema: flatRequest,
  responseSchema: flatResponse,
}: Bodies): readonly SentRecord[] {
  if (isJsonObject(sent) && isJsonObject(returned))
    return [unwrapEnvelope({ at: [], sent, returned, requestSchema: flatRequest, responseSchema: flatResponse })];
  if (!isJsonArray(sent) || !isJsonArray(returned) || sent.length !== returned.length) return [];
  const [requestDeclaration, responseItems] = [flatRequest.items, flatResponse.items];
  if (requestDeclaration === undefined || responseItems === undefined) return [];
  const names = [...flattenSchema(responseItems).properties.keys()].filter((name) =>
    flattenSchema(requestDeclaration).properties.has(name),
  );
  return sent.flatMap((item, index) => {
    const other = returned[index];
    if (!isJsonObject(item) || !isJsonObject(other) || returned.some((one) => isSameRecord(names, item, one)))
      return [];
    const schemas = {
      requestSchema: flattenSchema(requestDeclaration),
      responseSchema: flattenSchema(responseItems),
    };
    return [{ at: [index], sent: item, returned: other, ...schemas }];
  });
}

/** The record where the answer alone puts it into one, as `{ "data": { ... } }`: its only part that is an object. */
function unwrapEnvelope(record: SentRecord): SentRecord {
  const { sent, returned, requestSchema: flatRequest, responseSchema: flatResponse } = record;
  if (declaredByBoth(flatRequest, flatResponse).length > 0) return record;
  const objects = [...flatResponse.properties].filter(([, schema]) => flattenSchema(schema).properties.size > 0);
  const [[name, schema] = []] = objects;
  const inner = name === undefined ? undefined : ownMember(returned, name);
  if (objects.length !== 1 || name === undefined || schema === undefined || !isJsonObject(inner)) return record;
  return {
    at: [name],
    sent,
    returned: inner,
    requestSchema: flatRequest,
    responseSchema: flattenSchema(schema),
  };
}

function isSameRecord(names: readonly string[], sent: JsonObject, returned: Json): boolean {
  return (
    isJsonObject(returned) &&
    names.every((name) => isEqualJson(ownMember(sent, name) ?? null, ownMember(returned, name) ?? null))
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
    [...flatResponse.properties].flatMap(([name, schema]) => {
      const requestDeclaration = flatRequest.properties.get(name);
      if (requestDeclaration === undefined || [requestDeclaration, schema].some((one) => one.readOnly || one.writeOnly))
        return [];
      const isRequired = flatRequest.required.has(name);
      return [
        {
          name,
          responseSchema: schema,
          requestSchema: requestDeclaration,
          isRequired,
          isAlwaysReturned: flatResponse.required.has(name),
        },
      ];
    }),
  ),
);

/** Undefined for what an object has not of its own. */
export function ownMember(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
