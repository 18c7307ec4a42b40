import { isJsonObject, type Json, sameJson } from '../../../spec/json/exact-json.ts';
import { describeValue, formatPath } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Path, valueAt } from '../request/values/sites.ts';
import { partOf } from '../stateful/model/records.ts';
import { type Check, type Judged, weighed } from './check.ts';

export const readOnlyIsKept: Check = {
  id: 'read-only-is-kept',
  severity: 'fault',
  holds: 'what a client sends for a readOnly property does not become its value',
  title: 'A client can set what is read-only',
  why: 'Whoever knows the name of the property chooses the id, the owner or the date of a record. Likely cause: the body is bound to the stored record as a whole. Take the properties that clients may set from the body, and give the others yourself.',
  restsOn: 'OpenAPI 3.0, Schema Object (readOnly); JSON Schema Validation 2020-12, section 9.4',
  appliesTo: ({ draft, answer, json }) =>
    draft.imposed !== undefined && answer !== undefined && isSuccess(answer.status) && json?.ok === true,
  violations(judged) {
    const { draft, case: tried } = judged;
    const { imposed = [], value: body } = draft;
    const [sent, returned] = [
      body === undefined ? undefined : valueAt(body, imposed),
      returnedAt(judged, imposed),
    ];
    if (sent === undefined || returned === undefined || !sameJson(sent, returned)) return [];
    const name = formatPath(imposed);
    const violation = {
      expected: `${name}: not ${describeValue(sent)}, as it is readOnly and was sent by the client`,
      received: describeValue(returned),
      at: { in: 'body', path: imposed },
      place: tried.place,
      rule: 'attempts to change a readOnly property are ignored or rejected (JSON Schema 2020-12, validation, section 9.4)',
      key: name,
    } as const;
    return [weighed(violation, whyOpen(judged, imposed, body))];
  },
};

function returnedAt({ json }: Judged, path: Path): Json | undefined {
  if (json?.ok !== true) return undefined;
  const [name] = path;
  const isTop = path.length === 1 && typeof name === 'string';
  return isTop ? partOf(json.value, name) : valueAt(json.value, path);
}

/** What a POST answers with 200 need not be a record, and a part inside may be one that was there before. */
function whyOpen(
  { answer, case: { operation } }: Judged,
  path: Path,
  body: Json | undefined,
): string | undefined {
  if (operation.openapi !== '3.1') return 'OpenAPI 3.0 says SHOULD NOT, and to clients';
  if (path.length > 1 && !isEnvelope(path, body)) return 'the part inside may name another record';
  const isRecord = operation.method !== 'POST' || answer?.status === 201;
  return isRecord ? undefined : 'the answer may be a result of its own and not the record';
}

/** `{ "data": { ... } }` */
function isEnvelope(path: Path, body: Json | undefined): boolean {
  return path.length === 2 && isJsonObject(body) && Object.keys(body).length === 1;
}
