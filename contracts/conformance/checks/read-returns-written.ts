import { isEqualJson } from '../../../spec/json/exact-json.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeValue, formatPath } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { getProperty } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { differencesFromWritten, nameOfOtherRecord, type WrittenDifference } from './records/last-written.ts';
import { findContentDifference } from './records/non-json-contents.ts';
import { describeWrite } from './records/record-history.ts';
import { cacheReason, unconfirmedCreationReason } from './records/tolerance-reasons.ts';

export const readReturnsWritten: Check = {
  id: 'read-returns-written',
  severity: 'error',
  invariant: 'a record that is read is as it was written last: created, replaced or changed',
  title: 'What is read is not what was written',
  why: 'The client believes that one thing was stored, and another was. Likely causes: a read that is answered from a stale copy; a PUT that keeps what it was to replace; a PATCH that clears, or sets to defaults, what it does not name; a record kept under a name that another one has too; a property that is stored in no column. Store the whole of what was accepted, and answer reads from there.',
  references: 'RFC 9110, section 9.3.1 (GET) and section 9.3.4 (PUT); RFC 5789, section 2 (PATCH)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) =>
    expectedState?.expects === 'record' && response !== undefined && isSuccess(response.status),
  violations(context) {
    const { expectedState, response } = context;
    if (expectedState?.expects !== 'record' || response === undefined || !isSuccess(response.status)) return [];
    const { record, onlyProperty } = expectedState;
    const toleranceReason = unconfirmedCreationReason(record) ?? cacheReason(context);
    return [
      ...recordViolations(context, record, onlyProperty).map((violation) =>
        downgradeIfTolerated(violation, toleranceReason),
      ),
      ...contentViolations(context, record, toleranceReason),
    ];
  },
};

/** Compares bodies that are text or binary data. */
function contentViolations(
  context: CheckContext,
  record: KnownRecord,
  toleranceReason: string | undefined,
): readonly Violation[] {
  const other = findContentDifference(context, record);
  if (other === undefined) return [];
  const { write, sent, received, reason } = other;
  const violation = {
    expected: `${sent} (${describeWrite(write)})`,
    received,
    responsePart: { in: 'body', path: [] },
    place: context.media?.place ?? context.testCase.operation.place,
    requirement: 'what is written and what is read are of one media type: it is read as it was written',
    key: `contents ${write.kind}`,
  } as const;
  return [downgradeIfTolerated(violation, toleranceReason ?? reason)];
}

function recordViolations(
  context: CheckContext,
  record: KnownRecord,
  onlyProperty: string | undefined,
): readonly Violation[] {
  const other = nameOfOtherRecord(context, record);
  if (other === undefined)
    return differencesFromWritten(context, record)
      .filter(({ property }) => onlyProperty === undefined || property.name === onlyProperty)
      .map((difference) => downgradeIfTolerated(propertyViolation(difference), stateChangeReason(difference, record)));
  const { idName = 'id' } = record;
  return [
    {
      expected: `the record that the path names: ${idName} ${describeValue(record.pathValues.at(-1) ?? '')}`,
      received: `another one: ${idName} ${describeValue(other)}`,
      responsePart: { in: 'body', path: [idName] },
      place: context.media?.place ?? context.testCase.operation.place,
      requirement: 'the path names the record',
      key: 'another record',
    },
  ];
}

/** A changed state may move on by itself, but not back to an earlier value. */
function stateChangeReason({ property, write }: WrittenDifference, { writes }: KnownRecord): string | undefined {
  const { name, responseSchema, returned } = property;
  if (write.kind === 'create' || flattenSchema(responseSchema).enum === undefined || returned === undefined)
    return undefined;
  const before = writes.map(({ requestSpec }) => getProperty(requestSpec.value, name) ?? null);
  return before.some((value) => isEqualJson(value, returned)) ? undefined : 'a state may move on by itself';
}

function propertyViolation({
  path,
  fromCharacter,
  expected,
  received,
  change = '',
  property,
  write,
  isUnchanged,
}: WrittenDifference): Violation {
  const { name, responseSchema, returned } = property;
  const problem = isUnchanged ? 'kept' : returned === undefined ? 'lost' : `changed ${change}`;
  const expectedText = isUnchanged ? 'nothing, as it was left out' : expected;
  return {
    expected: `${formatPath(path)}: ${expectedText} (${describeWrite(write)})`,
    received,
    responsePart: { in: 'body', path, from: fromCharacter },
    place: responseSchema.place,
    requirement: `"${name}" is a property of what is written and of what is read: it is read as it was written`,
    key: `${name} ${problem} ${write.kind}`,
  };
}
