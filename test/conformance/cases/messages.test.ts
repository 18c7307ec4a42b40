/** Broken bodies and media types: what is sent, and what is demanded of the answer. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { brokenBodies, malformedKinds } from '../../../contracts/conformance/cases/broken-bodies.ts';
import { contextOf } from '../../../contracts/conformance/cases/family.ts';
import { mediaTypes } from '../../../contracts/conformance/cases/media-types.ts';
import type { Case } from '../../../contracts/conformance/model/case.ts';
import type { Draft } from '../../../contracts/conformance/model/draft.ts';
import { isTwin, type Twin, twinOf } from '../../../contracts/conformance/request/twin.ts';
import { validDraft } from '../../../contracts/conformance/request/twin-draft.ts';
import { freshSource } from '../../../contracts/conformance/request/values/fresh-source.ts';
import { isJsonObject, parseJson, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { draftOf } from '../draft-of.ts';
import { plantStore } from '../support.ts';

const fixture = (name: string) =>
  loadContract(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));

const contracts: readonly (readonly [string, Contract])[] = [
  ['the Plant Store', plantStore],
  ['nested orders', await fixture('mock/orders.yaml')],
  ['a garden in 3.1', await fixture('mock/garden.yaml')],
  ['bounds of every kind', await fixture('conformance/bounds.yaml')],
  ['values of every kind', await fixture('conformance/messages.yaml')],
];

/** Never anything new, so that equal bodies are equal. */
const always = {
  known: () => 7,
  number: () => 1_000_007,
  word: () => 'word',
  uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
};

const names = malformedKinds.flatMap(({ malformations }) => malformations.map(({ name }) => name));

describe.each(contracts)('broken bodies of %s', (_name, contract) => {
  const cases = casesOf(contract, brokenBodies);

  test('are not JSON, unless the case is silent', () => {
    const rejected = cases.filter(({ expectation }) => expectation === 'reject');
    expect(rejected.length).toBeGreaterThan(150);
    expect(rejected.filter((tried) => parseJsonBytes(bytesOf(tried)).ok).map(({ id }) => id)).toEqual([]);
  });

  test('are different from each other', () => {
    const bodies = cases.map(
      (tried) => `${tried.operation.id} ${Buffer.from(draftOf(tried, always).body ?? '').toString('latin1')}`,
    );
    const repeated = cases.filter((_tried, index) => bodies.indexOf(bodies[index] ?? '') !== index);
    expect(repeated.map(({ id }) => id).filter((id) => !/empty|none/.test(id))).toEqual([]);
  });

  test('are made with fresh values', () => {
    const isFresh = (draft: Draft) => /1000007|qzx7/.test(String(draft.body));
    const renewed = cases.filter((tried) =>
      isFresh(
        draftOf(tried, { ...always, word: () => 'qzx7', uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14' }),
      ),
    );
    const valid = twinsOf(contract).map((twin) =>
      validDraft(twin, { ...always, word: () => 'qzx7', uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14' }),
    );
    expect(renewed.length > 100).toBe(valid.some(isFresh));
    const again = {
      known: () => 7,
      number: () => 2_000_009,
      word: () => 'other',
      uuid: () => '3f0c1a52-7d4e-4b9a-8e61-2c5d7f9b0a14',
    };
    expect(renewed.filter((tried) => isFresh(draftOf(tried, again))).map(({ id }) => id)).toEqual([]);
  });
});

test('every malformation has a case in one of the contracts', () => {
  const used = new Set(
    contracts.flatMap(([, contract]) => casesOf(contract, brokenBodies).map(({ mutation }) => mutation)),
  );
  const unused = malformedKinds.flatMap(({ malformations }) =>
    malformations.filter(({ words }) => !used.has(`the body is not JSON: ${words}`)).map(({ name }) => name),
  );
  expect(unused).toEqual([]);
});

test('malformations have names of their own', () => {
  expect(new Set(names).size).toBe(names.length);
});

describe('the fault is the only one: without it the body is valid', () => {
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
  ])('%s', (name, fault, mended) => {
    const tried = caseNamed(name);
    const parsed = parseJson(bytesOf(tried).toString('utf8').replace(fault, mended));
    const schema = tried.operation.requestBody?.content[0]?.schema;
    expect(parsed.ok && schema !== undefined && isValid(schema, parsed.value, 'request')).toBe(true);
  });

  test('number in hexadecimal, which is the one that was there', () => {
    const text = bytesOf(caseNamed('hexadecimal')).toString('utf8');
    const digits = /"id":(0x[0-9a-f]+)}/.exec(text)?.[1] ?? '';
    expect(Number(digits)).toBeGreaterThan(1_000_000);
  });

  test.each(['latin-1 for utf-8', 'utf-8 surrogate', 'utf-8 byte ff', 'utf-8 sequence cut'])('%s', (name) => {
    const parsed = parseJson(bytesOf(caseNamed(name)).toString('utf8'));
    expect(parsed.ok && isJsonObject(parsed.value) && Object.keys(parsed.value)).toEqual([
      'name',
      'tag',
      'id',
    ]);
  });
});

describe('what a parser may take or refuse is silent', () => {
  test.each(['byte order mark', 'duplicate key, same value', 'duplicate key, other value'])('%s', (name) => {
    const tried = caseNamed(name);
    expect(tried.expectation).toBe('silent');
    expect(parseJson(bytesOf(tried).toString('utf8').replace('\ufeff', '')).ok).toBe(true);
  });

  test.each([1_000, 100_000])('nesting of %i levels', (depth) => {
    const text = bytesOf(caseNamed(`${depth} arrays`)).toString('utf8');
    expect(caseNamed(`${depth} arrays`).expectation).toBe('silent');
    expect(text.split('[').length).toBe(depth + 1);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test.each([1_000, 100_000])('but not %i brackets that are never closed', (depth) => {
    expect(caseNamed(`${depth} brackets`).expectation).toBe('reject');
  });
});

test('UTF-16 that is taken is left open, as RFC 7159 allowed it', () => {
  expect(caseNamed('utf-16 le').open).toMatchObject([{ status: 200 }]);
});

describe('media types', () => {
  const cases = casesOf(plantStore, mediaTypes);

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
  ])('%s is rejected, with 415 left open', (name) => {
    const tried = cases.find(({ id }) => id === `createPlant/media-types/${name}`);
    expect(tried).toMatchObject({ expectation: 'reject', open: [{ status: 415 }] });
  });

  test('those on which RFCs leave the choice are silent', () => {
    const silent = cases.filter(({ expectation }) => expectation === 'silent');
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

  test('a multipart body has a part for every property', async () => {
    const found = cases.find(({ id }) => id.endsWith('/multipart/form-data'));
    const draft = found && draftOf(found, freshSource());
    const headers = draft?.headers.map(([name, value]): [string, string] => [name, value]) ?? [];
    const form = await new Response(String(draft?.body), { headers }).formData();
    expect([...form.keys()]).toEqual(['name', 'tag', 'id']);
  });
});

function casesOf(contract: Contract, family: typeof brokenBodies): readonly Case[] {
  return twinsOf(contract).flatMap((twin) => [...family.generate(contextOf(twin))]);
}

function twinsOf({ operations }: Contract): readonly Twin[] {
  return operations.map((operation) => twinOf(operation, [])).filter(isTwin);
}

function caseNamed(name: string): Case {
  const all = casesOf(plantStore, brokenBodies);
  const id = `createPlant/broken-bodies/${name.replaceAll(' ', '-').replaceAll(',', '~2c')}`;
  const found = all.find((tried) => tried.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

function bytesOf(tried: Case): Buffer {
  return Buffer.from(draftOf(tried, freshSource()).body ?? '');
}

function typeOf(tried: Case): string | undefined {
  return draftOf(tried, freshSource()).headers.find(([name]) => name === 'Content-Type')?.[1];
}
