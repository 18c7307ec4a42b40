/** The accounts: security. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const list = '/paths/~1accounts/get';
const add = '/paths/~1accounts/post';
const mine = '/paths/~1accounts~1mine';
const schemes = '/components/securitySchemes';
const code = `${schemes}/oauth/flows/authorizationCode`;
const byOauth = ['listAccounts', 'addAccount', 'readAccount'];

export const security: MutantTable = {
  contract: 'test/fixtures/diff/accounts.yaml',
  group: 'security',
  operations: ['listAccounts'],
  breaking: [
    [
      'one of two alternatives requires more',
      set(`${list}/security/1/basic`, []),
      'clients with only the key are rejected',
    ],
    [
      'anonymous calls for all but one scheme',
      set('/paths/~1offers/get/security', [{ key: [] }]),
      'clients without the key are rejected',
      ['listOffers'],
    ],
    [
      'the cookie in upper case',
      set(`${schemes}/session/name`, 'SID'),
      'cookie names are case-sensitive: the old one is no longer recognized',
      ['listOffers'],
    ],
    [
      'a scheme of OpenID instead of OAuth',
      set(`${schemes}/oauth`, {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://id.example.com/.well-known/openid-configuration',
      }),
      'tokens come from a different flow',
      byOauth,
    ],
    [
      'everything needs an additional key',
      set('/security/0/key', []),
      'clients with only the token are rejected',
      ['readAccount'],
    ],
    [
      'a credential where none was required',
      set('/paths/~1status/get/security', [{ key: [] }]),
      'existing requests have none',
      ['readStatus'],
    ],
    [
      'the exception of an operation is removed',
      remove('/paths/~1status/get/security'),
      'the security of the contract requires a token',
      ['readStatus'],
    ],
    [
      'anonymous calls are rejected',
      remove('/paths/~1offers/get/security/0'),
      'existing requests may have no cookie',
      ['listOffers'],
    ],
    ['an alternative is removed', remove(`${list}/security/1`), 'clients with only the key are rejected'],
    [
      'both instead of either',
      set(`${list}/security`, [{ oauth: ['read'], key: [] }]),
      'clients with only one are rejected',
    ],
    ['additional scope', set(`${list}/security/0/oauth`, ['read', 'write']), 'tokens with `read` alone are rejected'],
    ['a different scope', set(`${list}/security/0/oauth`, ['admin']), 'tokens with `read` alone are rejected'],
    [
      'an additional scheme',
      set(`${mine}/delete/security/0/key`, []),
      'clients with only the password are rejected',
      ['closeAccount'],
    ],
    ['a different scheme', set(`${mine}/delete/security`, [{ token: [] }]), 'a password is rejected', ['closeAccount']],
    [
      'a scope more for all',
      set('/security/0/oauth', ['read', 'write']),
      'tokens with `read` alone are rejected',
      ['readAccount'],
    ],
    ['basic to bearer', set(`${schemes}/basic/scheme`, 'bearer'), 'a password is rejected', ['closeAccount']],
    [
      'the key in a different header',
      set(`${schemes}/key/name`, 'X-Api-Key'),
      'the old header is not read',
      ['listAccounts', 'addAccount'],
    ],
    [
      'the key in the query',
      set(`${schemes}/key/in`, 'query'),
      'the header is not read',
      ['listAccounts', 'addAccount'],
    ],
    ['OAuth to a password', set(`${schemes}/oauth`, { type: 'http', scheme: 'basic' }), 'a token is rejected', byOauth],
    [
      'a flow is removed',
      remove(`${schemes}/oauth/flows/clientCredentials`),
      'clients that use this flow get none',
      byOauth,
    ],
  ],
  risky: [
    [
      'a different token URL',
      set(`${code}/tokenUrl`, 'https://login.example.com/token'),
      'clients that use the old URL may get none',
      byOauth,
    ],
    [
      'a different authorization URL',
      set(`${code}/authorizationUrl`, 'https://login.example.com/authorize'),
      'clients that use the old URL may get none',
      byOauth,
    ],
  ],
  harmless: [
    ['an alternative twice', set(`${list}/security/-`, { key: [] }), 'the same alternatives'],
    [
      'schemes in a different order',
      set(`${add}/security`, [{ key: [], oauth: ['read', 'write'] }]),
      'both are required',
    ],
    [
      'no credential written as an empty requirement',
      set('/paths/~1status/get/security', [{}]),
      'no credentials in both',
    ],
    [
      'no credential for an operation with the security of the contract',
      set(`${mine}/get/security`, []),
      'requests with one are accepted as before',
    ],
    ['the security of the contract is removed', remove('/security'), 'requests with a token are accepted as before'],
    ['removed credentials', set(`${mine}/delete/security`, []), 'requests with one are accepted as before'],
    ['anonymous calls too', set(`${list}/security/-`, {}), 'clients with a credential are accepted as before'],
    ['additional alternative', set(`${list}/security/-`, { token: [] }), 'the old ones are accepted as before'],
    ['removed scope', set(`${add}/security/0/oauth`, ['write']), 'tokens with both are accepted as before'],
    [
      'one of two schemes is enough',
      set(`${add}/security`, [{ oauth: ['read', 'write'] }, { key: [] }]),
      'clients with both are accepted as before',
    ],
    [
      'one of two schemes is removed',
      set(`${add}/security`, [{ oauth: ['read', 'write'] }]),
      'clients with both are accepted as before',
    ],
    [
      'alternatives in a different order',
      set(`${list}/security`, [{ key: [] }, { oauth: ['read'] }]),
      'any one is enough',
    ],
    ['scopes in a different order', set(`${add}/security/0/oauth`, ['write', 'read']), 'all of them are required'],
    [
      'the security of the contract repeated at the operation',
      set(`${mine}/get/security`, [{ oauth: ['read'] }]),
      'the same',
    ],
    [
      'an alternative that requires more than another one',
      set(`${mine}/delete/security/-`, { basic: [], key: [] }),
      'the password alone is enough as before',
    ],
    [
      'a scheme under a different name',
      [rename(`${schemes}/basic`, 'password'), set(`${mine}/delete/security`, [{ password: [] }])],
      'requests do not contain the name',
    ],
    [
      'the scheme in upper case',
      set(`${schemes}/basic/scheme`, 'Basic'),
      'names of schemes are compared without case (RFC 9110, section 11.1)',
    ],
    [
      'the header of the key in different case',
      set(`${schemes}/key/name`, 'x-key'),
      'names of headers are compared without case',
    ],
    ['a scheme that is not used', set(`${schemes}/spare`, { type: 'http', scheme: 'digest' }), 'no operation has it'],
    ['a scheme that is not used is removed', remove(`${schemes}/token`), 'no operation had it'],
    ['a format for the token', set(`${schemes}/token/bearerFormat`, 'JWT'), 'only a hint'],
    ['a scope more to choose from', set(`${code}/scopes/audit`, 'To look'), 'no operation needs it'],
    ['scopes with a different description', set(`${code}/scopes/read`, 'Reading'), 'descriptions have no effect'],
    [
      'additional flow',
      set(`${schemes}/oauth/flows/password`, {
        tokenUrl: 'https://id.example.com/token',
        scopes: { read: 'To read', write: 'To write' },
      }),
      'the old ones still exist',
    ],
  ],
};
