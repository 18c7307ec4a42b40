import { describe, expect, it } from 'vitest';
import { hasOnlyRepeatedAlternatives } from '../../contracts/lint/repeated-alternatives.ts';
import { operationResponding } from '../pact/record/support.ts';

async function isRepeated(schema: string): Promise<boolean | undefined> {
  const { operations } = await operationResponding(schema);
  const found = operations[0]?.responses[0]?.content[0]?.schema;
  return found && hasOnlyRepeatedAlternatives(found);
}

const low = '{ type: object, properties: { low: { type: string, enum: [a, b] } } }';

const closed = (properties: string) => `{ type: object, properties: { ${properties} }, additionalProperties: false }`;

describe('a choice has only repeated alternatives', () => {
  it.each([
    ['two equal ones', `{ oneOf: [${low}, ${low}] }`],
    ['the same one twice', '{ oneOf: [{ type: string, pattern: "^a" }, { type: string, pattern: "^a" }] }'],
    ['equal ones with other descriptions', '{ oneOf: [{ type: string }, { type: string, description: other }] }'],
    [
      'two equal ones and one that requires more',
      `{ oneOf: [${low}, ${low.replace('type: object', 'type: object, required: [low]')}, ${low}] }`,
    ],
    ['two pairs', '{ oneOf: [{ type: string }, { type: integer }, { type: integer }, { type: string }] }'],
  ])('%s', async (_what, schema) => {
    expect(await isRepeated(schema)).toBe(true);
  });
});

describe('a choice has another alternative', () => {
  it.each([
    ['different types', '{ oneOf: [{ type: string }, { type: integer }] }'],
    ['a third one', `{ oneOf: [${low}, ${low}, { type: integer }] }`],
    ['another enumeration', `{ oneOf: [${low}, ${low.replace('[a, b]', '[a, c]')}] }`],
    ['another pattern', '{ oneOf: [{ type: string, pattern: "^a" }, { type: string, pattern: "^b" }] }'],
    [
      'other required properties',
      `{ oneOf: [${low}, ${low.replace('type: object', 'type: object, required: [low]')}] }`,
    ],
    [
      'a closed one with other properties',
      `{ oneOf: [${closed('a: {}')}, ${closed('a: {}, b: {}')}, ${closed('b: {}')}] }`,
    ],
    ['only one', `{ oneOf: [${low}] }`],
    ['none', '{ type: string }'],
  ])('%s', async (_what, schema) => {
    expect(await isRepeated(schema)).toBe(false);
  });
});
