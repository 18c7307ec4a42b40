/** What the client asks the store for: Prefer, the query controls, Accept. */
import type { Random } from '../random.ts';
import type { Twin } from '../twin.ts';
import { type Kind, withHeader, withQuery } from './kind.ts';

export const wishKinds: readonly Kind[] = [
  {
    name: 'Prefer a declared status',
    demands: 0,
    make: (twin, random) =>
      declaredStatus(twin, random, (code) => withHeader(twin, 'Prefer', `code=${code}`)),
  },
  {
    name: '__code of a declared status',
    demands: 0,
    make: (twin, random) => declaredStatus(twin, random, (code) => withQuery(twin, `__code=${code}`)),
  },
  {
    name: '__code beside another Prefer',
    demands: 0,
    make: (twin, random) =>
      declaredStatus(twin, random, (code) =>
        withHeader(withQuery(twin, `__code=${code}`), 'Prefer', 'return=minimal'),
      ),
  },
  {
    name: 'Prefer an undeclared status',
    demands: 503,
    make: (twin) => (declares(twin, '503') ? undefined : withHeader(twin, 'Prefer', 'code=503')),
  },
  { name: 'Prefer code=abc', demands: 4, make: (twin) => withHeader(twin, 'Prefer', 'code=abc') },
  { name: 'Prefer dynamic=maybe', demands: 4, make: (twin) => withHeader(twin, 'Prefer', 'dynamic=maybe') },
  {
    name: 'Prefer dynamic',
    demands: 2,
    make: (twin, random) => withHeader(twin, 'Prefer', `dynamic=true, seed=${random.below(9)}`),
  },
  { name: 'Prefer a declared example', demands: 2, make: example },
  {
    name: 'Prefer an unknown example',
    demands: 4,
    make: (twin) => withHeader(twin, 'Prefer', 'example=nope'),
  },
  {
    name: 'a Prefer that is not for the store',
    demands: 2,
    make: (twin, random) =>
      withHeader(twin, 'Prefer', random.pick(['return=minimal', 'respond-async, wait=5'])),
  },
  {
    name: 'Accept an undeclared type',
    demands: 406,
    make: (twin) => (hasBody(twin) ? withHeader(twin, 'Accept', 'image/png') : undefined),
  },
  {
    name: 'Accept nothing that can be read',
    demands: 2,
    isRisky: true,
    make: (twin, random) =>
      hasBody(twin)
        ? withHeader(twin, 'Accept', random.pick(['foo', 'text/html; x, */*', 'a/b,,*/*']))
        : undefined,
  },
];

function declares({ operation }: Twin, status: string): boolean {
  return operation.responses.some((one) => one.status === status || one.status === 'default');
}

function declaredStatus(twin: Twin, random: Random, make: (code: string) => Twin): Twin | undefined {
  const codes = twin.operation.responses.flatMap(({ status }) => (/^\d+$/.test(status) ? [status] : []));
  return codes.length === 0 ? undefined : make(random.pick(codes));
}

function example(twin: Twin, random: Random): Twin | undefined {
  const names = twin.operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name)))
    .filter((name) => name !== 'example');
  return names.length === 0 ? undefined : withHeader(twin, 'Prefer', `example=${random.pick(names)}`);
}

function hasBody({ operation }: Twin): boolean {
  return operation.responses.some(({ status, content }) => status.startsWith('2') && content.length > 0);
}
