/** Undeclared paths and methods, and unusual spellings of declared ones. */

import type { BaselineParts } from '../baseline-request.ts';
import type { Random } from '../random.ts';
import { type ProbeKind, withProbeHeader } from './kind.ts';

export const pathKinds: readonly ProbeKind[] = [
  {
    name: 'an unknown path',
    expectedStatus: 404,
    make: (baseline, random) => ({ ...baseline, path: random.pick(['/nowhere', '/treess/1', '/', '/beds']) }),
  },
  { name: 'an undeclared method', expectedStatus: 405, make: otherMethod },
  {
    name: 'a trailing slash',
    expectedStatus: 404,
    make: (baseline) => ({ ...baseline, path: `${baseline.path}/` }),
  },
  {
    name: 'two slashes at the start',
    expectedStatus: 404,
    make: (baseline) => ({ ...baseline, path: `/${baseline.path}` }),
  },
  {
    name: 'a percent-encoded letter in the path',
    expectedStatus: 2,
    make: (baseline) => ({
      ...baseline,
      path: baseline.path.replace(/^\/(.)/, (_all, char: string) => `/%${char.charCodeAt(0).toString(16)}`),
    }),
  },
  {
    name: 'an invalid percent-encoding in the path',
    // The rejection that the operation declares, where the rest of the path identifies one: 400, or 422.
    expectedStatus: 4,
    isRisky: true,
    make: (baseline) => ({ ...baseline, path: `${baseline.path}%E0%A4%A` }),
  },
  {
    name: 'an invalid percent-encoding in the query',
    // The path identifies the operation, so the rejection is the declared one: 400, or 422.
    expectedStatus: 4,
    make: (baseline) => ({ ...baseline, query: [...baseline.query, 'a=%E0%A4%A'] }),
  },
  {
    name: 'OPTIONS',
    expectedStatus: 2,
    make: (baseline) => ({ ...baseline, method: 'OPTIONS', value: undefined }),
  },
  { name: 'a preflight', expectedStatus: 2, make: preflight },
  {
    name: 'an Origin',
    expectedStatus: 2,
    make: (baseline) => withProbeHeader(baseline, 'Origin', 'http://localhost:5173'),
  },
];

function otherMethod(baseline: BaselineParts, random: Random): BaselineParts {
  return { ...baseline, method: random.pick(['LINK', 'TRACE', 'PROPFIND']), value: undefined };
}

function preflight(baseline: BaselineParts): BaselineParts {
  const requested = withProbeHeader(
    withProbeHeader(baseline, 'Origin', 'http://localhost:5173'),
    'Access-Control-Request-Method',
    baseline.method,
  );
  return { ...requested, method: 'OPTIONS', value: undefined };
}
