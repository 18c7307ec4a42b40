/** Requests that conform to the contract. */
import { isJsonType } from '../../../../spec/model/contract.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import type { BaselineParts } from '../baseline-request.ts';
import type { Random } from '../random.ts';
import { type ProbeKind, withProbeHeader, withQuery } from './kind.ts';

export const validKinds: readonly ProbeKind[] = [
  { name: 'as declared', expectedStatus: 2, make: (baseline) => baseline },
  { name: 'all optional properties', expectedStatus: 2, make: (baseline) => resampled(baseline, 'all') },
  { name: 'no optional properties', expectedStatus: 2, make: (baseline) => resampled(baseline, 'none') },
  {
    name: 'an undeclared query field',
    expectedStatus: 2,
    make: (baseline, random) => withQuery(baseline, `unknown${random.below(99)}=1`),
  },
  {
    name: 'JSON with a charset',
    expectedStatus: 2,
    make: (baseline) =>
      isJsonType(baseline.type ?? '') ? { ...baseline, type: `${baseline.type}; charset=utf-8` } : undefined,
  },
  {
    name: 'an integer beyond 2^53',
    expectedStatus: 2,
    make: (baseline, random) => withInt64(baseline, random.pick([9007199254740993n, 9223372036854775807n])),
  },
  {
    name: 'Accept */*',
    expectedStatus: 2,
    make: (baseline, random) =>
      withProbeHeader(baseline, 'Accept', random.pick(['*/*', '*/*;q=0.5', 'text/*, */*;q=0.1'])),
  },
  {
    name: 'Accept the declared type',
    expectedStatus: 2,
    make: (baseline, random) => {
      const declared = successOf(baseline).flatMap(({ content }) => content.map(({ range }) => range));
      return declared.length === 0 ? undefined : withProbeHeader(baseline, 'Accept', random.pick(declared));
    },
  },
  { name: 'below the base path', expectedStatus: 2, make: belowBase },
  {
    name: 'HEAD for a declared GET',
    expectedStatus: 2,
    make: (baseline) => (baseline.method === 'GET' ? { ...baseline, method: 'HEAD' } : undefined),
  },
  {
    name: 'a byte order mark before JSON',
    expectedStatus: 2,
    isRisky: true,
    make: (baseline) =>
      isJsonType(baseline.type ?? '') && baseline.value !== undefined
        ? { ...baseline, bytes: Buffer.from(`\ufeff${JSON.stringify(baseline.value)}`) }
        : undefined,
  },
];

export function successOf({ operation }: BaselineParts) {
  return operation.responses.filter(({ status }) => status.startsWith('2'));
}

function resampled(baseline: BaselineParts, optional: 'all' | 'none'): BaselineParts | undefined {
  const schema = baseline.operation.requestBody?.content.find(({ range }) => range === baseline.type)?.schema;
  return schema === undefined ? undefined : { ...baseline, value: sampleValue(schema, 'request', { optional }) };
}

function withInt64(baseline: BaselineParts, value: bigint): BaselineParts | undefined {
  const schema = baseline.operation.requestBody?.content.find(({ range }) => range === baseline.type)?.schema;
  const [name] = [...(schema?.properties ?? [])].find(([, part]) => part.format === 'int64') ?? [];
  if (name === undefined || typeof baseline.value !== 'object' || !isJsonType(baseline.type ?? '')) return undefined;
  return { ...baseline, value: Object.assign({}, baseline.value, { [name]: value }) };
}

const basePaths: Readonly<Record<string, string>> = { '/trees': '/v1', '/beds': '/api/v3', '/plants': '' };

function belowBase(baseline: BaselineParts, _random: Random): BaselineParts | undefined {
  const base = Object.entries(basePaths).find(([start]) => baseline.path.startsWith(start))?.[1] ?? '';
  return base === '' ? undefined : { ...baseline, path: `${base}${baseline.path}` };
}
