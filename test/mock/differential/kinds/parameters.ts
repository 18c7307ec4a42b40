/** Parameters that break the contract, or look as if they did. */
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Random } from '../random.ts';
import type { Twin } from '../twin.ts';
import { type Kind, withHeader, withQuery } from './kind.ts';

export const parameterKinds: readonly Kind[] = [
  {
    name: 'a word for a number in the query',
    demands: 4,
    make: (twin, random) => numeric(twin, random, 'many'),
  },
  {
    name: 'a number out of range in the query',
    demands: 4,
    make: (twin, random) => numeric(twin, random, '0'),
  },
  {
    name: 'an empty text for a number in the query',
    demands: 4,
    make: (twin, random) => numeric(twin, random, ''),
  },
  {
    name: 'a number in range in the query',
    demands: 2,
    make: (twin, random) => numeric(twin, random, String(1 + random.below(9))),
  },
  {
    name: 'a value outside the enumeration in the query',
    demands: 4,
    make: (twin, random) => enumerated(twin, random, 'oak%20'),
  },
  { name: 'a query field of one value twice', demands: 4, make: twice },
  {
    name: 'a list in the query',
    demands: 2,
    make: (twin) => (has(twin, 'tags') ? withQuery(twin, 'tags=a', 'tags=b') : undefined),
  },
  {
    name: 'an object in the query',
    demands: 2,
    make: (twin) => (has(twin, 'size') ? withQuery(twin, ...deep(twin, '3')) : undefined),
  },
  {
    name: 'an object in the query, a part of the wrong type',
    demands: 4,
    make: (twin) => (has(twin, 'size') ? withQuery(twin, ...deep(twin, 'w')) : undefined),
  },
  {
    name: 'JSON in the query',
    demands: 2,
    make: (twin) => (has(twin, 'filter') ? withQuery(twin, 'filter=%7B%22by%22%3A1%7D') : undefined),
  },
  {
    name: 'JSON in the query that breaks its schema',
    demands: 4,
    make: (twin) => (has(twin, 'filter') ? withQuery(twin, 'filter=%7B%7D') : undefined),
  },
  { name: 'a required query field missing', demands: 4, make: (twin) => without(twin, 'query') },
  { name: 'a required query field in another case', demands: 4, make: (twin) => otherCase(twin) },
  { name: 'a required cookie missing', demands: 4, make: (twin) => without(twin, 'cookie') },
  { name: 'a wrong header', demands: 4, make: wrongHeader },
  {
    name: 'a right header',
    demands: 2,
    make: (twin) =>
      headerOf(twin) === undefined ? undefined : withHeader(twin, headerOf(twin)?.name ?? '', '4'),
  },
  { name: 'a word for a number in the path', demands: 4, make: (twin) => inPath(twin, 'seven') },
  {
    name: 'an integer beyond 2^53 in the path',
    demands: 2,
    make: (twin) => inPath(twin, '9007199254740993'),
  },
  {
    name: 'an integer beyond int64 in the path',
    demands: 4,
    make: (twin) => inPath(twin, '9223372036854775808'),
  },
];

function has({ operation }: Twin, name: string): boolean {
  return operation.parameters.some((one) => one.in === 'query' && one.name === name);
}

function numbersOf({ operation }: Twin): readonly Parameter[] {
  return operation.parameters.filter(
    (one) => one.in === 'query' && one.schema?.types?.has('integer') === true,
  );
}

function numeric(twin: Twin, random: Random, text: string): Twin | undefined {
  const candidates = numbersOf(twin);
  return candidates.length === 0 ? undefined : withQuery(twin, `${random.pick(candidates).name}=${text}`);
}

function enumerated(twin: Twin, random: Random, text: string): Twin | undefined {
  const candidates = twin.operation.parameters.filter(
    (one) => one.in === 'query' && one.schema?.enum !== undefined,
  );
  return candidates.length === 0 ? undefined : withQuery(twin, `${random.pick(candidates).name}=${text}`);
}

function twice(twin: Twin): Twin | undefined {
  const [first] = numbersOf(twin);
  return first === undefined ? undefined : withQuery(twin, `${first.name}=1`, `${first.name}=2`);
}

function deep({ operation }: Twin, text: string): readonly string[] {
  const schema = operation.parameters.find((one) => one.name === 'size')?.schema;
  const [name = 'x'] = schema?.properties.keys() ?? [];
  return [`size[${name}]=${text}`];
}

function required({ operation }: Twin, place: string): Parameter | undefined {
  return operation.parameters.find((one) => one.in === place && one.required);
}

function without(twin: Twin, place: 'query' | 'cookie'): Twin | undefined {
  const name = required(twin, place)?.name;
  if (name === undefined) return undefined;
  const keep = (pair: string) => !pair.startsWith(`${name}=`);
  return {
    ...twin,
    query: twin.query.filter(keep),
    cookies: twin.cookies.filter((pair) => place === 'query' || keep(pair)),
  };
}

function otherCase(twin: Twin): Twin | undefined {
  const name = required(twin, 'query')?.name;
  if (name === undefined) return undefined;
  return { ...twin, query: twin.query.map((pair) => pair.replace(`${name}=`, `${name.toUpperCase()}=`)) };
}

function headerOf({ operation }: Twin): Parameter | undefined {
  return operation.parameters.find((one) => one.in === 'header');
}

function wrongHeader(twin: Twin): Twin | undefined {
  const header = headerOf(twin);
  return header === undefined ? undefined : withHeader(twin, header.name, 'deep and wide');
}

function inPath(twin: Twin, text: string): Twin | undefined {
  const isNumber = twin.operation.parameters.some((one) => one.in === 'path');
  return isNumber ? { ...twin, path: twin.path.replace(/\d+$/, text) } : undefined;
}
