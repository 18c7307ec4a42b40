/** What the kit does with a document, step by step, each in one call. */

import { verify } from '../../../../contracts/api/verify/index.ts';
import { baselineStage } from '../../../../contracts/baseline/stage.ts';
import { contextOf } from '../../../../contracts/conformance/cases/family.ts';
import { createCoverage } from '../../../../contracts/conformance/coverage/index.ts';
import { families } from '../../../../contracts/conformance/families.ts';
import { isTwin, twinOf } from '../../../../contracts/conformance/request/twin.ts';
import { freshSource } from '../../../../contracts/conformance/request/values/fresh-source.ts';
import { lintFully } from '../../../../contracts/lint/lint.ts';
import { comparePact } from '../../../../contracts/pact/compare/compare.ts';
import { pactIn } from '../../../../contracts/pact/file/pact-file.ts';
import { recordPact } from '../../../../contracts/pact/record/record.ts';
import { startMock } from '../../../../mock/index.ts';
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { isValid, validate } from '../../../../spec/validation/validate.ts';

export interface Subject {
  readonly contract: Contract;
  /** Another version of it. */
  readonly next: () => Promise<Contract>;
  /** The same, read again. */
  readonly copy: () => Promise<Contract>;
}

export type Algorithm = (subject: Subject) => unknown;

export const algorithms: Readonly<Record<string, Algorithm>> = {
  unsupported: ({ contract }) => contract.unsupported,
  sampling: ({ contract }) => schemasOf(contract).map(samplesOf),
  validation: ({ contract }) => (schemasOf(contract).every(validateAll) ? 'consistent' : 'CONTRADICTORY'),
  derivation: ({ contract }) => deriveAll(contract),
  coverage: ({ contract }) => createCoverage(contract).read(),
  lint: ({ contract }) => lintFully(contract),
  'diff with a copy': async ({ contract, copy }) => diffWords(contract, await copy()),
  diff: async ({ contract, next }) => diffWords(contract, await next()),
  'diff backwards': async ({ contract, next }) => diffWords(await next(), contract),
  recording: ({ contract }) => recordPact(contract),
  serving: served,
  verification: verified,
  comparison: async ({ contract, next }) => compareRecorded(contract, await next()),
};

function schemasOf({ operations }: Contract): readonly Schema[] {
  const bodies = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
  const parameters = operations.flatMap((operation) => operation.parameters);
  const schemas = [...bodies, ...parameters].map(({ schema }) => schema);
  return [...new Set(schemas.filter((schema) => schema !== undefined))];
}

const directions = ['request', 'response'] as const;
const wishes = ['examples', 'all', 'none'] as const;

function samplesOf(schema: Schema): readonly (Json | undefined)[] {
  return directions.flatMap((direction) =>
    wishes.map((optional) => sampleOf(schema, direction, { optional })),
  );
}

function validateAll(schema: Schema): boolean {
  const values = [...plainValues(), ...samplesOf(schema).filter((value) => value !== undefined)];
  return directions.every((direction) =>
    values.every((value) => {
      const isRight = isValid(schema, value, direction);
      return isRight === (validate(schema, value, direction).length === 0);
    }),
  );
}

function plainValues(): readonly Json[] {
  const long = 'a'.repeat(5_000);
  const names = Array.from({ length: 200 }, (_unused, n): [string, Json] => [`a${n}a`, 'a']);
  return [
    null,
    1,
    `${long}!`,
    [],
    {},
    { a: 'a' },
    { a: 'a'.repeat(9) },
    { a: `${'a'.repeat(40)}!`, [`${long}!`]: 1 },
    nested((inner) => ({ a: inner, b: inner }), 12),
    nested((inner) => [inner, inner], 12),
    nested((inner) => ({ a: inner }), 200),
    nested((inner) => [inner], 200),
    Object.fromEntries(names),
    Array.from({ length: 200 }, (_unused, n) => ({ a: `${n}` })),
  ];
}

function nested(around: (inner: Json) => Json, levels: number): Json {
  return levels === 0 ? { a: 'aaaaaaaaaaaa' } : around(nested(around, levels - 1));
}

const MOST_CASES = 200;

function deriveAll(contract: Contract): number {
  const fresh = freshSource('hostile');
  const twins = contract.operations
    .map((operation) => twinOf(operation, [], contract.operations))
    .filter(isTwin);
  return twins
    .flatMap((twin) => families.flatMap((family) => [...family.generate(contextOf(twin)).take(MOST_CASES)]))
    .map((tried) => (tried.kind === 'request' ? tried.build(fresh) : tried)).length;
}

async function compareRecorded(contract: Contract, next: Contract): Promise<unknown> {
  const { text } = recordPact(contract);
  return comparePact(pactIn('pact.json', text), next);
}

function diffWords(before: Contract, after: Contract): string {
  const { summary, unattempted } = baselineStage(before, after);
  return `${summary}; ${unattempted.length} not compared`;
}

async function served({ contract }: Subject): Promise<unknown> {
  const mock = await startMock({ spec: contract.document });
  try {
    for (const body of ['{"a":"a"}', '{}', '1', '[]', '{"a":{"a":{"a":"aaaaaaaaa"}}}'])
      await post(`${mock.url}/things`, body);
    return await fetch(`${mock.url}/things?a=b&filter=1`).then((response) => response.text());
  } finally {
    await mock.close();
  }
}

async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', body, headers }).then((response) => response.text());
}

async function verified({ contract }: Subject): Promise<string> {
  const mock = await startMock({ spec: contract.document });
  try {
    const { verdict } = await verify({ spec: contract.document, baseUrl: mock.url, budget: 100 });
    return verdict.sentence;
  } finally {
    await mock.close();
  }
}
