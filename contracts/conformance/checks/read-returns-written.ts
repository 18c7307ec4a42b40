import { sameJson } from '../../../spec/json/exact-json.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { describeValue, formatPath } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Known } from '../model/sequence.ts';
import { partOf } from '../stateful/model/records.ts';
import { type Check, type Judged, type Violation, weighed } from './check.ts';
import { otherContents } from './records/contents.ts';
import { cached, doubtedCreation } from './records/doubts.ts';
import { writtenBy } from './records/history.ts';
import { otherName, type Unlike, unlikeWritten } from './records/written.ts';

export const readReturnsWritten: Check = {
  id: 'read-returns-written',
  severity: 'fault',
  holds: 'a record that is read is as it was written last: created, replaced or changed',
  title: 'What is read is not what was written',
  why: 'The client believes that one thing was stored, and another was. Likely causes: a read that is answered from a stale copy; a PUT that keeps what it was to replace; a PATCH that clears, or sets to defaults, what it does not name; a record kept under a name that another one has too; a property that is stored in no column. Store the whole of what was accepted, and answer reads from there.',
  restsOn: 'RFC 9110, section 9.3.1 (GET) and section 9.3.4 (PUT); RFC 5789, section 2 (PATCH)',
  mayTakeTime: true,
  appliesTo: ({ recall, answer }) =>
    recall?.expects === 'record' && answer !== undefined && isSuccess(answer.status),
  violations(judged) {
    const { recall, answer } = judged;
    if (recall?.expects !== 'record' || answer === undefined || !isSuccess(answer.status)) return [];
    const { record, only } = recall;
    const doubt = doubtedCreation(record) ?? cached(judged);
    return [
      ...found(judged, record, only).map((violation) => weighed(violation, doubt)),
      ...inContents(judged, record, doubt),
    ];
  },
};

/** Of texts and bytes. */
function inContents(judged: Judged, record: Known, doubt: string | undefined): readonly Violation[] {
  const other = otherContents(judged, record);
  if (other === undefined) return [];
  const { write, sent, received, because } = other;
  const violation = {
    expected: `${sent} (${writtenBy(write)})`,
    received,
    at: { in: 'body', path: [] },
    place: judged.media?.place ?? judged.case.operation.place,
    rule: 'what is written and what is read are of one media type: it is read as it was written',
    key: `contents ${write.kind}`,
  } as const;
  return [weighed(violation, doubt ?? because)];
}

function found(judged: Judged, record: Known, only: string | undefined): readonly Violation[] {
  const other = otherName(judged, record);
  if (other === undefined)
    return unlikeWritten(judged, record)
      .filter(({ property }) => only === undefined || property.name === only)
      .map((unlike) => weighed(violationOf(unlike), movedOn(unlike, record)));
  const { idName = 'id' } = record;
  return [
    {
      expected: `the record that the path names: ${idName} ${describeValue(record.values.at(-1) ?? '')}`,
      received: `another one: ${idName} ${describeValue(other)}`,
      at: { in: 'body', path: [idName] },
      place: judged.media?.place ?? judged.case.operation.place,
      rule: 'the path names the record',
      key: 'another record',
    },
  ];
}

/** A state that was changed may have become another one by itself; back to what it was it does not go. */
function movedOn({ property, write }: Unlike, { writes }: Known): string | undefined {
  const { name, schema, returned } = property;
  if (write.kind === 'create' || flatten(schema).enum === undefined || returned === undefined)
    return undefined;
  const before = writes.map(({ draft }) => partOf(draft.value, name) ?? null);
  return before.some((value) => sameJson(value, returned)) ? undefined : 'a state may move on by itself';
}

function violationOf({
  path,
  from,
  expected,
  received,
  manner = '',
  property,
  write,
  isKept,
}: Unlike): Violation {
  const { name, schema, returned } = property;
  const how = isKept ? 'kept' : returned === undefined ? 'lost' : `changed ${manner}`;
  const told = isKept ? 'nothing, as it was left out' : expected;
  return {
    expected: `${formatPath(path)}: ${told} (${writtenBy(write)})`,
    received,
    at: { in: 'body', path, from },
    place: schema.place,
    rule: `"${name}" is a property of what is written and of what is read: it is read as it was written`,
    key: `${name} ${how} ${write.kind}`,
  };
}
