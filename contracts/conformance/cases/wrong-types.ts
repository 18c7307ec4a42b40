import { type Json, stringifyJson } from '../../../spec/exact-json.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { freshen } from '../fresh.ts';
import { replaceAt, type Site, sitesBelow } from '../sites.ts';
import { caseOf, jsonDraft } from '../twin.ts';
import type { Family } from './family.ts';

/** Each property as every type that it may not have, and as its own value in the form of text. */
export const wrongTypes: Family = {
  name: 'wrong-types',
  summary: 'a request with a property of the wrong type is rejected',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    for (const site of sitesBelow(body.schema, body.full)) {
      for (const [kind, value] of substitutesFor(site)) {
        if (isValid(body.schema, replaceAt(body.full, site.path, value), 'request')) continue;
        yield caseOf(twin, {
          family: 'wrong-types',
          name: `${site.name}/${kind}`,
          topic: site.name,
          expectation: 'reject',
          mutation: `${site.name} is ${kind}: ${stringifyJson(value)}`,
          place: keywordPlace(typedPart(site.schema), 'type'),
          build: (fresh) =>
            jsonDraft(twin, replaceAt(freshen(body.full, body.schema, fresh), site.path, value)),
        });
      }
    }
  },
};

const substitutes: readonly (readonly [string, Json])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['a whole number', 7],
  ['zero', 0],
  ['a fraction', 1.5],
  ['a text', 'seven'],
  ['an empty text', ''],
  ['an empty array', []],
  ['an array around a text', ['seven']],
  ['an empty object', {}],
  ['an object', { value: 7 }],
];

function substitutesFor({ value }: Site): readonly (readonly [string, Json])[] {
  if (typeof value === 'string') return [...substitutes, ['an array around its value', [value]]];
  return [
    ...substitutes,
    ['its value as text', stringifyJson(value)],
    ['an array around its value', [value]],
  ];
}

function typedPart(schema: Schema): Schema {
  if (schema.types !== undefined) return schema;
  return schema.allOf.map(typedPart).find((part) => part.types !== undefined) ?? schema;
}
