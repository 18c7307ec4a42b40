/** Finds what a write of one record has changed in another one. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { describeValue } from '../../../../spec/validation/validate.ts';
import type { ExpectedState, RecordWrite } from '../../model/sequence.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';
import { getProperty, parseBody } from '../../stateful/model/response-records.ts';
import type { CheckContext, Violation } from '../check.ts';
import { isServerManaged } from './last-written.ts';
import { describeWrite } from './record-history.ts';

type Unwritten = Extract<ExpectedState, { expects: 'unwritten' }>;

/**
 * Only a property that now has exactly the value that was sent for the other record: an implementation may unset the
 * default of the others, move their positions, or count.
 */
export function otherWriteViolations(
  { json, media, testCase }: CheckContext,
  { record, before, otherWrites }: Unwritten,
): readonly Violation[] {
  if (json?.ok !== true) return [];
  const body = json.value;
  const names = new Set(otherWrites.flatMap(({ requestSpec }) => namesIn(requestSpec.value)));
  return [...names].flatMap((name): readonly Violation[] => {
    const [old, current] = [getProperty(parseBody(before), name), getProperty(body, name)];
    if (old === undefined || current === undefined || isEqualJson(old, current)) return [];
    if (name === record.idName || isIdentifier(name) || isServerManaged(name)) return [];
    const write = writeOfValue(otherWrites, name, current);
    if (write === undefined) return [];
    return [
      {
        expected: `${name}: ${describeValue(old)}, as before ${describeWrite(write)}, which was about another record`,
        received: `${describeValue(current)}, as that request sent it`,
        responsePart: { in: 'body', path: [name] },
        place: media?.place ?? testCase.operation.place,
        requirement: 'a write changes the record in its path, and no others',
        key: `${name} of another`,
      },
    ];
  });
}

function namesIn(sent: Json | undefined): readonly string[] {
  return sent !== undefined && typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
}

/**
 * A free text comes from its request alone. Of other values only the one value that was sent: where there are two, a
 * side effect of the first may be equal to the second. A flag that only one record has is unset in the others, so it
 * does not explain that both have it.
 */
function writeOfValue(writes: readonly RecordWrite[], name: string, current: Json): RecordWrite | undefined {
  if (current === null || typeof current === 'object') return undefined;
  const sentIn = ({ requestSpec }: RecordWrite) => getProperty(requestSpec.value, name);
  const senders = writes.filter((write) => sentIn(write) !== undefined);
  const write = senders.find((one) => isEqualJson(sentIn(one) ?? null, current));
  if (write === undefined || isFreeText(write, name)) return write;
  const last = senders.at(-1);
  if (current === true && last !== undefined && sentIn(last) === true) return last;
  return senders.every((one) => isEqualJson(sentIn(one) ?? null, current)) ? write : undefined;
}

function isFreeText({ operation, requestSpec }: RecordWrite, name: string): boolean {
  if (typeof getProperty(requestSpec.value, name) !== 'string') return false;
  const schemas = (operation.requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []);
  const declared = schemas.flatMap((schema): readonly Schema[] => {
    const property = flattenSchema(schema).properties.get(name);
    return property === undefined ? [] : [property];
  });
  return declared.every((schema) => {
    const { enum: values, const: only, format } = flattenSchema(schema);
    return values === undefined && only === undefined && format === undefined;
  });
}
