/** Odd corners of security: alternatives, scopes and flows. */
import { remove, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

export const oddSecurity: MutantTable = {
  contract: 'test/fixtures/diff/odd-corners.yaml',
  group: 'unusual cases: security',
  operations: [],
  breaking: [
    [
      'key also asks bearer',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/security/2/oauth', []),
      'clients hold no token',
      ['putItem'],
    ],
    [
      'anonymous gone',
      set('/paths/~1orgs~1{org}~1items~1{item}/delete/security', [{ bearer: [] }]),
      'clients without credentials were let in',
      ['deleteItem'],
    ],
    [
      'login asks bearer',
      remove('/paths/~1login/post/security'),
      'clients have no token before they have logged in',
      ['login'],
    ],
    [
      'scope gone from the flow that an operation needs',
      remove('/components/securitySchemes/oauth/flows/clientCredentials/scopes/write'),
      'clients ask for a token with it, in vain',
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
      'clients are set to the old one',
      ['putItem'],
    ],
  ],
  harmless: [
    [
      'scope removed',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/security/1/oauth', ['read']),
      'tokens that are good for more are taken',
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
      'who sends both is let in',
    ],
    [
      'anonymous in another order',
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
      'an operation without its own has what holds for all',
    ],
    ['open to all in other words', set('/paths/~1login/post/security/-', {}), 'both let everybody in'],
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
      'a request does not carry the name',
    ],
    [
      'flow added',
      set('/components/securitySchemes/oauth/flows/password', {
        tokenUrl: 'https://id.example.com/t',
        scopes: { read: 'r', write: 'w' },
      }),
      'one way more',
    ],
    [
      'unused scope gone from the flow',
      remove('/components/securitySchemes/oauth/flows/clientCredentials/scopes/admin'),
      'no operation asks for it',
    ],
  ],
};
