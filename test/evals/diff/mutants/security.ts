/** The accounts: who is let in. */
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
    ['one of two alternatives needs more', set(`${list}/security/1/basic`, []), 'who has the key alone is refused'],
    [
      'anonymous calls for all but one scheme',
      set('/paths/~1offers/get/security', [{ key: [] }]),
      'who has no key is refused',
      ['listOffers'],
    ],
    [
      'the cookie in capitals',
      set(`${schemes}/session/name`, 'SID'),
      'names of cookies are compared with case: who sends the old one is a stranger now',
      ['listOffers'],
    ],
    [
      'a scheme of OpenID in place of OAuth',
      set(`${schemes}/oauth`, {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://id.example.com/.well-known/openid-configuration',
      }),
      'tokens come another way',
      byOauth,
    ],
    [
      'everything needs a further key',
      set('/security/0/key', []),
      'who has the token alone is refused',
      ['readAccount'],
    ],
    [
      'a credential where none was needed',
      set('/paths/~1status/get/security', [{ key: [] }]),
      'old requests have none',
      ['readStatus'],
    ],
    [
      'the own exception is gone',
      remove('/paths/~1status/get/security'),
      'what holds for all needs a token',
      ['readStatus'],
    ],
    [
      'anonymous calls are refused',
      remove('/paths/~1offers/get/security/0'),
      'old requests may have no cookie',
      ['listOffers'],
    ],
    ['an alternative is gone', remove(`${list}/security/1`), 'who has the key alone is refused'],
    [
      'both in place of either',
      set(`${list}/security`, [{ oauth: ['read'], key: [] }]),
      'who has one alone is refused',
    ],
    ['a scope more', set(`${list}/security/0/oauth`, ['read', 'write']), 'tokens with `read` alone are refused'],
    ['another scope', set(`${list}/security/0/oauth`, ['admin']), 'tokens with `read` alone are refused'],
    [
      'a further scheme besides',
      set(`${mine}/delete/security/0/key`, []),
      'who has the password alone is refused',
      ['closeAccount'],
    ],
    ['another scheme', set(`${mine}/delete/security`, [{ token: [] }]), 'a password is refused', ['closeAccount']],
    [
      'a scope more for all',
      set('/security/0/oauth', ['read', 'write']),
      'tokens with `read` alone are refused',
      ['readAccount'],
    ],
    ['basic to bearer', set(`${schemes}/basic/scheme`, 'bearer'), 'a password is refused', ['closeAccount']],
    [
      'the key in another header',
      set(`${schemes}/key/name`, 'X-Api-Key'),
      'the old header is not looked at',
      ['listAccounts', 'addAccount'],
    ],
    [
      'the key in the query',
      set(`${schemes}/key/in`, 'query'),
      'the header is not looked at',
      ['listAccounts', 'addAccount'],
    ],
    ['OAuth to a password', set(`${schemes}/oauth`, { type: 'http', scheme: 'basic' }), 'a token is refused', byOauth],
    [
      'a flow is gone',
      remove(`${schemes}/oauth/flows/clientCredentials`),
      'who gets a token that way gets none',
      byOauth,
    ],
  ],
  risky: [
    [
      'tokens from elsewhere',
      set(`${code}/tokenUrl`, 'https://login.example.com/token'),
      'who asks at the old place may get none',
      byOauth,
    ],
    [
      'consent elsewhere',
      set(`${code}/authorizationUrl`, 'https://login.example.com/authorize'),
      'who asks at the old place may get none',
      byOauth,
    ],
  ],
  harmless: [
    ['an alternative twice', set(`${list}/security/-`, { key: [] }), 'the same alternatives'],
    ['schemes in another order', set(`${add}/security`, [{ key: [], oauth: ['read', 'write'] }]), 'both are needed'],
    [
      'no credential written as an empty requirement',
      set('/paths/~1status/get/security', [{}]),
      'open to all either way',
    ],
    [
      'no credential for what had what holds for all',
      set(`${mine}/get/security`, []),
      'who sends one is let in as before',
    ],
    ['what holds for all is gone', remove('/security'), 'who sends a token is let in as before'],
    ['no credential any more', set(`${mine}/delete/security`, []), 'who sends one is let in as before'],
    ['anonymous calls too', set(`${list}/security/-`, {}), 'who has a credential is let in as before'],
    ['an alternative more', set(`${list}/security/-`, { token: [] }), 'the old ones are taken as before'],
    ['a scope less', set(`${add}/security/0/oauth`, ['write']), 'tokens with both are taken as before'],
    [
      'one of two schemes is enough',
      set(`${add}/security`, [{ oauth: ['read', 'write'] }, { key: [] }]),
      'who has both is let in as before',
    ],
    [
      'one of two schemes is gone',
      set(`${add}/security`, [{ oauth: ['read', 'write'] }]),
      'who has both is let in as before',
    ],
    ['alternatives in another order', set(`${list}/security`, [{ key: [] }, { oauth: ['read'] }]), 'any one is enough'],
    ['scopes in another order', set(`${add}/security/0/oauth`, ['write', 'read']), 'all of them are needed'],
    ['what holds for all written at the operation', set(`${mine}/get/security`, [{ oauth: ['read'] }]), 'the same'],
    [
      'an alternative that needs more than another',
      set(`${mine}/delete/security/-`, { basic: [], key: [] }),
      'the password alone is enough as before',
    ],
    [
      'a scheme under another name',
      [rename(`${schemes}/basic`, 'password'), set(`${mine}/delete/security`, [{ password: [] }])],
      'a request does not carry the name',
    ],
    [
      'the scheme in capitals',
      set(`${schemes}/basic/scheme`, 'Basic'),
      'names of schemes are compared without case (RFC 9110, section 11.1)',
    ],
    [
      'the header of the key in other letters',
      set(`${schemes}/key/name`, 'x-key'),
      'names of headers are compared without case',
    ],
    ['a scheme that nobody uses', set(`${schemes}/spare`, { type: 'http', scheme: 'digest' }), 'no operation has it'],
    ['a scheme that nobody uses is gone', remove(`${schemes}/token`), 'no operation had it'],
    ['a format for the token', set(`${schemes}/token/bearerFormat`, 'JWT'), 'a hint for people'],
    ['a scope more to choose from', set(`${code}/scopes/audit`, 'To look'), 'nobody needs it'],
    ['scopes described otherwise', set(`${code}/scopes/read`, 'Reading'), 'words bind nobody'],
    [
      'a flow more',
      set(`${schemes}/oauth/flows/password`, {
        tokenUrl: 'https://id.example.com/token',
        scopes: { read: 'To read', write: 'To write' },
      }),
      'the old ones are there',
    ],
  ],
};
