/** The time at which a record was created: later writes keep it. */
import { isJsonObject } from '../../../../spec/json/exact-json.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { isCreationTime } from '../../stateful/actions/kept-names.ts';
import { recordInEnvelope } from '../../stateful/model/envelopes.ts';
import { getProperty, parseBody } from '../../stateful/model/response-records.ts';
import type { CheckContext, Violation } from '../check.ts';
import { describeWrite } from './record-history.ts';

/** Compares two reads: a response to a write may show the time more precisely than it is stored. */
export function creationTimeViolations(
  { json, media, exchange, testCase }: CheckContext,
  { writes, lastShown }: KnownRecord,
): readonly Violation[] {
  const write = writes.at(-1);
  if (write === undefined || write.kind === 'create' || json?.ok !== true || !isJsonObject(json.value)) return [];
  if (lastShown?.request.method !== 'GET' || lastShown.request.url !== exchange.request.url) return [];
  const shown = recordInEnvelope(json.value) ?? json.value;
  const { value } = write.requestSpec;
  return Object.entries(shown).flatMap(([name, current]): readonly Violation[] => {
    const before = getProperty(parseBody(lastShown), name);
    if (!isCreationTime(name) || typeof before !== 'string' || typeof current !== 'string') return [];
    const hasMoved = Date.parse(before) !== Date.parse(current) && !Number.isNaN(Date.parse(current));
    if (!hasMoved || getProperty(value, name) !== undefined) return [];
    return [
      {
        expected: `${name}: ${JSON.stringify(before)}, as before ${describeWrite(write)}`,
        received: JSON.stringify(current),
        responsePart: { in: 'body', path: [name] },
        place: media?.place ?? testCase.operation.place,
        requirement: 'a record that is replaced or changed was created when it was created first',
        key: `${name} of creation`,
      },
    ];
  });
}
