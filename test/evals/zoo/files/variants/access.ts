/** Credentials that open more than they should, or less. */
import { southKey } from '../authentication.ts';
import { decodeSegment } from '../behavior.ts';
import { FilesProblem } from '../http.ts';
import { deep, type FilesDefect, type FilesFault, scoped } from '../variant.ts';
import { changesAuthentication, responds, withoutHeader, withStatus } from './changes.ts';

const unauthorized = ['unauthorized-rejected'];

export const wrongAccess: readonly FilesFault[] = [
  ...scoped({ operations: ['readFolder'], foundBy: unauthorized }, [
    {
      name: 'takes-key-in-header',
      description: 'It accepts the key in a header of the same name.',
      behavior: changesAuthentication(({ keysIn }) => ({
        keysIn: (request) => [...keysIn(request), ...[request.headers['vault_key'] ?? []].flat()].slice(0, 1),
      })),
    },
    {
      name: 'takes-key-as-bearer',
      description: 'It accepts the key as a bearer token.',
      behavior: changesAuthentication(({ keysIn }) => ({
        keysIn: (request) =>
          [...keysIn(request), ...(request.headers['authorization'] ?? '').split(/^bearer /i).slice(1)].slice(0, 1),
      })),
    },
    {
      name: 'takes-key-in-cookie',
      description: 'It accepts the key of the query in the cookie.',
      behavior: changesAuthentication(({ tenantOfKey, tenantOfCookie }) => ({
        tenantOfCookie: (cookie) => tenantOfCookie(cookie) ?? tenantOfKey(cookie),
      })),
    },
    {
      name: 'takes-cookie-in-query',
      description: 'It accepts the value of the cookie in the query.',
      behavior: changesAuthentication(({ tenantOfKey, tenantOfCookie }) => ({
        tenantOfKey: (key) => tenantOfKey(key) ?? tenantOfCookie(key),
      })),
    },
    {
      name: 'takes-any-cookie',
      description: 'It accepts every value of the cookie.',
      behavior: changesAuthentication(({ tenantOfCookie }) => ({
        tenantOfCookie: (cookie) => tenantOfCookie(cookie) ?? 'north',
      })),
    },
    {
      name: 'takes-empty-cookie',
      description: 'It accepts an empty cookie.',
      behavior: changesAuthentication(({ tenantOfCookie }) => ({
        tenantOfCookie: (cookie) => (cookie === '' ? 'north' : tenantOfCookie(cookie)),
      })),
    },
    {
      name: 'takes-beginnings-of-keys',
      description: 'It accepts a key that begins with the right one.',
      behavior: changesAuthentication(({ tenantOfKey }) => ({
        tenantOfKey: (key) => tenantOfKey(key.slice(0, southKey.length)),
      })),
    },
    {
      name: 'takes-keys-in-any-case',
      description: 'It compares keys without their case.',
      behavior: changesAuthentication(() => ({
        tenantOfKey: (key) =>
          ({ 'north-7kd2qp9xvt4lmz3w': 'north', 'south-1rf8yc5shj6nbx0e': 'south' })[key.toLowerCase()],
      })),
    },
    {
      name: 'takes-keys-by-their-first-eight',
      description: 'It compares the first eight characters of a key, as an index of a database may.',
      behavior: changesAuthentication(() => ({
        tenantOfKey: (key) => ({ 'North-7K': 'north', 'South-1R': 'south' })[key.slice(0, 8)],
      })),
    },
    {
      name: 'takes-empty-key',
      description: 'It accepts an empty key, as the default of a setting.',
      behavior: changesAuthentication(({ tenantOfKey }) => ({
        tenantOfKey: (key) => (key === '' ? 'north' : tenantOfKey(key)),
      })),
    },
    {
      name: 'takes-key-by-any-name-in-case',
      description: 'It looks for the key by a name in any case.',
      behavior: changesAuthentication(() => ({
        keysIn: ({ query }) =>
          [...new URLSearchParams(query)].flatMap(([name, value]) =>
            name.toLowerCase() === 'vault_key' ? [value] : [],
          ),
      })),
    },
    {
      name: 'leaves-head-unprotected',
      description: 'It checks credentials for the methods of the contract, and serves HEAD to all.',
      behavior: () => ({ isProtected: ({ method }) => method !== 'HEAD' }),
    },
    {
      name: 'skips-check-at-semicolons',
      description: 'It finds the rule for a path before it removes what follows a semicolon, as Spring Security did.',
      behavior: () => ({
        isProtected: ({ path }) => !path.includes(';'),
        routedPath: (path) => path.replaceAll(/;[^/]*/g, ''),
      }),
    },
    {
      name: 'skips-check-at-encoded-slash',
      description: 'It finds the rule for a path before it decodes slashes.',
      behavior: () => ({
        isProtected: ({ path }) => !/%2f/i.test(path),
        routedPath: (path) => path.replaceAll(/%2f/gi, '/'),
      }),
    },
    {
      name: 'skips-check-at-double-slash',
      description: 'It finds the rule for a path before it merges slashes.',
      behavior: () => ({
        isProtected: ({ path }) => !path.includes('//'),
        routedPath: (path) => path.replaceAll(/\/{2,}/g, '/'),
      }),
    },
    {
      name: 'skips-check-at-last-slash',
      description: 'It finds the rule for a path with its last slash and the operation without.',
      behavior: () => ({
        isProtected: ({ path }) => !path.endsWith('/'),
        routedPath: (path) => path.replace(/(?<=.)\/$/, ''),
      }),
    },
    {
      name: 'skips-check-for-other-case',
      description: 'It finds the rule for a path by its case and the operation in any case.',
      behavior: () => ({
        isProtected: ({ path }) => path.startsWith('/folders') || path.startsWith('/jobs'),
        routedPath: (path) => path.replace(/^\/folders/i, '/folders'),
      }),
    },
    {
      name: 'skips-check-for-internal-clients',
      description: 'It trusts a header that a proxy should set.',
      behavior: () => ({ isProtected: ({ headers }) => headers['x-forwarded-for'] !== '127.0.0.1' }),
    },
  ]),
  ...deep([
    {
      name: 'leaves-notes-unprotected',
      description: 'It checks no cookie where only the cookie is a credential.',
      operations: ['readNote'],
      foundBy: unauthorized,
      behavior: () => ({ isProtected: ({ path, method }) => !(path.includes('/notes/') && method === 'GET') }),
    },
    {
      name: 'takes-one-of-two-credentials',
      description: 'It accepts either credential where both are required.',
      operations: ['createLink'],
      foundBy: unauthorized,
      behavior: changesAuthentication(({ tenantOf }) => ({
        tenantOf: (security, tenants) =>
          tenantOf(
            security.flatMap((all) => all.map((one) => [one])),
            tenants,
          ),
      })),
    },
    {
      name: 'takes-cookie-for-deletion',
      description: 'It accepts the cookie where only the key may delete.',
      operations: ['deleteFile'],
      foundBy: unauthorized,
      behavior: changesAuthentication(({ tenantOf }) => ({
        tenantOf: (security, tenants) => tenantOf(security, tenants) ?? tenants.vaultCookie,
      })),
    },
    {
      name: 'rejects-cookie',
      description: 'It knows the first of two alternative credentials alone.',
      operations: ['readFolder'],
      foundBy: ['valid-accepted'],
      behavior: changesAuthentication(({ tenantOf }) => ({
        tenantOf: (security, tenants) => tenantOf(security.slice(0, 1), tenants),
      })),
    },
    {
      name: 'requires-credentials-for-links',
      description: 'It returns 401 for a shared link without credentials.',
      operations: ['openLink'],
      foundBy: ['valid-accepted'],
      behavior: ({ findLink }) => ({
        findLink: (state, token) => {
          findLink(state, token);
          throw new FilesProblem(401, 'A valid credential is required.');
        },
      }),
    },
    {
      name: 'leaves-challenge-out',
      description: 'It sends a 401 without WWW-Authenticate.',
      operations: ['readFolder'],
      foundBy: ['headers-declared'],
      behavior: responds(withoutHeader('www-authenticate'), withStatus(401)),
    },
    {
      name: 'looks-for-folder-before-credentials',
      description: 'It returns 404 without credentials where there is no such folder, and 401 where there is one.',
      operations: ['readFolder'],
      foundBy: ['credentials-checked-first'],
      behavior: ({ findFolder, newState, wrapExchange }) => {
        const state = newState();
        return {
          newState: () => state,
          wrapExchange: async (request, respond) => {
            const [, id] =
              /^\/folders\/(\d{1,19})(\/|$)/.exec(decodeSegment(request.path.replaceAll(/%(?!\d\d)/g, ''))) ?? [];
            const response = await wrapExchange(request, respond);
            const isMissing =
              response.status === 401 && id !== undefined && findFolder(state, BigInt(id)) === undefined;
            return isMissing ? { ...response, status: 404 } : response;
          },
        };
      },
    },
  ]),
];

const scopedToUser = ['scoped-to-user'];

/** A second tenant reaches the records of the first one. */
export const wrongTenants: readonly FilesFault[] = deep(
  [
    ['readFolder', 'shows-folders-of-other-tenants', 'It shows a folder to every tenant.'],
    ['deleteFolder', 'deletes-folders-of-other-tenants', 'It deletes a folder for every tenant.'],
    ['listFiles', 'lists-files-of-other-tenants', 'It lists the files of a folder for every tenant.'],
    ['uploadFile', 'keeps-files-for-other-tenants', 'It keeps a file in the folder of another tenant.'],
    ['readContent', 'shows-content-to-other-tenants', 'It sends the content of a file to every tenant.'],
    ['writeContent', 'writes-content-for-other-tenants', 'It replaces the content of a file for every tenant.'],
    ['readNote', 'shows-notes-to-other-tenants', 'It shows a note to every tenant.'],
  ].map(
    ([operation = '', name = '', description = '']): FilesDefect => ({
      name,
      description,
      operations: [operation],
      foundBy: scopedToUser,
      behavior: ({ isOwn }) => ({ isOwn: (tenant, folder, of) => of === operation || isOwn(tenant, folder, of) }),
    }),
  ),
);

export const wrongJobTenants: readonly FilesFault[] = deep([
  {
    name: 'shows-jobs-to-other-tenants',
    description: 'It shows a job to every tenant.',
    operations: ['startJob', 'readJob'],
    foundBy: scopedToUser,
    behavior: () => ({ isOwnJob: () => true }),
  },
]);
