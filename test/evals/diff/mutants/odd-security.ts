/** Odd corners of security: alternatives, scopes and flows. */
import { remove, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

export const oddSecurity: MutantTable = {
  contract: 'test/fixtures/diff/odd-corners.yaml',
  group: 'edge cases: security',
  operations: [],
  breaking: [
    [
      'key also requires bearer',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/security/2/oauth', []),
      'clients have no token',
      ['putItem'],
    ],
    [
      'anonymous removed',
      set('/paths/~1orgs~1{org}~1items~1{item}/delete/security', [{ bearer: [] }]),
      'clients without credentials were accepted',
      ['deleteItem'],
    ],
    [
      'login requires bearer',
      remove('/paths/~1login/post/security'),
      'clients have no token before they have logged in',
      ['login'],
    ],
    [
      'scope removed from the flow that an operation needs',
      remove('/components/securitySchemes/oauth/flows/clientCredentials/scopes/write'),
      'clients request a token with it and get none',
      ['putItem'],
    ],
    [
      'oauth2 to openIdConnect',
      [
        remove('/components/securitySchemes/oauth/flows'),
        set('/components/securitySchemes/oauth/type', 'openIdConnect'),
        set(
          '/components/securitySchemes/oauth/openIdConnectUrl',
          'https://id.example.com/.well-known/openid-configuration',
        ),
      ],
      'clients get their tokens by a flow',
      ['putItem'],
    ],
    [
      'flow clientCredentials to password',
      [
        remove('/components/securitySchemes/oauth/flows/clientCredentials'),
        set('/components/securitySchemes/oauth/flows/password', {
          tokenUrl: 'https://id.example.com/t',
          scopes: { read: 'r', write: 'w', admin: 'a' },
        }),
      ],
      'clients have no password',
      ['putItem'],
    ],
  ],
  risky: [
    [
      'tokenUrl changed',
      set('/components/securitySchemes/oauth/flows/clientCredentials/tokenUrl', 'https://id2.example.com/t'),
      'clients are configured with the old one',
      ['putItem'],
    ],
  ],
  harmless: [
    [
      'scope removed',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/security/1/oauth', ['read']),
      'tokens that have more scopes are accepted',
    ],
    [
      'scope order',
      [
        set('/paths/~1orgs~1{org}~1items~1{item}/put/security/1/oauth/0', 'write'),
        set('/paths/~1orgs~1{org}~1items~1{item}/put/security/1/oauth/1', 'read'),
      ],
      'scopes have no order',
    ],
    [
      'key and basic to either',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/security', [
        { bearer: [] },
        { oauth: ['read', 'write'] },
        { key: [] },
        { basic: [] },
      ]),
      'clients that send both are accepted',
    ],
    [
      'anonymous in a different order',
      [
        set('/paths/~1orgs~1{org}~1items~1{item}/delete/security/0/bearer', []),
        remove('/paths/~1orgs~1{org}~1items~1{item}/delete/security/1/bearer'),
      ],
      'alternatives have no order',
    ],
    [
      'global security spelt per operation',
      [
        remove('/security'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/security', [{ bearer: [] }]),
        set('/paths/~1upload/post/security', [{ bearer: [] }]),
        set('/paths/~1pets/get/security', [{ bearer: [] }]),
        set('/paths/~1pets/post/security', [{ bearer: [] }]),
      ],
      'an operation without security has that of the contract',
    ],
    ['no credentials in alternative form', set('/paths/~1login/post/security/-', {}), 'both accept all clients'],
    ['key in header name case', set('/components/securitySchemes/key/name', 'x-key'), 'names of headers have no case'],
    ['bearer upper', set('/components/securitySchemes/bearer/scheme', 'Bearer'), 'names of schemes have no case'],
    [
      'scheme renamed',
      [
        remove('/security/0/bearer'),
        set('/security/0/jwt', []),
        remove('/paths/~1orgs~1{org}~1items~1{item}/put/security/0/bearer'),
        set('/paths/~1orgs~1{org}~1items~1{item}/put/security/0/jwt', []),
        remove('/paths/~1orgs~1{org}~1items~1{item}/delete/security/1/bearer'),
        set('/paths/~1orgs~1{org}~1items~1{item}/delete/security/1/jwt', []),
        remove('/components/securitySchemes/bearer'),
        set('/components/securitySchemes/jwt', { type: 'http', scheme: 'bearer' }),
      ],
      'requests do not contain the name',
    ],
    [
      'flow added',
      set('/components/securitySchemes/oauth/flows/password', {
        tokenUrl: 'https://id.example.com/t',
        scopes: { read: 'r', write: 'w' },
      }),
      'additional way',
    ],
    [
      'unused scope removed from the flow',
      remove('/components/securitySchemes/oauth/flows/clientCredentials/scopes/admin'),
      'no operation requires it',
    ],
  ],
};
