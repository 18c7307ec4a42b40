/** Malformed bodies and undeclared media types: the requests, and the responses that are required. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { malformedBodies, malformedKinds } from '../../../contracts/conformance/cases/malformed-bodies.ts';
import { mediaTypes } from '../../../contracts/conformance/cases/media-types.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import type { RequestSpec } from '../../../contracts/conformance/model/request-spec.ts';
import type { TestCase } from '../../../contracts/conformance/model/test-case.ts';
import {
  type BaselineRequest,
  deriveBaseline,
  isBaseline,
} from '../../../contracts/conformance/request/baseline-request.ts';
import { validRequestSpec } from '../../../contracts/conformance/request/build-request-spec.ts';
import { createFreshValueSource } from '../../../contracts/conformance/request/values/fresh-value-source.ts';
import { isJsonObject, parseJson, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { buildRequestSpec } from '../build-request-spec.ts';
import { plantStoreContract } from '../support.ts';

const fixture = (name: string) => loadContract(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));

const contracts: readonly (readonly [string, Contract])[] = [
  ['the Plant Store', plantStoreContract],
  ['nested orders', await fixture('mock/orders.yaml')],
  ['a garden in 3.1', await fixture('mock/garden.yaml')],
  ['bounds of all types', await fixture('conformance/bounds.yaml')],
  ['values of all types', await fixture('conformance/messages.yaml')],
];

/** Constant values, so that equal bodies are equal. */
const always = {
  acceptedNumber: () => 7,
  number: () => 1_000_007,
  word: () => 'word',
  uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
  nextIndex: () => 1,
};

const names = malformedKinds.flatMap(({ malformations }) => malformations.map(({ name }) => name));

describe.each(contracts)('malformed bodies of %s', (_name, contract) => {
  const cases = casesOf(contract, malformedBodies);

  test('are not valid JSON, unless the case is silent', () => {
    const rejected = cases.filter(({ expectation }) => expectation === 'reject');
    expect(rejected.length).toBeGreaterThan(150);
    expect(rejected.filter((testCase) => parseJsonBytes(bytesOf(testCase)).ok).map(({ id }) => id)).toEqual([]);
  });

  test('are different from each other', () => {
    const bodies = cases.map(
      (testCase) =>
        `${testCase.operation.id} ${Buffer.from(buildRequestSpec(testCase, always).body ?? '').toString('latin1')}`,
    );
    const repeated = cases.filter((_tried, index) => bodies.indexOf(bodies[index] ?? '') !== index);
    expect(repeated.map(({ id }) => id).filter((id) => !/empty|none/.test(id))).toEqual([]);
  });

  test('have fresh values', () => {
    const isFresh = (requestSpec: RequestSpec) => /1000007|qzx7/.test(String(requestSpec.body));
    const renewed = cases.filter((testCase) =>
      isFresh(
        buildRequestSpec(testCase, {
          ...always,
          word: () => 'qzx7',
          uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
          nextIndex: () => 1,
        }),
      ),
    );
    const valid = baselinesOf(contract).map((baseline) =>
      validRequestSpec(baseline, {
        ...always,
        word: () => 'qzx7',
        uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
        nextIndex: () => 1,
      }),
    );
    expect(renewed.length > 100).toBe(valid.some(isFresh));
    const again = {
      acceptedNumber: () => 7,
      number: () => 2_000_009,
      word: () => 'other',
      uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
      nextIndex: () => 1,
    };
    expect(renewed.filter((testCase) => isFresh(buildRequestSpec(testCase, again))).map(({ id }) => id)).toEqual([]);
  });
});

test('every malformation has a case in one of the contracts', () => {
  const used = new Set(
    contracts.flatMap(([, contract]) => casesOf(contract, malformedBodies).map(({ mutation }) => mutation)),
  );
  const unused = malformedKinds.flatMap(({ malformations }) =>
    malformations
      .filter(({ description }) => !used.has(`the body is not valid JSON: ${description}`))
      .map(({ name }) => name),
  );
  expect(unused).toEqual([]);
});

test('malformations have unique names', () => {
  expect(new Set(names).size).toBe(names.length);
});

describe('the malformation is the only error of the body', () => {
  test.each([
    ['leading zero', /"id":0+(?=\d)/, '"id":'],
    ['plus sign', /"id":\+/, '"id":'],
    ['point at the end', /\.}/, '}'],
    ['letter after the digits', /n}/, '}'],
    ['raw tab', '\t', ''],
    ['hexadecimal escape', '\\x41', ''],
    ['escaped line break', '\\\n', ''],
    ['trailing comma', ',}', '}'],
    ['double comma', /,,/g, ','],
    ['comment inside', '/* x */', ''],
    ['line comment at the end', /\/\/ x$/, ''],
    ['not a number', 'NaN', '0'],
    ['form feed as white space', '\f', ' '],
    ['nul after the end', /\0$/, ''],
    ['key in single quotes', /'/g, '"'],
    ['word True', 'True', 'true'],
  ])('%s', (name, defect, fixed) => {
    const testCase = caseNamed(name);
    const parsed = parseJson(bytesOf(testCase).toString('utf8').replace(defect, fixed));
    const schema = testCase.operation.requestBody?.content[0]?.schema;
    expect(parsed.ok && schema !== undefined && isValid(schema, parsed.value, 'request')).toBe(true);
  });

  test('writes the original number in hexadecimal', () => {
    const text = bytesOf(caseNamed('hexadecimal')).toString('utf8');
    const digits = /"id":(0x[0-9a-f]+)}/.exec(text)?.[1] ?? '';
    expect(Number(digits)).toBeGreaterThan(1_000_000);
  });

  test.each(['latin-1 for utf-8', 'utf-8 surrogate', 'utf-8 byte ff', 'utf-8 sequence cut'])('%s', (name) => {
    const parsed = parseJson(bytesOf(caseNamed(name)).toString('utf8'));
    expect(parsed.ok && isJsonObject(parsed.value) && Object.keys(parsed.value)).toEqual(['name', 'tag', 'id']);
  });
});

describe('cases that a parser may accept or reject are silent', () => {
  test.each(['byte order mark', 'duplicate key, same value', 'duplicate key, other value'])('%s', (name) => {
    const testCase = caseNamed(name);
    expect(testCase.expectation).toBe('unspecified');
    expect(parseJson(bytesOf(testCase).toString('utf8').replace('\ufeff', '')).ok).toBe(true);
  });

  test.each([1_000, 100_000])('nests %i levels', (depth) => {
    const text = bytesOf(caseNamed(`${depth} arrays`)).toString('utf8');
    expect(caseNamed(`${depth} arrays`).expectation).toBe('unspecified');
    expect(text.split('[').length).toBe(depth + 1);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test.each([1_000, 100_000])('rejects %i brackets that are never closed', (depth) => {
    expect(caseNamed(`${depth} brackets`).expectation).toBe('reject');
  });
});

test('accepted UTF-16 is tolerated, because RFC 7159 allowed it', () => {
  expect(caseNamed('utf-16 le').tolerated).toMatchObject([{ status: 200 }]);
});

describe('media types', () => {
  const cases = casesOf(plantStoreContract, mediaTypes);

  test.each([
    'text/plain',
    'application/xml',
    'text/html',
    'application/octet-stream',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded-around-JSON',
    'multipart/form-data',
    'multipart/form-data-around-JSON',
  ])('%s is rejected, and 415 is tolerated', (name) => {
    const testCase = cases.find(({ id }) => id === `createPlant/media-types/${name}`);
    expect(testCase).toMatchObject({ expectation: 'reject', tolerated: [{ status: 415 }] });
  });

  test('those that RFCs leave open are silent', () => {
    const silent = cases.filter(({ expectation }) => expectation === 'unspecified');
    expect(silent.map(typeOf)).toEqual([
      undefined,
      'json',
      'application/json/x',
      ';',
      'application/json, text/plain',
      'application/json; charset',
      'application/vnd.x+json',
      'text/json',
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'application/json; charset=unknown-8bit',
    ]);
  });

  test('a multipart body has a part for each property', async () => {
    const found = cases.find(({ id }) => id.endsWith('/multipart/form-data'));
    const requestSpec = found && buildRequestSpec(found, createFreshValueSource());
    const headers = requestSpec?.headers.map(([name, value]): [string, string] => [name, value]) ?? [];
    const form = await new Response(String(requestSpec?.body), { headers }).formData();
    expect([...form.keys()]).toEqual(['name', 'tag', 'id']);
  });
});

function casesOf(contract: Contract, category: typeof malformedBodies): readonly TestCase[] {
  return baselinesOf(contract).flatMap((baseline) => [...category.generate(createGeneratorContext(baseline))]);
}

function baselinesOf({ operations }: Contract): readonly BaselineRequest[] {
  return operations.map((operation) => deriveBaseline(operation, [])).filter(isBaseline);
}

function caseNamed(name: string): TestCase {
  const all = casesOf(plantStoreContract, malformedBodies);
  const id = `createPlant/malformed-bodies/${name.replaceAll(' ', '-').replaceAll(',', '~2c')}`;
  const found = all.find((testCase) => testCase.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

function bytesOf(testCase: TestCase): Buffer {
  return Buffer.from(buildRequestSpec(testCase, createFreshValueSource()).body ?? '');
}

function typeOf(testCase: TestCase): string | undefined {
  return buildRequestSpec(testCase, createFreshValueSource()).headers.find(([name]) => name === 'Content-Type')?.[1];
}
