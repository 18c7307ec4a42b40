/** Invalid parameters, and valid ones that look invalid. */
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { BaselineParts } from '../baseline-request.ts';
import type { Random } from '../random.ts';
import { type ProbeKind, withProbeHeader, withQuery } from './kind.ts';

export const parameterKinds: readonly ProbeKind[] = [
  {
    name: 'a word instead of a number in the query',
    expectedStatus: 4,
    make: (baseline, random) => numeric(baseline, random, 'many'),
  },
  {
    name: 'a number out of range in the query',
    expectedStatus: 4,
    make: (baseline, random) => numeric(baseline, random, '0'),
  },
  {
    name: 'an empty string instead of a number in the query',
    expectedStatus: 4,
    make: (baseline, random) => numeric(baseline, random, ''),
  },
  {
    name: 'a number in range in the query',
    expectedStatus: 2,
    make: (baseline, random) => numeric(baseline, random, String(1 + random.below(9))),
  },
  {
    name: 'a value outside the enumeration in the query',
    expectedStatus: 4,
    make: (baseline, random) => enumerated(baseline, random, 'oak%20'),
  },
  { name: 'a duplicate query field', expectedStatus: 4, make: twice },
  {
    name: 'an array in the query',
    expectedStatus: 2,
    make: (baseline) => (has(baseline, 'tags') ? withQuery(baseline, 'tags=a', 'tags=b') : undefined),
  },
  {
    name: 'an object in the query',
    expectedStatus: 2,
    make: (baseline) => (has(baseline, 'size') ? withQuery(baseline, ...deep(baseline, '3')) : undefined),
  },
  {
    name: 'an object in the query with a property of another type',
    expectedStatus: 4,
    make: (baseline) => (has(baseline, 'size') ? withQuery(baseline, ...deep(baseline, 'w')) : undefined),
  },
  {
    name: 'JSON in the query',
    expectedStatus: 2,
    make: (baseline) => (has(baseline, 'filter') ? withQuery(baseline, 'filter=%7B%22by%22%3A1%7D') : undefined),
  },
  {
    name: 'JSON in the query that violates its schema',
    expectedStatus: 4,
    make: (baseline) => (has(baseline, 'filter') ? withQuery(baseline, 'filter=%7B%7D') : undefined),
  },
  {
    name: 'a missing required query field',
    expectedStatus: 4,
    make: (baseline) => without(baseline, 'query'),
  },
  {
    name: 'a required query field in another case',
    expectedStatus: 4,
    make: (baseline) => otherCase(baseline),
  },
  { name: 'a missing required cookie', expectedStatus: 4, make: (baseline) => without(baseline, 'cookie') },
  { name: 'an invalid header', expectedStatus: 4, make: wrongHeader },
  {
    name: 'a valid header',
    expectedStatus: 2,
    make: (baseline) =>
      headerOf(baseline) === undefined ? undefined : withProbeHeader(baseline, headerOf(baseline)?.name ?? '', '4'),
  },
  {
    name: 'a word instead of a number in the path',
    expectedStatus: 4,
    make: (baseline) => inPath(baseline, 'seven'),
  },
  {
    name: 'an integer beyond 2^53 in the path',
    expectedStatus: 2,
    make: (baseline) => inPath(baseline, '9007199254740993'),
  },
  {
    name: 'an integer beyond int64 in the path',
    expectedStatus: 4,
    make: (baseline) => inPath(baseline, '9223372036854775808'),
  },
];

function has({ operation }: BaselineParts, name: string): boolean {
  return operation.parameters.some((one) => one.in === 'query' && one.name === name);
}

function numbersOf({ operation }: BaselineParts): readonly Parameter[] {
  return operation.parameters.filter((one) => one.in === 'query' && one.schema?.types?.has('integer') === true);
}

function numeric(baseline: BaselineParts, random: Random, text: string): BaselineParts | undefined {
  const candidates = numbersOf(baseline);
  return candidates.length === 0 ? undefined : withQuery(baseline, `${random.pick(candidates).name}=${text}`);
}

function enumerated(baseline: BaselineParts, random: Random, text: string): BaselineParts | undefined {
  const candidates = baseline.operation.parameters.filter(
    (one) => one.in === 'query' && one.schema?.enum !== undefined,
  );
  return candidates.length === 0 ? undefined : withQuery(baseline, `${random.pick(candidates).name}=${text}`);
}

function twice(baseline: BaselineParts): BaselineParts | undefined {
  const [first] = numbersOf(baseline);
  return first === undefined ? undefined : withQuery(baseline, `${first.name}=1`, `${first.name}=2`);
}

function deep({ operation }: BaselineParts, text: string): readonly string[] {
  const schema = operation.parameters.find((one) => one.name === 'size')?.schema;
  const [name = 'x'] = schema?.properties.keys() ?? [];
  return [`size[${name}]=${text}`];
}

function required({ operation }: BaselineParts, place: string): Parameter | undefined {
  return operation.parameters.find((one) => one.in === place && one.required);
}

function without(baseline: BaselineParts, place: 'query' | 'cookie'): BaselineParts | undefined {
  const name = required(baseline, place)?.name;
  if (name === undefined) return undefined;
  const keep = (pair: string) => !pair.startsWith(`${name}=`);
  return {
    ...baseline,
    query: baseline.query.filter(keep),
    cookies: baseline.cookies.filter((pair) => place === 'query' || keep(pair)),
  };
}

function otherCase(baseline: BaselineParts): BaselineParts | undefined {
  const name = required(baseline, 'query')?.name;
  if (name === undefined) return undefined;
  return {
    ...baseline,
    query: baseline.query.map((pair) => pair.replace(`${name}=`, `${name.toUpperCase()}=`)),
  };
}

function headerOf({ operation }: BaselineParts): Parameter | undefined {
  return operation.parameters.find((one) => one.in === 'header');
}

function wrongHeader(baseline: BaselineParts): BaselineParts | undefined {
  const header = headerOf(baseline);
  return header === undefined ? undefined : withProbeHeader(baseline, header.name, 'deep and wide');
}

function inPath(baseline: BaselineParts, text: string): BaselineParts | undefined {
  const isNumber = baseline.operation.parameters.some((one) => one.in === 'path');
  return isNumber ? { ...baseline, path: baseline.path.replace(/\d+$/, text) } : undefined;
}
