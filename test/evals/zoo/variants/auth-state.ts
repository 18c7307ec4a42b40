import type { IncomingMessage } from 'node:http';
import { JsonNumber } from '../json.ts';
import { jsonResponse, RequestError } from '../response.ts';
import { credentialsOf, type PlantStoreBehavior, withHeader } from '../store.ts';
import { faulty } from '../variant.ts';

const session = 'session=q7Rk2; Path=/; HttpOnly';

/** Doors that remember who came before, rightly or not. */
export const authState = faulty('deep', [
  {
    name: 'remembers-rejection-of-connection',
    description: 'It rejects the valid token on a connection where a wrong one was sent before, as a cached verdict.',
    behavior: (right) => {
      const rejected = new WeakSet<object>();
      return {
        checkCredentials: (request, token) => {
          if (rejected.has(request.socket)) throw unauthorizedError();
          if (credentialsOf(request).scheme === 'bearer' && credentialsOf(request).token !== token)
            rejected.add(request.socket);
          right.checkCredentials(request, token);
        },
      };
    },
  },
  {
    name: 'opens-to-session-alone',
    description: 'It sets a cookie with every plant and accepts it instead of a missing token.',
    behavior: withSession(({ headers }) => headers.authorization === undefined),
  },
  {
    name: 'prefers-session-to-token',
    description: 'It sets a cookie with every plant and accepts it also where the token is wrong.',
    behavior: withSession(({ headers }) => headers.authorization !== undefined),
  },
  {
    name: 'accepts-in-after-challenge',
    description: 'It accepts whatever follows a 401 on the same connection as the response to its challenge.',
    behavior: (right) => {
      const challenged = new WeakSet<object>();
      return {
        checkCredentials: (request, token) => {
          if (challenged.delete(request.socket)) return;
          challenged.add(request.socket);
          right.checkCredentials(request, token);
          challenged.delete(request.socket);
        },
      };
    },
  },
  {
    name: 'checks-only-first-two-of-connection',
    description: 'It checks credentials for the first two requests of a connection only.',
    behavior: (right) => {
      const requests = new WeakMap<object, number>();
      return {
        checkCredentials: (request, token) => {
          const count = (requests.get(request.socket) ?? 0) + 1;
          requests.set(request.socket, count);
          if (count <= 2) right.checkCredentials(request, token);
        },
      };
    },
  },
  {
    name: 'accepts-in-who-comes-along',
    description:
      'It accepts every request while a request with the valid token is under way, as a user in a global variable.',
    behavior: (right) => {
      let known = 0;
      return {
        checkCredentials: (request, token) => {
          if (known > 0 && credentialsOf(request).token !== token) return;
          right.checkCredentials(request, token);
          known++;
          setTimeout(() => known--, 5);
        },
      };
    },
  },
  {
    name: 'returns-200-to-invalid-of-anonymous',
    description: 'It returns 200 with an Error for invalid plants without credentials, and 401 for valid ones.',
    behavior: (right) => {
      const unknownTokens = new WeakSet<IncomingMessage>();
      return {
        checkCredentials: (request, token) => {
          if (!isKnown(right, request, token)) unknownTokens.add(request);
        },
        wrapExchange: async (request, respond) => {
          const reply = await respond();
          if (!unknownTokens.has(request)) return reply;
          if (reply.status === 400) return jsonResponse(200, { error: new JsonNumber(400), message: 'Invalid' });
          return right.respondToError(unauthorizedError(), right.errorBody(unauthorizedError()));
        },
      };
    },
  },
]);

function unauthorizedError(): RequestError {
  return new RequestError('credentials', 'The bearer token is not valid.');
}

function isKnown(right: PlantStoreBehavior, request: IncomingMessage, token: string): boolean {
  try {
    right.checkCredentials(request, token);
    return true;
  } catch {
    return false;
  }
}

function withSession(counts: (request: IncomingMessage) => boolean) {
  return (right: PlantStoreBehavior): Partial<PlantStoreBehavior> => ({
    checkCredentials: (request, token) => {
      const hasSession = (request.headers.cookie ?? '').includes('session=q7Rk2');
      if (!hasSession || !counts(request)) right.checkCredentials(request, token);
    },
    respondToCreate: (shown) => withHeader(right.respondToCreate(shown), 'set-cookie', session),
  });
}
