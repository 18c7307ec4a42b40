import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { matchName } from '../../../spec/resources/paths.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { headerOf } from '../../http/headers.ts';
import type { Draft } from '../model/draft.ts';
import { statusOf } from '../model/exchange.ts';
import type { Known, Recall } from '../model/sequence.ts';
import { isSameName } from '../request/values/names.ts';
import type { Check, Judged } from './check.ts';
import { createdWith } from './records/history.ts';

export const createdIsNew: Check = {
  id: 'created-is-new',
  severity: 'fault',
  holds: 'what is created has a name that no other record has',
  title: 'Two records have one name',
  why: 'The first client goes on with its record and finds that of the second: one of the two is lost, or shown to the wrong person. Likely causes: a name made of the time, of a count of what is there, or of a random number that is too short; a counter that two requests read before either writes. Let the database give the names, or make them of enough chance.',
  restsOn: 'RFC 9110, section 9.3.3 (POST creates a resource) and section 15.3.2 (201)',
  appliesTo: ({ recall, exchange }) => recall?.expects === 'new' && statusOf(exchange) === 201,
  violations(judged) {
    const { recall, exchange, case: tried } = judged;
    if (recall?.expects !== 'new') return [];
    const name = recall.called(exchange);
    const other = name === undefined ? undefined : recall.others.find((one) => isTaken(one, name, recall));
    const { isAlike = false } = recall;
    if (name === undefined || other === undefined || (isGiven(name, judged) && !isAlike)) return [];
    return [
      {
        expected: `a name of its own, since another record ${createdWith(other)}, is called ${describeValue(name)}`,
        received: `the same name: ${describeValue(name)}`,
        at: { in: 'body', path: [] },
        place: judged.media?.place ?? tried.operation.place,
        rule: 'with 201 something new was created (RFC 9110, section 15.3.2)',
        key: 'taken',
      },
    ];
  },
};

/** By a record that was created in the same way with other contents, and is there. */
function isTaken(
  { values, removal, isLost, writes: [first] }: Known,
  name: Json,
  { draft }: Extract<Recall, { expects: 'new' }>,
): boolean {
  if (first === undefined || removal !== undefined || isLost === true) return false;
  const isOther = !isRepeated(first.draft, draft) && statusOf(first.exchange) === 201;
  return isOther && isSameName(values.at(-1) ?? '', name);
}

/** What is sent again, by its contents or by the key of an idempotent request, may be what was created before. */
function isRepeated(one: Draft, other: Draft): boolean {
  const [key, again] = [one, other].map(({ headers }) => headerOf(headers, 'idempotency-key'));
  return (key !== undefined && key === again) || String(one.body) === String(other.body);
}

/** By the client: in the path or in the body. */
function isGiven(name: Json, { draft, case: { operation } }: Judged): boolean {
  const [path = ''] = draft.path.split('?');
  const sent = isJsonObject(draft.value) ? Object.values(draft.value) : [];
  const texts = sent.filter((value) => value !== null && typeof value !== 'object');
  return [...(matchName(operation.path, path) ?? []), ...texts].some((value) => isSameName(value, name));
}
