import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Direction, keywordPlace, type Schema } from '../../../spec/model/schema.ts';
import { sampleOf } from '../../../spec/sampling/sample.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { beginningOf } from '../../../text.ts';
import { contradictsItself } from '../impossible.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

export const alternativesExclusive: LintRule = {
  id: 'alternatives-exclusive',
  severity: 'advice',
  holds: 'no value of one alternative of a oneOf is a value of another',
  title: 'Two alternatives of a oneOf accept the same value',
  why: 'oneOf refuses a value that two of its alternatives accept, whatever a discriminator says. Let them differ by a required property with a const or enum of its own, or write anyOf.',
  restsOn: 'JSON Schema Core 2020-12, section 10.2.1.3 (oneOf); OpenAPI, Discriminator Object',
  *problems(contract) {
    for (const { subject, name, schema, directions } of partsOf(contract)) {
      const [direction = 'response'] = directions;
      const shared = sharedValue(schema, direction);
      // Where they share all that there is, schema-possible tells.
      if (shared === undefined || contradictsItself(schema, direction)) continue;
      const { value, first, second } = shared;
      const received = `${shown(value)} is one of alternatives ${first + 1} and ${second + 1}`;
      const expected = `a value of one alternative of ${name} alone`;
      yield { subject, place: keywordPlace(schema, 'oneOf'), expected, received };
    }
  },
};

interface Shared {
  readonly value: Json;
  readonly first: number;
  readonly second: number;
}

/** A witness, so nothing is said that is not so. Of more alternatives the first ones are tried. */
const MOST_ALTERNATIVES = 12;

function sharedValue({ oneOf }: Schema, direction: Direction): Shared | undefined {
  const some = oneOf.slice(0, MOST_ALTERNATIVES);
  for (const [first, part] of some.entries()) {
    const value = sampleOf(part, direction, { optional: 'none' });
    if (value === undefined) continue;
    const second = some.findIndex((other, index) => index !== first && isValid(other, value, direction));
    if (second !== -1) return { value, first, second };
  }
  return undefined;
}

/** Enough to know it by. */
function shown(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 100 ? `${beginningOf(text, 90)}...` : text;
}
