/** What the kit does with a document, step by step, each in one call. */

import { verify } from '../../../../contracts/api/verify/index.ts';
import { compareWithBaseline } from '../../../../contracts/baseline/baseline-stage.ts';
import { createGeneratorContext } from '../../../../contracts/conformance/cases/test-category.ts';
import { createCoverage } from '../../../../contracts/conformance/coverage/index.ts';
import { deriveBaseline, isBaseline } from '../../../../contracts/conformance/request/baseline-request.ts';
import { createFreshValueSource } from '../../../../contracts/conformance/request/values/fresh-value-source.ts';
import { testCategories } from '../../../../contracts/conformance/test-categories.ts';
import { lintWithRedocly } from '../../../../contracts/lint/lint.ts';
import { comparePact } from '../../../../contracts/pact/compare/compare-pact.ts';
import { parsePact } from '../../../../contracts/pact/file/pact-file.ts';
import { createRecording } from '../../../../contracts/pact/record/record-pact.ts';
import { startMock } from '../../../../mock/index.ts';
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid, validate } from '../../../../spec/validation/validate.ts';

export interface AlgorithmInput {
  readonly contract: Contract;
  /** Another version of it. */
  readonly next: () => Promise<Contract>;
  /** The same, read again. */
  readonly copy: () => Promise<Contract>;
}

export type Algorithm = (input: AlgorithmInput) => unknown;

export const algorithms: Readonly<Record<string, Algorithm>> = {
  unsupported: ({ contract }) => contract.unsupported,
  sampling: ({ contract }) => schemasOf(contract).map(samplesOf),
  validation: ({ contract }) => (schemasOf(contract).every(validateAll) ? 'consistent' : 'CONTRADICTORY'),
  derivation: ({ contract }) => deriveAll(contract),
  coverage: ({ contract }) => createCoverage(contract).read(),
  lint: ({ contract }) => lintWithRedocly(contract),
  'diff with a copy': async ({ contract, copy }) => describeDiff(contract, await copy()),
  diff: async ({ contract, next }) => describeDiff(contract, await next()),
  'diff backwards': async ({ contract, next }) => describeDiff(await next(), contract),
  recording: ({ contract }) => createRecording(contract),
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
const optionalParts = ['examples', 'all', 'none'] as const;

function samplesOf(schema: Schema): readonly (Json | undefined)[] {
  return directions.flatMap((direction) =>
    optionalParts.map((optional) => sampleValue(schema, direction, { optional })),
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
  const fresh = createFreshValueSource('hostile');
  const baselines = contract.operations
    .map((operation) => deriveBaseline(operation, [], contract.operations))
    .filter(isBaseline);
  return baselines
    .flatMap((baseline) =>
      testCategories.flatMap((category) => [...category.generate(createGeneratorContext(baseline)).take(MOST_CASES)]),
    )
    .map((tried) => (tried.kind === 'request' ? tried.buildRequest(fresh) : tried)).length;
}

async function compareRecorded(contract: Contract, next: Contract): Promise<unknown> {
  const { text } = createRecording(contract);
  return comparePact(parsePact('pact.json', text), next);
}

function describeDiff(before: Contract, after: Contract): string {
  const { summary, unattempted } = compareWithBaseline(before, after);
  return `${summary}; ${unattempted.length} not compared`;
}

async function served({ contract }: AlgorithmInput): Promise<unknown> {
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

async function verified({ contract }: AlgorithmInput): Promise<string> {
  const mock = await startMock({ spec: contract.document });
  try {
    const { verdict } = await verify({ spec: contract.document, baseUrl: mock.url, budget: 100 });
    return verdict.summary;
  } finally {
    await mock.close();
  }
}
