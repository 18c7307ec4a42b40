import { isEqualJson } from '../../../spec/json/exact-json.ts';
import type { UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { describeValue, formatPath } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { KnownRecord } from '../model/sequence.ts';
import { currentName, getProperty } from '../stateful/model/response-records.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';
import { otherWriteViolations } from './records/changed-by-other-writes.ts';
import { creationTimeViolations } from './records/creation-time.ts';
import { differencesFromWritten, nameOfOtherRecord, type WrittenDifference } from './records/last-written.ts';
import {
  findContentDifference,
  findTypeDifference,
  findUploadedContentDifference,
} from './records/non-json-contents.ts';
import { describeWrite } from './records/record-history.ts';
import { cacheReason, unconfirmedCreationReason } from './records/tolerance-reasons.ts';
import { fileDifferences } from './records/uploaded-file.ts';

export const readReturnsWritten: Check = {
  id: 'read-returns-written',
  severity: 'error',
  invariant: 'a record is read as it was last written: created, replaced or changed',
  title: 'A record is not read as it was written',
  why: 'The client relies on data that is not stored. Likely causes: a read from a stale copy; a PUT that keeps what it must replace; a PATCH that clears omitted properties or sets them to defaults; two records under one identifier; an UPDATE with the wrong condition, which changes other records too; a property without a column. Store everything that was accepted, and read from there.',
  references: 'RFC 9110, section 9.3.1 (GET) and section 9.3.4 (PUT); RFC 5789, section 2 (PATCH)',
  mayBeDelayed: true,
  appliesTo: ({ expectedState, response }) =>
    (expectedState?.expects === 'record' ||
      expectedState?.expects === 'uploaded file' ||
      expectedState?.expects === 'unwritten') &&
    response !== undefined &&
    isSuccess(response.status),
  violations(context) {
    const { expectedState, response } = context;
    if (response === undefined || !isSuccess(response.status)) return [];
    if (expectedState?.expects === 'uploaded file') return uploadedContentViolations(context, expectedState.file);
    if (expectedState?.expects === 'unwritten')
      return otherWriteViolations(context, expectedState).map((violation) =>
        downgradeIfTolerated(violation, cacheReason(context)),
      );
    if (expectedState?.expects !== 'record') return [];
    const { record, onlyProperty } = expectedState;
    const toleranceReason = unconfirmedCreationReason(record) ?? cacheReason(context);
    return [
      ...recordViolations(context, record, onlyProperty).map((violation) =>
        downgradeIfTolerated(violation, toleranceReason),
      ),
      ...creationTimeViolations(context, record).map((violation) => downgradeIfTolerated(violation, toleranceReason)),
      ...contentViolations(context, record, toleranceReason),
      ...uploadViolations(context, record).map((violation) => downgradeIfTolerated(violation, toleranceReason)),
    ];
  },
};

/** Compares what the record shows of a file with the part that was uploaded. */
function uploadViolations({ json, media }: CheckContext, { writes }: KnownRecord): readonly Violation[] {
  const write = writes.at(-1);
  const [file, ...others] = write?.requestSpec.files ?? [];
  if (write === undefined || file === undefined || others.length > 0) return [];
  if (json?.ok !== true || media?.schema === undefined) return [];
  const upload = { file, create: write.operation };
  return fileDifferences(json.value, media.schema, upload).map(({ path, schema, expected, received }) => ({
    expected: `${formatPath(path)}: ${expected} (${describeWrite(write)})`,
    received: describeValue(received),
    responsePart: { in: 'body', path },
    place: schema.place,
    requirement: `the property describes the part "${file.field}" of the form`,
    key: `${formatPath(path)} of file`,
  }));
}

function uploadedContentViolations(context: CheckContext, file: UploadedFile): readonly Violation[] {
  const other = findUploadedContentDifference(context, file);
  if (other === undefined) return [];
  const violation = {
    expected: `${other.sent} (the part "${file.field}" that was uploaded)`,
    received: other.received,
    responsePart: { in: 'body', path: [] },
    place: context.media?.place ?? context.testCase.operation.place,
    requirement: 'the content of an uploaded file is read as it was sent',
    key: 'uploaded file',
  } as const;
  return [downgradeIfTolerated(violation, cacheReason(context))];
}

/** Compares bodies that are text or binary data. */
function contentViolations(
  context: CheckContext,
  record: KnownRecord,
  toleranceReason: string | undefined,
): readonly Violation[] {
  const other = findContentDifference(context, record) ?? findTypeDifference(context, record);
  if (other === undefined) return [];
  const { write, sent, received, reason, sentence } = other;
  const violation = {
    expected: `${sent} (${describeWrite(write)})`,
    received,
    responsePart: { in: 'body', path: [] },
    place: context.media?.place ?? context.testCase.operation.place,
    requirement:
      sentence === undefined
        ? 'content of one media type is read as it was written'
        : `the contract says "${sentence.trim()}"`,
    key: `contents ${write.kind}`,
  } satisfies Violation;
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
      expected: `the record in the path: ${idName} ${describeValue(currentName(record) ?? '')}`,
      received: `another record: ${idName} ${describeValue(other)}`,
      responsePart: { in: 'body', path: [idName] },
      place: context.media?.place ?? context.testCase.operation.place,
      requirement: 'the path identifies the record',
      key: 'another record',
    },
  ];
}

/** A changed state may move on by itself, but not back to an earlier value; and one record may take a flag from another. */
function stateChangeReason({ property, write }: WrittenDifference, { writes }: KnownRecord): string | undefined {
  const { name, responseSchema, sent, returned } = property;
  if (sent === true && returned === false && isExclusiveFlag(name))
    return 'only one record may have the flag, and another one was written since';
  if (write.kind === 'create' || flattenSchema(responseSchema).enum === undefined || returned === undefined)
    return undefined;
  const before = writes.map(({ requestSpec }) => getProperty(requestSpec.value, name) ?? null);
  return before.some((value) => isEqualJson(value, returned)) ? undefined : 'a state may change by itself';
}

/** `isDefault`, `primary` */
function isExclusiveFlag(name: string): boolean {
  return /^(?:is_?)?(?:default|primary|main|preferred|current|selected)(?![a-z])/i.test(name);
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
  const expectedText = isUnchanged ? 'no value, because it was omitted' : expected;
  return {
    expected: `${formatPath(path)}: ${expectedText} (${describeWrite(write)})`,
    received,
    responsePart: { in: 'body', path, from: fromCharacter },
    place: responseSchema.place,
    requirement: `"${name}" can be written and read: it is read as it was written`,
    key: `${name} ${problem} ${write.kind}`,
  };
}
