/** What two values have in common that differ in their data alone: enough examples of a kind are one. */
import { isJsonArray, isJsonObject, type Json, jsonTypeOf } from '../../../spec/json/exact-json.ts';
import type { Recorded } from './exchange.ts';

/** The same text for exchanges of one shape. */
export function shapeOf({ operation, status, parameters, request, response }: Recorded): string {
  const names = parameters.map(
    ({ parameter, value }) => `${parameter.in} ${parameter.name} ${valueShape(value)}`,
  );
  const bodies = [request, response].map((body) =>
    body === undefined ? 'none' : `${body.media.range} ${valueShape(body.value)}`,
  );
  return JSON.stringify([operation.id, status, ...names.toSorted(), ...bodies]);
}

/** Lists by what kinds of items they have; numbers whether whole or not are numbers. */
function valueShape(value: Json): string {
  if (isJsonArray(value)) return `[${[...new Set(value.map(valueShape))].toSorted().join('|')}]`;
  if (!isJsonObject(value)) return jsonTypeOf(value).replace('integer', 'number');
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${valueShape(value[name] ?? null)}`).join(',')}}`;
}
