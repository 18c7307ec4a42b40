import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import type { LintRule } from '../rule.ts';
import { rootsOf } from '../schemas/roots.ts';

export const exampleDirection: LintRule = {
  id: 'example-direction',
  severity: 'advice',
  holds: 'no example of an answer shows a writeOnly property, none of a request a readOnly one',
  title: 'An example shows a property that does not go this way',
  why: 'Who copies the request sends what the server ignores or refuses; an answer that shows a password teaches to leak it. Take the property out of the example.',
  restsOn: 'OpenAPI 3.0, Schema Object (readOnly, writeOnly); JSON Schema Validation 2020-12, section 9.4',
  *problems(contract) {
    for (const { subject, schema, direction, examples } of rootsOf(contract)) {
      for (const { value, place } of examples) {
        const name = wrongWayIn(schema, value, direction);
        if (name === undefined) continue;
        const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
        yield { subject, place, expected: `no ${keyword} property in a ${direction}`, received: `"${name}"` };
      }
    }
  },
};

function wrongWayIn(schema: Schema, value: Json, direction: Direction): string | undefined {
  const { properties, items } = flatten(schema);
  if (isJsonArray(value)) {
    return items === undefined ? undefined : firstOf(value.map((item) => wrongWayIn(items, item, direction)));
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value).map(([name, part]) => {
    const property = properties.get(name);
    if (property === undefined) return undefined;
    return goesOtherWay(flatten(property), direction) ? name : wrongWayIn(property, part, direction);
  });
  return firstOf(members);
}

function firstOf(found: readonly (string | undefined)[]): string | undefined {
  return found.find((name) => name !== undefined);
}

function goesOtherWay({ readOnly, writeOnly }: Schema, direction: Direction): boolean {
  return direction === 'request' ? readOnly : writeOnly;
}
