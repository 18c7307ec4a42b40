/** Requests that keep the contract. */
import { isJsonType } from '../../../../spec/model/contract.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import type { Random } from '../random.ts';
import type { Twin } from '../twin.ts';
import { type Kind, withHeader, withQuery } from './kind.ts';

export const validKinds: readonly Kind[] = [
  { name: 'as declared', demands: 2, make: (twin) => twin },
  { name: 'all optional properties', demands: 2, make: (twin) => resampled(twin, 'all') },
  { name: 'no optional properties', demands: 2, make: (twin) => resampled(twin, 'none') },
  {
    name: 'an undeclared query field',
    demands: 2,
    make: (twin, random) => withQuery(twin, `unknown${random.below(99)}=1`),
  },
  {
    name: 'the charset of JSON named',
    demands: 2,
    make: (twin) =>
      isJsonType(twin.type ?? '') ? { ...twin, type: `${twin.type}; charset=utf-8` } : undefined,
  },
  {
    name: 'an integer beyond 2^53',
    demands: 2,
    make: (twin, random) => withInt64(twin, random.pick([9007199254740993n, 9223372036854775807n])),
  },
  {
    name: 'Accept */*',
    demands: 2,
    make: (twin, random) =>
      withHeader(twin, 'Accept', random.pick(['*/*', '*/*;q=0.5', 'text/*, */*;q=0.1'])),
  },
  {
    name: 'Accept the declared type',
    demands: 2,
    make: (twin, random) => {
      const declared = successOf(twin).flatMap(({ content }) => content.map(({ range }) => range));
      return declared.length === 0 ? undefined : withHeader(twin, 'Accept', random.pick(declared));
    },
  },
  { name: 'below the base path', demands: 2, make: belowBase },
  {
    name: 'HEAD for a declared GET',
    demands: 2,
    make: (twin) => (twin.method === 'GET' ? { ...twin, method: 'HEAD' } : undefined),
  },
  {
    name: 'a byte order mark before JSON',
    demands: 2,
    isRisky: true,
    make: (twin) =>
      isJsonType(twin.type ?? '') && twin.value !== undefined
        ? { ...twin, bytes: Buffer.from(`\ufeff${JSON.stringify(twin.value)}`) }
        : undefined,
  },
];

export function successOf({ operation }: Twin) {
  return operation.responses.filter(({ status }) => status.startsWith('2'));
}

function resampled(twin: Twin, optional: 'all' | 'none'): Twin | undefined {
  const schema = twin.operation.requestBody?.content.find(({ range }) => range === twin.type)?.schema;
  return schema === undefined ? undefined : { ...twin, value: sampleOf(schema, 'request', { optional }) };
}

function withInt64(twin: Twin, value: bigint): Twin | undefined {
  const schema = twin.operation.requestBody?.content.find(({ range }) => range === twin.type)?.schema;
  const [name] = [...(schema?.properties ?? [])].find(([, part]) => part.format === 'int64') ?? [];
  if (name === undefined || typeof twin.value !== 'object' || !isJsonType(twin.type ?? '')) return undefined;
  return { ...twin, value: Object.assign({}, twin.value, { [name]: value }) };
}

const basePaths: Readonly<Record<string, string>> = { '/trees': '/v1', '/beds': '/api/v3', '/plants': '' };

function belowBase(twin: Twin, _random: Random): Twin | undefined {
  const base = Object.entries(basePaths).find(([start]) => twin.path.startsWith(start))?.[1] ?? '';
  return base === '' ? undefined : { ...twin, path: `${base}${twin.path}` };
}
