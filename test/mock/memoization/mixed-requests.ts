/** Mixed requests: of every kind, with every preference, about existing and missing records. */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { type BaselineParts, createBaseline } from '../differential/baseline-request.ts';
import { kinds, probeOf } from '../differential/generate.ts';
import type { Probe } from '../differential/probe.ts';
import { createRandom, type Random } from '../differential/random.ts';

export interface Mixture {
  /** Of the contract, for messages. */
  readonly name: string;
  readonly contract: Contract;
  readonly seed: number;
  readonly count: number;
}

/** The same for the same seed. */
export function mixedRequests({ name, contract, seed, count }: Mixture): readonly Probe[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const operation = random.pick(contract.operations);
    const type = operation.requestBody === undefined ? undefined : random.pick(operation.requestBody.content);
    const baseline = withNames(createBaseline(operation, type?.range), random);
    const kind = random.below(3) === 0 ? random.pick(kinds) : plain;
    const made = kind.make(baseline, random) ?? baseline;
    return probeOf(name, kind, withOptionalHeaders(made, random));
  });
}

const plain = {
  name: 'as declared',
  expectedStatus: 0,
  make: (baseline: BaselineParts) => baseline,
} as const;

/** Few names, so that requests often concern the same record. */
const names = ['1', '2', '3', '4', '5', '987654', 'fern', '%20'];

function withNames(baseline: BaselineParts, random: Random): BaselineParts {
  if (random.below(4) === 0) return baseline;
  const path = baseline.operation.path.replaceAll(/\{[^}]+\}/g, () => random.pick(names));
  return { ...baseline, path };
}

function withOptionalHeaders(baseline: BaselineParts, random: Random): BaselineParts {
  const parts = [acceptOf, preferOf, conditionOf].map((make) => make(baseline.operation, random));
  return {
    ...baseline,
    headers: Object.assign({}, ...parts, baseline.headers),
    query: [...baseline.query, ...queryOf(baseline.operation, random)],
  };
}

function acceptOf({ responses }: Operation, random: Random): Readonly<Record<string, string>> {
  const declared = responses.flatMap(({ content }) => content.map(({ range }) => range));
  const texts = ['*/*', 'application/json', 'application/xml;q=0.9, */*;q=0.1', 'text/html', ...declared];
  return random.below(2) === 0 ? {} : { Accept: random.pick(texts) };
}

function preferOf({ responses }: Operation, random: Random): Readonly<Record<string, string>> {
  const examples = responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples));
  const codes = responses.map(({ status }) => status.replaceAll('X', '0')).filter((code) => /^\d/.test(code));
  const some = ['dynamic=true', 'dynamic=false', `dynamic=true, seed=${random.below(3)}`];
  const preferences = [
    ...some,
    ...codes.flatMap((code) => [`code=${code}`, `code=${code}, ${random.pick(some)}`]),
    ...examples.map(({ name }) => `example=${JSON.stringify(name)}`),
    'code=418',
  ];
  return random.below(3) > 0 ? {} : { Prefer: random.pick(preferences) };
}

function conditionOf(_operation: Operation, random: Random): Readonly<Record<string, string>> {
  if (random.below(8) > 0) return {};
  return {
    [random.pick(['If-Match', 'If-None-Match'])]: random.pick(['*', '"sample"', '"0123456789abcdef"']),
  };
}

/** Those that the mock supports for a list, declared or not. */
const fields = ['limit=1', 'limit=3', 'offset=1', 'page=2', 'sort=-id', 'sort=name', 'done=true'];

function queryOf({ method }: Operation, random: Random): readonly string[] {
  return method === 'GET' && random.below(2) === 0 ? [random.pick(fields)] : [];
}
