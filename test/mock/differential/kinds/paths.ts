/** Paths and methods that the contract does not have, and odd spellings of those it has. */
import type { Random } from '../random.ts';
import type { Twin } from '../twin.ts';
import { type Kind, withHeader } from './kind.ts';

export const pathKinds: readonly Kind[] = [
  {
    name: 'an unknown path',
    demands: 404,
    make: (twin, random) => ({ ...twin, path: random.pick(['/nowhere', '/treess/1', '/', '/beds']) }),
  },
  { name: 'an undeclared method', demands: 405, make: otherMethod },
  { name: 'a slash at the end', demands: 404, make: (twin) => ({ ...twin, path: `${twin.path}/` }) },
  { name: 'two slashes at the start', demands: 404, make: (twin) => ({ ...twin, path: `/${twin.path}` }) },
  {
    name: 'a percent-encoded letter in the path',
    demands: 2,
    make: (twin) => ({
      ...twin,
      path: twin.path.replace(/^\/(.)/, (_all, char: string) => `/%${char.charCodeAt(0).toString(16)}`),
    }),
  },
  {
    name: 'a broken percent-encoding in the path',
    demands: 400,
    isRisky: true,
    make: (twin) => ({ ...twin, path: `${twin.path}%E0%A4%A` }),
  },
  {
    name: 'a broken percent-encoding in the query',
    // The path names the operation, so it is refused as the contract has it: 400, or 422.
    demands: 4,
    make: (twin) => ({ ...twin, query: [...twin.query, 'a=%E0%A4%A'] }),
  },
  { name: 'OPTIONS', demands: 2, make: (twin) => ({ ...twin, method: 'OPTIONS', value: undefined }) },
  { name: 'a preflight', demands: 2, make: preflight },
  { name: 'an Origin', demands: 2, make: (twin) => withHeader(twin, 'Origin', 'http://localhost:5173') },
];

function otherMethod(twin: Twin, random: Random): Twin {
  return { ...twin, method: random.pick(['LINK', 'TRACE', 'PROPFIND']), value: undefined };
}

function preflight(twin: Twin): Twin {
  const asked = withHeader(
    withHeader(twin, 'Origin', 'http://localhost:5173'),
    'Access-Control-Request-Method',
    twin.method,
  );
  return { ...asked, method: 'OPTIONS', value: undefined };
}
