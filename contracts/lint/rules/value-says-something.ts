import type { Schema } from '../../../spec/model/schema.ts';
import { byPlace } from '../by-place.ts';
import type { LintRule } from '../rule.ts';
import { rootsOf } from '../schemas/roots.ts';
import { sitesOf } from '../schemas/sites.ts';

export const valueSaysSomething: LintRule = {
  id: 'value-says-something',
  severity: 'advice',
  holds: 'every value within a body or parameter says what it holds, or that it may hold anything',
  title: 'A part of a body accepts everything',
  why: 'Nothing of this part is verified, and generated clients get an untyped value. Declare its properties, items or type. Where anything is meant, say so: additionalProperties: true for objects, items: {} for lists, a description for any value.',
  restsOn: 'OpenAPI, Schema Object; JSON Schema Core 2020-12, section 4.3.2 (the empty schema)',
  most: 1,
  problems(contract) {
    // Whole bodies are told by body-says-something.
    const whole = new Set(rootsOf(contract).map(({ schema }) => schema.place.pointer));
    const open = sitesOf(contract).flatMap(({ subject, name, flat }) => {
      const received = whole.has(flat.place.pointer) ? undefined : opennessOf(flat);
      const expected = `what ${name} holds`;
      return received === undefined ? [] : [{ subject, name, place: flat.place, expected, received }];
    });
    return byPlace(open);
  },
};

function opennessOf(flat: Schema): string | undefined {
  if (flat.not !== undefined || flat.if !== undefined || flat.enum !== undefined) return undefined;
  if (flat.const !== undefined || !flat.possible) return undefined;
  const types = [...(flat.types ?? [])].filter((type) => type !== 'null');
  if (types.length === 0) return isProperty(flat) && flat.keywordLines.size === 0 ? 'any value' : undefined;
  if (types.length > 1) return undefined;
  if (types[0] === 'object') return isOpenObject(flat) ? 'any object' : undefined;
  return types[0] === 'array' && isOpenList(flat) ? 'any list' : undefined;
}

/** `additionalProperties: {}` and `items: {}` are written down, and meant; in a form of 3.1 `{}` is a file. */
function isProperty({ place: { pointer } }: Schema): boolean {
  return /\/properties\/[^/]+$/.test(pointer) && !pointer.includes('/multipart~1');
}

function isOpenObject({ properties, patternProperties, required, ...flat }: Schema): boolean {
  const { additionalProperties, unevaluatedProperties, propertyNames, minProperties } = flat;
  const demands = [additionalProperties, unevaluatedProperties, propertyNames, minProperties];
  const isBare = properties.size + patternProperties.length + required.size === 0;
  return isBare && demands.every((one) => one === undefined);
}

function isOpenList({ items, prefixItems, contains, unevaluatedItems }: Schema): boolean {
  return prefixItems.length === 0 && [items, contains, unevaluatedItems].every((one) => one === undefined);
}
