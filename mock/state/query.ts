/** What the query of a list asks for. */

import {
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../spec/json/exact-json.ts';
import type { Parameter } from '../../spec/model/contract.ts';
import type { ListBound } from '../../spec/resources/bounds.ts';
import type { ListFilter, ListParameters } from '../../spec/resources/list-parameters.ts';

/** A value sent by a client, or the default that the contract gives. */
export function sentOrDefault(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): Json | undefined {
  if (parameter === undefined) return undefined;
  return parameters.get(`query.${parameter.name}`) ?? parameter.schema?.default?.value;
}

export function wholeOf(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): number | undefined {
  const value = sentOrDefault(parameters, parameter);
  return isInteger(value) ? Math.max(0, Math.min(Number(value), Number.MAX_SAFE_INTEGER)) : undefined;
}

type Test = (record: JsonObject) => boolean;

/** Only what was sent counts: a default says what is meant by silence to the real store, which may be no filter. */
export function wantedOf<T extends { readonly value: JsonObject }>(
  all: readonly T[],
  { filters, bounds }: Pick<ListParameters, 'filters' | 'bounds'>,
  sent: ReadonlyMap<string, Json>,
): readonly T[] {
  const tests = [
    ...bounds.flatMap((bound) => boundTest(bound, sent) ?? []),
    ...filters.flatMap((filter) => filterTest(filter, sent) ?? []),
  ];
  return tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
}

function filterTest({ parameter, property }: ListFilter, sent: ReadonlyMap<string, Json>): Test | undefined {
  const wanted = sent.get(`query.${parameter.name}`);
  if (wanted === undefined || isForAll(parameter, wanted)) return undefined;
  return (record) => meets(Object.hasOwn(record, property) ? record[property] : undefined, wanted);
}

/** A number in the unit of the property, as far as the contract tells. */
function boundTest(
  { parameter, member, property, side }: ListBound,
  parameters: ReadonlyMap<string, Json>,
): Test | undefined {
  const sent = parameters.get(`query.${parameter.name}`);
  const bound = member !== undefined && isJsonObject(sent) ? sent[member] : sent;
  if (!isNumeric(bound)) return undefined;
  return (record) => {
    const value = Object.hasOwn(record, property) ? record[property] : undefined;
    if (!isNumeric(value)) return true;
    const order = compareNumbers(value, bound);
    return side === 'from' ? order >= 0 : order <= 0;
  };
}

/** `state=all` beside `open` and `closed` asks for no state. */
function isForAll({ schema }: Parameter, wanted: Json): boolean {
  return schema?.enum !== undefined && (wanted === 'all' || wanted === 'any');
}

/** What an object is called by: `tags=new` finds `{ "tags": [{ "id": 1, "name": "new" }] }`. */
const names = ['id', 'name', 'key', 'code', 'slug'];

/** Of several values wanted any will do, and of several in the record too. */
function meets(value: Json | undefined, wanted: Json): boolean {
  if (isJsonArray(wanted)) return wanted.some((one) => meets(value, one));
  if (value === undefined) return false;
  if (isJsonArray(value)) return value.some((one) => meets(one, wanted));
  if (isJsonObject(wanted))
    return isJsonObject(value) && Object.entries(wanted).every(([name, part]) => meets(value[name], part));
  const called = isJsonObject(value) ? names.map((name) => value[name]) : [value];
  return called.some((one) => one !== undefined && !isJsonObject(one) && String(one) === String(wanted));
}
