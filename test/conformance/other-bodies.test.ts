/** What is tried of bodies that are not JSON, and what may be said against it. */

import { describe, expect, test } from 'vitest';
import { contextOf } from '../../contracts/conformance/cases/family.ts';
import { familiesFor } from '../../contracts/conformance/families.ts';
import type { Case } from '../../contracts/conformance/model/case.ts';
import type { Draft } from '../../contracts/conformance/model/draft.ts';
import { isConstant } from '../../contracts/conformance/plan/with-twin.ts';
import { isTwin, twinOf } from '../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../contracts/conformance/request/values/fresh-source.ts';
import { headerOf } from '../../contracts/http/headers.ts';
import { contractOf } from '../pact/record/support.ts';
import { draftOf } from './draft-of.ts';

async function casesOf(family: string, content: string): Promise<ReadonlyMap<string, Case>> {
  const contract = await contractOf(`  /things:
    post:
      operationId: make
      requestBody: { required: true, content: ${content.replaceAll('\n', ' ')} }
      responses: { '204': { description: Made }, 4XX: { description: Wrong } }`);
  const [operation] = contract.operations;
  const twin = operation && twinOf(operation, []);
  if (twin === undefined || !isTwin(twin)) throw new Error('no twin');
  const own = { ...twin, payloads: twin.payloads.map((payload) => ({ ...payload, doubts: [] })) };
  const cases = familiesFor([family]).flatMap((one) => [...one.generate(contextOf(own))]);
  return new Map(cases.map((tried) => [tried.id.replace(`make/${family}/`, ''), tried]));
}

function sent(tried: Case | undefined): { readonly type: string | undefined; readonly text: string } {
  const draft: Partial<Draft> = tried === undefined ? {} : draftOf(tried, freshSource('bodies'));
  const { headers = [], body = '' } = draft;
  return { type: headerOf(headers, 'content-type'), text: Buffer.from(body).toString() };
}

describe('the fields of a form', () => {
  const form = `{ application/x-www-form-urlencoded: { schema: { type: object, properties: {
    remark: { type: string, maxLength: 20 }, kinds: { type: array, minItems: 1, maxItems: 4, items: { type: string } } } } } }`;

  test('are data: what their schema allows is accepted, without an excuse', async () => {
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
    expect(about.filter(({ open }) => open.length > 0).map(({ id }) => id)).toEqual([]);
  });

  test('may be taken for duplicates where a store refuses those', async () => {
    const tried = (await casesOf('form-fields', form)).get('form/body.remark/space-as-a-plus-sign');
    expect(tried?.fixed).toBe('text');
  });
});

describe('a form in parts', () => {
  const parts = `{ multipart/form-data: {
    schema: { type: object, required: [file, about], properties: {
      file: { type: string, format: binary }, about: { type: object, properties: { title: { type: string } } } } },
    encoding: { file: { contentType: 'image/png, application/pdf, application/x-ours' } } } }`;

  test('may name its boundary in quotes', async () => {
    const tried = (await casesOf('form-fields', parts)).get('multipart/boundary-in-quotes');
    expect(tried).toMatchObject({ expectation: 'accept', open: [] });
    expect(sent(tried).type).toMatch(/^multipart\/form-data; boundary="[\w-]+"$/);
  });

  test('may have each media type that is listed for a part', async () => {
    const cases = await casesOf('form-fields', parts);
    const pdf = cases.get('multipart/body.file/as-application/pdf');
    expect(pdf).toMatchObject({ expectation: 'accept', open: [] });
    expect(sent(pdf).text).toContain('Content-Type: application/pdf\r\n\r\n%PDF');
    expect(cases.has('multipart/body.file/as-image/png')).toBe(false);
  });

  test('is only told of where a file of a listed type could not be made', async () => {
    const ours = (await casesOf('form-fields', parts)).get('multipart/body.file/as-application/x-ours');
    expect(ours?.open.map(({ status }) => status)).toEqual([400, 409, 422]);
  });

  test('is rejected where a part of JSON is none', async () => {
    const tried = (await casesOf('form-fields', parts)).get('multipart/body.about/no-json');
    expect(tried?.expectation).toBe('reject');
    expect(sent(tried).text).toMatch(/name="about"\r\nContent-Type: application\/json\r\n\r\n\{\r\n--/);
  });
});

describe('a body of plain text', () => {
  const text = (schema: string) => `{ text/plain: { schema: { type: string, ${schema} } } }`;

  test('is accepted up to its lengths, and rejected beyond', async () => {
    const cases = await casesOf('limits', text('minLength: 2, maxLength: 9'));
    const lengthOf = (name: string) => {
      const tried = cases.get(`text/plain/${name}`);
      return [tried?.expectation, [...sent(tried).text].length, tried?.open.length];
    };
    expect(lengthOf('maxLength/9-characters-long~2c-letters')).toEqual(['accept', 9, 0]);
    expect(lengthOf('maxLength/10-characters-long~2c-letters')).toEqual(['reject', 10, 0]);
    expect(lengthOf('minLength/1-characters-long~2c-letters')).toEqual(['reject', 1, 0]);
    // Bytes may be read in another encoding.
    expect(lengthOf('maxLength/9-characters-long~2c-astral-characters')).toEqual(['accept', 9, 1]);
  });

  test('is one of the declared values', async () => {
    const cases = await casesOf('limits', text('enum: [open, shut]'));
    const told = [...cases].map(([name, { expectation }]) => `${expectation} ${name}`);
    expect(told).toContain('accept text/plain/enum/the-declared-value-~22shut~22');
    expect(told).toContain('reject text/plain/enum/none-of-the-declared-values');
  });

  test('may gain or lose white space at its ends', async () => {
    const cases = [...(await casesOf('limits', text(`pattern: '^[a-z]{3}$', example: abc`))).values()];
    const rejected = cases.filter(({ expectation }) => expectation === 'reject').map((one) => sent(one).text);
    expect(rejected).toContain('abc!');
    expect(rejected.filter((one) => one.trim() === 'abc')).toEqual([]);
  });
});

test.each([
  ['minLength: 1', 'reject'],
  ['minLength: 0', 'silent'],
])('a body of no bytes where the schema says %s: %s', async (length, expectation) => {
  const cases = await casesOf(
    'broken-bodies',
    `{ image/png: { schema: { type: string, format: binary, ${length} } } }`,
  );
  expect(cases.get('empty')?.expectation).toBe(expectation);
});

test('a body is the same in every run where what would be fresh is left out of it', async () => {
  const form = `{ application/x-www-form-urlencoded: { schema: { type: object, required: [tier], properties: {
    tier: { type: string, enum: [stalls] }, guest: { type: string, format: uuid } } } } }`;
  const cases = await casesOf('form-fields', form);
  const without = (name: string) => cases.get(`form/body.${name}/missing`);
  expect([without('guest'), without('tier')].map((one) => one && isConstant(one))).toEqual([true, false]);
});
