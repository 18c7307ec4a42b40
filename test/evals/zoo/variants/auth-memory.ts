import type { IncomingMessage } from 'node:http';
import { jsonReply, Refusal } from '../exchange.ts';
import { JsonNumber } from '../json.ts';
import { type Behaviour, credentialsOf, withHeader } from '../store.ts';
import { faulty } from '../variant.ts';

const session = 'session=q7Rk2; Path=/; HttpOnly';

/** Doors that remember who came before, rightly or not. */
export const authMemory = faulty('deep', [
  {
    name: 'remembers-refusal-of-connection',
    what: 'It refuses the right token on a connection where a wrong one was sent before, as a cached verdict.',
    behaviour: (right) => {
      const refused = new WeakSet<object>();
      return {
        checkCredentials: (request, token) => {
          if (refused.has(request.socket)) throw stranger();
          if (credentialsOf(request).scheme === 'bearer' && credentialsOf(request).token !== token)
            refused.add(request.socket);
          right.checkCredentials(request, token);
        },
      };
    },
  },
  {
    name: 'opens-to-session-alone',
    what: 'It sets a cookie with every plant and takes it in place of a missing token.',
    behaviour: withSession(({ headers }) => headers.authorization === undefined),
  },
  {
    name: 'prefers-session-to-token',
    what: 'It sets a cookie with every plant and takes it also where the token is wrong.',
    behaviour: withSession(({ headers }) => headers.authorization !== undefined),
  },
  {
    name: 'lets-in-after-challenge',
    what: 'It takes whatever follows a 401 on the same connection for the answer to its challenge.',
    behaviour: (right) => {
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
    what: 'It checks credentials for the first two requests of a connection only.',
    behaviour: (right) => {
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
    name: 'lets-in-who-comes-along',
    what: 'It lets everybody in while a request with the right token is under way, as a user in a global variable.',
    behaviour: (right) => {
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
    name: 'answers-200-to-invalid-of-strangers',
    what: 'It answers 200 with an Error to invalid plants of strangers, and 401 to their valid ones.',
    behaviour: (right) => {
      const strangers = new WeakSet<IncomingMessage>();
      return {
        checkCredentials: (request, token) => {
          if (!isKnown(right, request, token)) strangers.add(request);
        },
        around: async (request, answer) => {
          const reply = await answer();
          if (!strangers.has(request)) return reply;
          if (reply.status === 400) return jsonReply(200, { error: new JsonNumber(400), message: 'Invalid' });
          return right.answerRefused(stranger(), right.describeRefusal(stranger()));
        },
      };
    },
  },
]);

function stranger(): Refusal {
  return new Refusal('credentials', 'The bearer token is not valid.');
}

function isKnown(right: Behaviour, request: IncomingMessage, token: string): boolean {
  try {
    right.checkCredentials(request, token);
    return true;
  } catch {
    return false;
  }
}

function withSession(counts: (request: IncomingMessage) => boolean) {
  return (right: Behaviour): Partial<Behaviour> => ({
    checkCredentials: (request, token) => {
      const hasSession = (request.headers.cookie ?? '').includes('session=q7Rk2');
      if (!hasSession || !counts(request)) right.checkCredentials(request, token);
    },
    answerCreated: (shown) => withHeader(right.answerCreated(shown), 'set-cookie', session),
  });
}
