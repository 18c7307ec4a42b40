/** The items of a response that is a sequence (events, lines of JSON), by the schema that the contract has for each. */
import { type Json, parseJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { type Violation as SchemaViolation, validate } from '../../../../spec/validation/validate.ts';
import { parseSequence, type SequenceItem, sequenceFormat } from '../../../../spec/wire/sequence.ts';
import { headerValue } from '../../../http/headers.ts';
import type { CheckContext } from '../check.ts';

/** Undefined if the response is not a sequence whose items the contract describes. */
export function receivedItems({ response, media }: CheckContext): readonly SequenceItem[] | undefined {
  if (response === undefined || media?.itemSchema === undefined) return undefined;
  const format = sequenceFormat(headerValue(response.headers, 'content-type') ?? '');
  return format === undefined ? undefined : parseSequence(format, Buffer.from(response.body).toString('utf8'));
}

/** The path of each violation begins with the index of its item. */
export function itemViolations(schema: Schema, items: readonly SequenceItem[]): readonly SchemaViolation[] {
  return items.flatMap((item, index) =>
    violationsOf(schema, item).map((one) => ({ ...one, path: [index, ...one.path] })),
  );
}

function violationsOf(schema: Schema, item: SequenceItem): readonly SchemaViolation[] {
  if (!item.ok) return [unreadable(schema, item.reason)];
  const errors = validate(schema, item.value, 'response');
  return errors.length > 0 ? errors : contentViolations(schema, item.value);
}

/** The JSON in the data of an event, by the alternative of the schema that the event has. */
function contentViolations(schema: Schema, event: Json): readonly SchemaViolation[] {
  const count = Math.max(1, schema.oneOf.length, schema.anyOf.length);
  const errors = Array.from({ length: count }, (_unused, index) => flattenSchema(schema, index))
    .filter((one) => validate(one, event, 'response').length === 0)
    .map((one) => dataViolations(one.properties.get('data'), event));
  return errors.some((one) => one.length === 0) ? [] : (errors[0] ?? []);
}

function dataViolations(data: Schema | undefined, event: Json): readonly SchemaViolation[] {
  const content = data === undefined ? undefined : flattenSchema(data).contentSchema;
  const text = isEventWithText(event) ? event.data : undefined;
  if (content === undefined || text === undefined) return [];
  const parsed = parseJson(text);
  const errors = parsed.ok ? validate(content, parsed.value, 'response') : [unreadable(content, parsed.reason)];
  return errors.map((one) => ({ ...one, path: ['data', ...one.path] }));
}

function isEventWithText(event: Json): event is { readonly data: string } {
  return typeof event === 'object' && event !== null && 'data' in event && typeof event.data === 'string';
}

function unreadable({ place }: Schema, reason: string): SchemaViolation {
  return { path: [], keyword: 'type', place, expected: 'JSON', received: `no JSON: ${reason}` };
}
