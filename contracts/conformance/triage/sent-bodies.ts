/** The body of a request that was sent: its schema, and the same body with another value. JSON, forms and multipart. */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { isJsonType, type Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { headerValue } from '../../http/headers.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { createPayloads } from '../request/payload/create-payloads.ts';
import { findSentMedia, type Payload } from '../request/payload/payload.ts';
import { type Replacement, replaceSpelled } from './spelled-values.ts';

export interface SentBody {
  readonly schema: Schema;
  readonly value: Json;
  /** The request with this value, in the usual spelling. */
  withValue(value: Json): RequestSpec;
  /** The request as it was spelled, with other parts; undefined where they cannot be spelled in that way. */
  withParts(value: Json, replacements: readonly Replacement[]): RequestSpec | undefined;
}

/** Undefined where no schema describes the body. */
export function findSentBody(operation: Operation, requestSpec: RequestSpec): SentBody | undefined {
  const { value, body } = requestSpec;
  const media = findSentMedia(operation, requestSpec);
  if (value === undefined || media?.schema === undefined) return undefined;
  const { schema } = media;
  if (isJsonType(headerValue(requestSpec.headers, 'content-type') ?? ''))
    return {
      schema,
      value,
      withValue: (other) => ({ ...requestSpec, value: other, body: stringifyJson(other) }),
      withParts(other, replacements) {
        const text = typeof body === 'string' ? replaceSpelled(body, replacements) : undefined;
        return text === undefined ? undefined : { ...requestSpec, value: other, body: text };
      },
    };
  const payload = createPayloads(operation, undefined).find((one) => one.media === media && one.form !== undefined);
  if (payload === undefined) return undefined;
  const withValue = (other: Json) => formRequestSpec(requestSpec, payload, other);
  const isUsual = isSameContent(withValue(value).body, body);
  return { schema, value, withValue, withParts: (other) => (isUsual ? withValue(other) : undefined) };
}

function formRequestSpec(requestSpec: RequestSpec, payload: Payload, value: Json): RequestSpec {
  const { files = [] } = requestSpec;
  const written = payload.write(value, new Map(files.map(({ field, ...file }) => [field, file])));
  return { ...requestSpec, value, body: written.content, ...(written.files !== undefined && { files: written.files }) };
}

function isSameContent(one: RequestSpec['body'], other: RequestSpec['body']): boolean {
  return one !== undefined && other !== undefined && Buffer.from(one).equals(Buffer.from(other));
}
