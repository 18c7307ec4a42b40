/** Preferences of the client: Prefer, the query controls, Accept. */

import type { BaselineParts } from '../baseline-request.ts';
import type { Random } from '../random.ts';
import { type ProbeKind, withProbeHeader, withQuery } from './kind.ts';

export const preferenceKinds: readonly ProbeKind[] = [
  {
    name: 'Prefer a declared status',
    expectedStatus: 0,
    make: (baseline, random) =>
      declaredStatus(baseline, random, (code) => withProbeHeader(baseline, 'Prefer', `code=${code}`)),
  },
  {
    name: '__code of a declared status',
    expectedStatus: 0,
    make: (baseline, random) => declaredStatus(baseline, random, (code) => withQuery(baseline, `__code=${code}`)),
  },
  {
    name: '__code with another Prefer',
    expectedStatus: 0,
    make: (baseline, random) =>
      declaredStatus(baseline, random, (code) =>
        withProbeHeader(withQuery(baseline, `__code=${code}`), 'Prefer', 'return=minimal'),
      ),
  },
  {
    name: 'Prefer an undeclared status',
    expectedStatus: 503,
    make: (baseline) => (declares(baseline, '503') ? undefined : withProbeHeader(baseline, 'Prefer', 'code=503')),
  },
  {
    name: 'Prefer code=abc',
    expectedStatus: 4,
    make: (baseline) => withProbeHeader(baseline, 'Prefer', 'code=abc'),
  },
  {
    name: 'Prefer dynamic=maybe',
    expectedStatus: 4,
    make: (baseline) => withProbeHeader(baseline, 'Prefer', 'dynamic=maybe'),
  },
  {
    name: 'Prefer dynamic',
    expectedStatus: 2,
    make: (baseline, random) => withProbeHeader(baseline, 'Prefer', `dynamic=true, seed=${random.below(9)}`),
  },
  { name: 'Prefer a declared example', expectedStatus: 2, make: example },
  {
    name: 'Prefer an unknown example',
    expectedStatus: 4,
    make: (baseline) => withProbeHeader(baseline, 'Prefer', 'example=nope'),
  },
  {
    name: 'a Prefer for other servers',
    expectedStatus: 2,
    make: (baseline, random) =>
      withProbeHeader(baseline, 'Prefer', random.pick(['return=minimal', 'respond-async, wait=5'])),
  },
  {
    name: 'Accept an undeclared type',
    expectedStatus: 406,
    make: (baseline) => (hasBody(baseline) ? withProbeHeader(baseline, 'Accept', 'image/png') : undefined),
  },
  {
    name: 'an invalid Accept',
    expectedStatus: 2,
    isRisky: true,
    make: (baseline, random) =>
      hasBody(baseline)
        ? withProbeHeader(baseline, 'Accept', random.pick(['foo', 'text/html; x, */*', 'a/b,,*/*']))
        : undefined,
  },
];

function declares({ operation }: BaselineParts, status: string): boolean {
  return operation.responses.some((one) => one.status === status || one.status === 'default');
}

function declaredStatus(
  baseline: BaselineParts,
  random: Random,
  make: (code: string) => BaselineParts,
): BaselineParts | undefined {
  const codes = baseline.operation.responses.flatMap(({ status }) => (/^\d+$/.test(status) ? [status] : []));
  return codes.length === 0 ? undefined : make(random.pick(codes));
}

function example(baseline: BaselineParts, random: Random): BaselineParts | undefined {
  const names = baseline.operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name)))
    .filter((name) => name !== 'example');
  return names.length === 0 ? undefined : withProbeHeader(baseline, 'Prefer', `example=${random.pick(names)}`);
}

function hasBody({ operation }: BaselineParts): boolean {
  return operation.responses.some(({ status, content }) => status.startsWith('2') && content.length > 0);
}
