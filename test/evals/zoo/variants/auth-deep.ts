import type { IncomingMessage } from 'node:http';
import { credentialsOf } from '../store.ts';
import { faulty } from '../variant.ts';
import { acceptsCredentials, type PlantStoreChange } from './changes.ts';

/** Authentication that a damaged token, another location or repetition passes. */
export const authDeep = faulty('deep', [
  {
    name: 'takes-extended-token',
    description: 'It accepts the valid token with something behind it, as startsWith() does.',
    behavior: takesToken((given, token) => given.startsWith(token)),
  },
  {
    name: 'takes-cut-token',
    description: 'It accepts the beginning of the valid token, as strncmp() with the length of what was sent does.',
    behavior: takesToken((given, token) => given !== '' && token.startsWith(given)),
  },
  {
    name: 'takes-token-in-any-case',
    description: 'It compares the token without regard to case, as the default collation of MySQL does.',
    behavior: takesToken((given, token) => given.toLowerCase() === token.toLowerCase()),
  },
  {
    name: 'takes-token-of-same-length',
    description: 'It accepts every token as long as the right one.',
    behavior: takesToken((given, token) => given.length === token.length),
  },
  {
    name: 'compares-all-but-last-character',
    description: 'It omits the last character of the token from the comparison, as an off-by-one does.',
    behavior: takesToken((given, token) => given.length === token.length && given.slice(0, -1) === token.slice(0, -1)),
  },
  {
    name: 'takes-token-within',
    description: 'It accepts every header that contains the valid token, as strpos() !== false does.',
    behavior: acceptsCredentials(({ headers }, token) => (headers.authorization ?? '').includes(token)),
  },
  {
    name: 'takes-any-jwt',
    description:
      'It accepts whatever looks like a JWT without verifying its signature, as decode() instead of verify() does.',
    behavior: takesToken((given) => /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(given)),
  },
  {
    name: 'takes-injected-sql',
    description: "It accepts the token ' OR '1'='1, as SQL built by concatenation does.",
    behavior: takesToken((given) => /'\s*or\s*'1'\s*=\s*'1/i.test(given)),
  },
  {
    name: 'takes-token-in-query',
    description: 'It accepts the token from ?access_token=, which the contract does not offer.',
    behavior: acceptsCredentials((request, token) => queryOf(request).get('access_token') === token),
  },
  {
    name: 'takes-token-in-api-key-header',
    description: 'It accepts the token from X-API-Key.',
    behavior: acceptsCredentials(({ headers }, token) => headers['x-api-key'] === token),
  },
  {
    name: 'takes-token-in-cookie',
    description: 'It accepts the token from a cookie, as a session shared with the web pages does.',
    behavior: acceptsCredentials(({ headers }, token) => (headers.cookie ?? '').includes(`=${token}`)),
  },
  {
    name: 'accepts-queries-past',
    description: 'It checks credentials only where the address has no query, as a rule for exactly /plants does.',
    behavior: acceptsCredentials(({ url }) => (url ?? '').includes('?')),
  },
  {
    name: 'remembers-connection',
    description: 'It checks credentials once per connection, as NTLM behind a pooling proxy does.',
    behavior: remembersToken(({ socket }) => socket),
  },
  {
    name: 'remembers-address',
    description: 'It accepts every request from an address once its token was valid.',
    behavior: remembersToken(({ socket }) => socket.remoteAddress),
  },
  {
    name: 'keeps-identity-of-request-before',
    description:
      'It accepts a request without credentials as the one before it, as a ThreadLocal that is not cleared does.',
    behavior: (right) => {
      let known = false;
      return {
        checkCredentials: (request, token) => {
          if (known && request.headers.authorization === undefined) return;
          known = false;
          right.checkCredentials(request, token);
          known = true;
        },
      };
    },
  },
  {
    name: 'checks-not-while-starting',
    description:
      'It does not check the first request after its start, as a filter that is still loading its keys does.',
    behavior: (right) => {
      let requests = 0;
      return acceptsCredentials(() => requests++ === 0)(right);
    },
  },
  {
    name: 'gives-in-after-three-attempts',
    description:
      'It accepts the fourth request in sequence without valid credentials, as a rate limiter that fails open does.',
    behavior: (right) => {
      let failures = 0;
      return {
        checkCredentials: (request, token) => {
          if (failures >= 3 && credentialsOf(request).token !== token) return;
          failures++;
          right.checkCredentials(request, token);
          failures = 0;
        },
      };
    },
  },
]);

function takesToken(matches: (given: string, token: string) => boolean): PlantStoreChange {
  return acceptsCredentials((request, token) => {
    const given = credentialsOf(request);
    return given.scheme === 'bearer' && matches(given.token, token);
  });
}

function remembersToken(keyOf: (request: IncomingMessage) => unknown): PlantStoreChange {
  return (right) => {
    const known = new Set<unknown>();
    return {
      checkCredentials: (request, token) => {
        if (known.has(keyOf(request))) return;
        right.checkCredentials(request, token);
        known.add(keyOf(request));
      },
    };
  };
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
}
