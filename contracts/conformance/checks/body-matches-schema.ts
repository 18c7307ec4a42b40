import { isUtf8 } from 'node:buffer';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { formatPath, isValid, type Violation as SchemaViolation, validate } from '../../../spec/validation/validate.ts';
import { headerValue } from '../../http/headers.ts';
import { allowsNoResponse } from '../model/untestable.ts';
import { parseCharset } from '../request/parameters/content-type.ts';
import { type Check, type CheckContext, reasonForNoBody } from './check.ts';
import { itemViolations, receivedItems } from './sequences/sequence-violations.ts';

export const bodyMatchesSchema: Check = {
  id: 'body-matches-schema',
  severity: 'error',
  invariant: 'the body matches the schema that the contract declares for the status, with exact integers',
  title: 'The body does not match its schema',
  why: 'A typed client reads a value that its type does not allow. Likely causes: a missing property, null for an unknown value, a number sent as a string, a number outside its integer type, an envelope around the record. Build the response from the declared type, and omit properties without a value.',
  references: 'OpenAPI, Media Type Object and Schema Object; in OpenAPI 3.1, JSON Schema 2020-12',
  frameworkDefaults:
    'Jackson (unless JsonInclude.NON_NULL) and System.Text.Json (unless JsonIgnoreCondition.WhenWritingNull) write null for missing values; Go encoding/json writes the zero value (unless omitempty)',
  appliesTo: (context) => {
    const { media } = context;
    if ((receivedItems(context) ?? []).length > 0) return true;
    return bodyValue(context) !== undefined && media?.schema !== undefined && !allowsNoResponse(media.schema);
  },
  violations(context) {
    return bodyErrors(context).map(({ path, keyword, place, expected, received }) => ({
      responsePart: { in: 'body', path },
      expected: `${formatPath(path)}: ${expected}`,
      received,
      place,
      // Without array indexes: all items of a list share one cause.
      key: `${context.declared?.status} ${keyword} ${formatPath(path.filter((part) => typeof part === 'string'))}`,
    }));
  },
};

function bodyErrors(context: CheckContext): readonly SchemaViolation[] {
  const { media } = context;
  const items = receivedItems(context);
  if (items !== undefined && media?.itemSchema !== undefined) return itemViolations(media.itemSchema, items);
  const value = bodyValue(context);
  return value === undefined || media?.schema === undefined ? [] : validate(media.schema, value, 'response');
}

/** The value that the schema describes: of JSON, or of a text whose schema is that of a string. */
function bodyValue(context: CheckContext): Json | undefined {
  const { json, media } = context;
  if (json?.ok === true) return json.value;
  return json === undefined && media?.schema !== undefined ? textValue(context, media.schema) : undefined;
}

function textValue({ response, media, exchange }: CheckContext, schema: Schema): string | undefined {
  const { types } = flattenSchema(schema);
  if (types?.size !== 1 || !types.has('string') || response === undefined) return undefined;
  const { status, headers, body } = response;
  const type = headerValue(headers, 'content-type') ?? '';
  const isText = /^text\//.test(media?.range ?? '') && /^text\/(?!event-stream)/i.test(type);
  const isWhole = status !== 206 && reasonForNoBody(exchange.request.method, status) === undefined;
  const isReadable = isUtf8(body) && /^utf-?8$/.test(parseCharset(type) ?? 'utf-8');
  if (!isText || !isWhole || !isReadable || headerValue(headers, 'content-encoding') !== undefined) return undefined;
  const text = Buffer.from(body).toString('utf8');
  // Many implementations end a text with a line end.
  const trimmed = text.trimEnd();
  return isValid(schema, trimmed, 'response') ? trimmed : text;
}
