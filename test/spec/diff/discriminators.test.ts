/** Discriminators of alternatives that are otherwise equal. */
import { describe, expect, test } from 'vitest';
import { changesBetween, changesOf, directions, formatChanges, readSchema } from './support.ts';

const open = '{type: object, properties: {kind: {type: string}, size: {type: string}}';
const pet = (own: string, rest = '') => `${open}, required: [kind, ${own}]${rest}}`;
const pinned = (kind: string, own: string) =>
  `{type: object, required: [kind, ${own}], properties: {kind: {enum: [${kind}]}}}`;
const plain = { Cat: pet('lives'), Dog: pet('tricks') };
const byKind = (mapping?: string) =>
  `discriminator: {propertyName: kind${mapping === undefined ? '' : `, mapping: ${mapping}`}}`;

/** oneOf all components, with the discriminator. */
function oneOf(discriminator: string, components: Readonly<Record<string, string>> = plain): string {
  const refs = Object.keys(components).map((name) => `{$ref: "#/components/schemas/${name}"}`);
  const schemas = Object.entries(components).map(([name, schema]) => `${name}: ${schema}`);
  const rest = `components: {schemas: {${schemas.join(', ')}}}`;
  return `{oneOf: [${refs.join(', ')}]${discriminator && `, ${discriminator}`}, ${rest}}`;
}

const [request, response] = ['request body', 'response 200 body'];
const gone = (impact: string, direction: string, at: string) =>
  `${impact} ${direction}-body-discriminator-value-removed at ${at}`;
const come = (impact: string, direction: string, at: string) =>
  `${impact} ${direction}-body-discriminator-value-added at ${at}`;
const replaced = {
  request: [gone('breaking', 'request', request), come('harmless', 'request', request)],
  response: [gone('harmless', 'response', response), come('breaking', 'response', response)],
};
const inBothDirections = (impact: string, kind: string) => ({
  request: [`${impact} request-body-discriminator-${kind} at ${request}`],
  response: [`${impact} response-body-discriminator-${kind} at ${response}`],
});

describe.each([
  ['renamed mapping value', oneOf(byKind('{c: Cat, d: Dog}')), oneOf(byKind('{k: Cat, d: Dog}')), replaced],
  [
    'renamed component whose name is its value',
    oneOf(byKind()),
    oneOf(byKind(), { Feline: plain.Cat, Dog: plain.Dog }),
    replaced,
  ],
  [
    'additional value',
    oneOf(byKind('{c: Cat, d: Dog}')),
    oneOf(byKind('{c: Cat, d: Dog, hound: Dog}')),
    { request: [come('harmless', 'request', request)], response: [come('breaking', 'response', response)] },
  ],
  [
    'value that selects a different alternative',
    oneOf(byKind('{c: Cat, d: Dog, x: Cat}')),
    oneOf(byKind('{c: Cat, d: Dog, x: Dog}')),
    inBothDirections('breaking', 'value-changed'),
  ],
  [
    'value that selects a different alternative with equal constraints',
    oneOf(byKind('{c: Cat, d: Dog, x: Cat}'), { Cat: plain.Cat, Dog: plain.Cat }),
    oneOf(byKind('{c: Cat, d: Dog, x: Dog}'), { Cat: plain.Cat, Dog: plain.Cat }),
    inBothDirections('breaking', 'value-changed'),
  ],
  ['removed discriminator', oneOf(byKind()), oneOf(''), inBothDirections('risky', 'removed')],
  ['a discriminator', oneOf(''), oneOf(byKind()), inBothDirections('risky', 'added')],
  [
    'different property',
    oneOf(byKind()),
    oneOf('discriminator: {propertyName: size}'),
    inBothDirections('breaking', 'property-name-changed'),
  ],
])('%s', (_what, before, after, expected) => {
  test.each(directions)('is reported in the %s', (direction) => {
    expect(formatChanges(changesOf(before, after, direction))).toEqual(expected[direction]);
    const [was, is] = [readSchema(before, '3.0'), readSchema(after, '3.0')];
    expect(formatChanges(changesBetween(was, is, direction))).toEqual(expected[direction]);
  });
});

test('reports two components with swapped contents', () => {
  const after = oneOf(byKind(), { Cat: plain.Dog, Dog: plain.Cat });
  for (const direction of directions)
    expect(formatChanges(changesOf(oneOf(byKind()), after, direction))).toHaveLength(2);
});

test.each([
  ['mapping of implicit values', oneOf(byKind()), oneOf(byKind('{Cat: Cat, Dog: Dog}'))],
  [
    'component by its name, by a reference and by a file',
    oneOf(byKind('{c: Cat, d: "#/components/schemas/Dog"}')),
    oneOf(byKind('{c: "schema.yaml#/components/schemas/Cat", d: Dog}')),
  ],
  [
    'renamed components with the same values',
    oneOf(byKind('{c: Cat, d: Dog}')),
    oneOf(byKind('{d: Cat, c: Dog}'), { Cat: plain.Dog, Dog: plain.Cat }),
  ],
  [
    'discriminator of alternatives with fixed values',
    oneOf(byKind(), { Cat: pinned('cat', 'lives'), Dog: pinned('dog', 'tricks') }),
    oneOf('', { Cat: pinned('cat', 'lives'), Dog: pinned('dog', 'tricks') }),
  ],
  [
    'one alternative with a fixed value, mapped or not',
    oneOf(byKind('{cat: Cat, d: Dog}'), { ...plain, Cat: pinned('cat', 'lives') }),
    oneOf(byKind('{d: Dog}'), { ...plain, Cat: pinned('cat', 'lives') }),
  ],
  [
    'mapping without a target, or without a mapping object',
    oneOf(byKind('{c: Cat, d: Dog, x: Nobody, y: [1], z: "%%%"}')),
    oneOf(byKind('{c: Cat, d: Dog, x: "nowhere.yaml#/Nobody"}')),
  ],
  ['discriminator without alternatives', `{${byKind('{c: Cat}')}, type: object}`, 'type: object'],
  [
    'moved components with the same names',
    oneOf(byKind()),
    `{oneOf: [{$ref: "#/$defs/Cat"}, {$ref: "#/$defs/Dog"}], ${byKind()}, $defs: {Cat: ${plain.Cat}, Dog: ${plain.Dog}}}`,
  ],
  [
    'discriminator of inline alternatives',
    `{oneOf: [${plain.Cat}, ${plain.Dog}], ${byKind()}}`,
    `{oneOf: [${plain.Cat}, ${plain.Dog}]}`,
  ],
  ['invalid discriminator', oneOf('discriminator: kind'), oneOf('')],
])('%s is no change', (_what, before, after) => {
  for (const direction of directions) {
    expect(formatChanges(changesOf(before, after, direction))).toEqual([]);
    expect(formatChanges(changesOf(after, before, direction))).toEqual([]);
  }
});

describe('is reported once', () => {
  test('different fixed value of a property', () => {
    const of = (cat: string) => oneOf(byKind(`{${cat}: Cat, d: Dog}`), { ...plain, Cat: pinned(cat, 'lives') });
    const changes = formatChanges(changesOf(of('cat'), of('puss'), 'request'));
    expect(changes.filter((change) => change.includes('discriminator'))).toEqual([]);
    expect(changes.filter((change) => change.startsWith('breaking')).length).toBeGreaterThan(0);
  });

  test('added alternative with its value', () => {
    const closed = (own: string) =>
      `{type: object, required: [kind], properties: {kind: {type: string}, ${own}: {type: string}}, additionalProperties: false}`;
    const [Cat, Dog, Fox] = [closed('lives'), closed('tricks'), closed('den')];
    const [before, after] = [oneOf(byKind(), { Cat, Dog }), oneOf(byKind(), { Cat, Dog, Fox })];
    const changes = formatChanges(changesOf(before, after, 'response'));
    expect(changes).toEqual([`breaking response-body-one-of-added at ${response}`]);
  });
});

test('matches a changed and renamed component by its value', () => {
  const after = oneOf(byKind('{c: Feline, d: Dog}'), {
    Feline: pet('lives', ', maxProperties: 9'),
    Dog: plain.Dog,
  });
  for (const direction of directions) {
    const changes = formatChanges(changesOf(oneOf(byKind('{c: Cat, d: Dog}')), after, direction));
    expect(changes.filter((change) => change.includes('discriminator'))).toEqual([]);
  }
});

test('describes a change at both discriminators, without an example value', () => {
  const [change] = changesOf(oneOf(byKind('{c: Cat, d: Dog}')), oneOf(byKind('{k: Cat, d: Dog}')), 'request');
  expect(change).toMatchObject({
    before: { pointer: '/discriminator' },
    after: { pointer: '/discriminator' },
    was: 'kind "c" selects Cat',
    is: 'selects no alternative',
  });
  expect(change).not.toHaveProperty('witness');
});
