import { expect, it } from 'vitest';
import { errorText } from '../../../mock/respond/error-template.ts';
import { type ErrorFacts, fillError } from '../../../mock/respond/fill-error.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';

const text = { type: 'string' };
const base = { status: 400, code: 1102, rule: 'type', title: 'The request does not match the contract' };
const violation = { rule: 'type', code: 1102, at: ['body', 'id'], message: 'body.id: expected integer' };

/** Equal texts of one schema would show no difference between messages. */
const errors: readonly ErrorFacts[] = [
  { ...base, message: 'body.id: expected integer, got string "x"', violations: [violation] },
  { ...base, message: 'body["\u2028"]: "quoted" \ud800', violations: [violation, violation] },
  { ...base, message: '' },
  { ...base, code: 1101, rule: 'required', message: 'body.name: expected a value' },
  { ...base, status: 404, code: 1403, rule: 'record-unknown', title: 'The record does not exist', message: 'no 7' },
  { ...base, status: 409, message: 'it was shipped', recordState: { names: ['status'], value: 'shipped' } },
  { ...base, status: 409, message: 'it was packed', recordState: { names: ['status'], value: 'packed' } },
];

const free = { required: ['message'], properties: { error: { type: 'integer' }, message: text, status: text } };
const asParts = { allOf: [{ properties: { message: text } }] };

it.each([
  ['any message', free, true],
  ['properties after the message, and others', { ...free, properties: { message: text, code: text, x: {} } }, true],
  ['no other properties', { ...free, additionalProperties: false }, true],
  ['a message of limited length', { ...free, properties: { message: { ...text, maxLength: 30 } } }, false],
  ['a message with a pattern', { ...free, properties: { message: { ...text, pattern: '^body' } } }, false],
  ['a message of a list', { ...free, properties: { message: { enum: ['', 'no 7'] } } }, false],
  ['a message that another part describes', { ...free, ...asParts }, false],
  ['a message that a condition reads', { ...free, if: { properties: { message: { const: '' } } }, else: false }, false],
  ['names of a pattern', { ...free, patternProperties: { '^m': { maxLength: 30 } } }, false],
  ['errors of fields', { ...free, properties: { message: text, errors: { type: 'array', items: text } } }, false],
  ['a nested message', { properties: { error: { ...free, type: 'object' } } }, false],
])('the body of an error with %s is the same as one that is filled each time', async (_what, schema, isTemplate) => {
  const declared = await errorSchema({ type: 'object', ...schema });
  const texts = errors.map((facts) => errorText(declared, facts));
  expect(texts.some((one) => one !== undefined)).toBe(isTemplate);
  for (const [index, facts] of errors.entries())
    expect(texts[index] ?? stringifyJson(fillError(declared, facts) ?? null)).toBe(
      stringifyJson(fillError(declared, facts) ?? null),
    );
});

async function errorSchema(schema: object) {
  const content = { 'application/json': { schema } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/': { get: { responses: { 400: { description: 'wrong', content } } } } },
  };
  const { operations } = await parseContract('https://shop.example/openapi.json', JSON.stringify(document));
  const found = operations[0]?.responses[0]?.content[0]?.schema;
  if (found === undefined) throw new Error('the document has no schema');
  return found;
}
