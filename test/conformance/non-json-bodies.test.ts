/** The cases for bodies other than JSON, and the responses that are tolerated. */

import { describe, expect, test } from 'vitest';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import type { RequestSpec } from '../../contracts/conformance/model/request-spec.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import { isConstantRequest } from '../../contracts/conformance/plan/with-baseline.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { selectCategories } from '../../contracts/conformance/test-categories.ts';
import { headerValue } from '../../contracts/http/headers.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { buildRequestSpec } from './build-request-spec.ts';

async function casesOf(category: string, content: string): Promise<ReadonlyMap<string, TestCase>> {
  const contract = await contractWithPaths(`  /things:
    post:
      operationId: make
      requestBody: { required: true, content: ${content.replaceAll('\n', ' ')} }
      responses: { '204': { description: Made }, 4XX: { description: Wrong } }`);
  const [operation] = contract.operations;
  const baseline = operation && deriveBaseline(operation, []);
  if (baseline === undefined || !isBaseline(baseline)) throw new Error('no baseline request');
  const own = { ...baseline, payloads: baseline.payloads.map((payload) => ({ ...payload, tolerated: [] })) };
  const cases = selectCategories([category]).flatMap((one) => [...one.generate(createGeneratorContext(own))]);
  return new Map(cases.map((testCase) => [testCase.id.replace(`make/${category}/`, ''), testCase]));
}

function sent(testCase: TestCase | undefined): { readonly type: string | undefined; readonly text: string } {
  const requestSpec: Partial<RequestSpec> =
    testCase === undefined ? {} : buildRequestSpec(testCase, createFreshValueSource('bodies'));
  const { headers = [], body = '' } = requestSpec;
  return { type: headerValue(headers, 'content-type'), text: Buffer.from(body).toString() };
}

describe('the fields of a form', () => {
  const form = `{ application/x-www-form-urlencoded: { schema: { type: object, properties: {
    remark: { type: string, maxLength: 20 }, kinds: { type: array, minItems: 1, maxItems: 4, items: { type: string } } } } } }`;

  test('accept what their schema allows, without tolerance', async () => {
    const cases = [...(await casesOf('form-fields', form)).values()];
    const accepted = cases.filter(({ expectation }) => expectation === 'accept');
    expect(accepted.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'make/form-fields/form/body.remark/maxLength/20-characters-long~2c-letters-and-combining-marks',
        'make/form-fields/form/body.remark/space-as-a-plus-sign',
        'make/form-fields/form/body.kinds/item-with-a-comma',
      ]),
    );
    const about = accepted.filter(({ id }) => !id.endsWith('/more'));
    expect(about.filter(({ tolerated }) => tolerated.length > 0).map(({ id }) => id)).toEqual([]);
  });

  test('may count as duplicates where an implementation rejects them', async () => {
    const testCase = (await casesOf('form-fields', form)).get('form/body.remark/space-as-a-plus-sign');
    expect(testCase?.constantPart).toBe('text');
  });
});

describe('a multipart form', () => {
  const parts = `{ multipart/form-data: {
    schema: { type: object, required: [file, about], properties: {
      file: { type: string, format: binary }, about: { type: object, properties: { title: { type: string } } } } },
    encoding: { file: { contentType: 'image/png, application/pdf, application/x-ours' } } } }`;

  test('may have its boundary in quotes', async () => {
    const testCase = (await casesOf('form-fields', parts)).get('multipart/boundary-in-quotes');
    expect(testCase).toMatchObject({ expectation: 'accept', tolerated: [] });
    expect(sent(testCase).type).toMatch(/^multipart\/form-data; boundary="[\w-]+"$/);
  });

  test('may have each declared media type of a part', async () => {
    const cases = await casesOf('form-fields', parts);
    const pdf = cases.get('multipart/body.file/as-application/pdf');
    expect(pdf).toMatchObject({ expectation: 'accept', tolerated: [] });
    expect(sent(pdf).text).toContain('Content-Type: application/pdf\r\n\r\n%PDF');
    expect(cases.has('multipart/body.file/as-image/png')).toBe(false);
  });

  test('is tolerated where no file of a declared type can be generated', async () => {
    const ours = (await casesOf('form-fields', parts)).get('multipart/body.file/as-application/x-ours');
    expect(ours?.tolerated.map(({ status }) => status)).toEqual([400, 409, 422]);
  });

  test('has no malformed JSON in a part that may be a text', async () => {
    const texts = `{ multipart/form-data: {
      schema: { type: object, properties: { about: { type: string }, size: { type: object } } },
      encoding: { about: { contentType: application/json } } } }`;
    const cases = await casesOf('form-fields', texts);
    expect(cases.has('multipart/body.about/no-json')).toBe(false);
    expect(cases.has('multipart/body.size/no-json')).toBe(true);
  });

  test('is rejected where a JSON part is malformed', async () => {
    const testCase = (await casesOf('form-fields', parts)).get('multipart/body.about/no-json');
    expect(testCase?.expectation).toBe('reject');
    expect(sent(testCase).text).toMatch(/name="about"\r\nContent-Type: application\/json\r\n\r\n\{\r\n--/);
  });
});

describe('a plain text body', () => {
  const text = (schema: string) => `{ text/plain: { schema: { type: string, ${schema} } } }`;

  test('is accepted within its length limits, and rejected beyond them', async () => {
    const cases = await casesOf('boundary-values', text('minLength: 2, maxLength: 9'));
    const lengthOf = (name: string) => {
      const testCase = cases.get(`text/plain/${name}`);
      return [testCase?.expectation, [...sent(testCase).text].length, testCase?.tolerated.length];
    };
    expect(lengthOf('maxLength/9-characters-long~2c-letters')).toEqual(['accept', 9, 0]);
    expect(lengthOf('maxLength/10-characters-long~2c-letters')).toEqual(['reject', 10, 0]);
    expect(lengthOf('minLength/1-characters-long~2c-letters')).toEqual(['reject', 1, 0]);
    // Bytes may be read in another encoding.
    expect(lengthOf('maxLength/9-characters-long~2c-astral-characters')).toEqual(['accept', 9, 1]);
  });

  test('is one of the declared values', async () => {
    const cases = await casesOf('boundary-values', text('enum: [open, shut]'));
    const reported = [...cases].map(([name, { expectation }]) => `${expectation} ${name}`);
    expect(reported).toContain('accept text/plain/enum/the-declared-value-~22shut~22');
    expect(reported).toContain('reject text/plain/enum/none-of-the-declared-values');
  });

  test('may gain or lose outer white space', async () => {
    const cases = [...(await casesOf('boundary-values', text(`pattern: '^[a-z]{3}$', example: abc`))).values()];
    const rejected = cases.filter(({ expectation }) => expectation === 'reject').map((one) => sent(one).text);
    expect(rejected).toContain('abc!');
    expect(rejected.filter((one) => one.trim() === 'abc')).toEqual([]);
  });
});

test.each([
  ['minLength: 1', 'reject'],
  ['minLength: 0', 'unspecified'],
])('an empty body with the schema %s: %s', async (length, expectation) => {
  const cases = await casesOf(
    'malformed-bodies',
    `{ image/png: { schema: { type: string, format: binary, ${length} } } }`,
  );
  expect(cases.get('empty')?.expectation).toBe(expectation);
});

test('a body without its fresh fields is the same in every run', async () => {
  const form = `{ application/x-www-form-urlencoded: { schema: { type: object, required: [tier], properties: {
    tier: { type: string, enum: [stalls] }, guest: { type: string, format: uuid } } } } }`;
  const cases = await casesOf('form-fields', form);
  const without = (name: string) => cases.get(`form/body.${name}/missing`);
  expect([without('guest'), without('tier')].map((one) => one && isConstantRequest(one))).toEqual([true, false]);
});
