import { setTimeout as delay } from 'node:timers/promises';
import {
  closedConnection,
  EarlyResponse,
  noResponse,
  RequestError,
  type StoreResponse,
  serverError,
  throwServerError,
} from '../response.ts';
import type { Plant } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';

const leftover = new RequestError('name', 'name is required.');

/** Faults that only a sequence of requests shows, or several at a time. */
export const state = faulty('deep', [
  {
    name: 'fails-every-third-time',
    description: 'It returns every third request with 500, as one broken instance of three behind a balancer does.',
    behavior: () => {
      let requests = 0;
      return {
        wrapExchange: (_request, respond) => (++requests % 3 === 0 ? Promise.resolve(serverError) : respond()),
      };
    },
  },
  {
    name: 'fails-second-time-on-connection',
    description: 'It ends a connection without a response at its second request.',
    behavior: () => {
      const seen = new WeakSet<object>();
      return {
        wrapExchange: (request, respond) => {
          if (seen.has(request.socket)) return Promise.resolve(closedConnection);
          seen.add(request.socket);
          return respond();
        },
      };
    },
  },
  {
    name: 'loses-track-after-rejection',
    description:
      'It accepts the body of a request that it rejected unread as the next one: 400 with no body on that connection.',
    behavior: () => {
      const astray = new WeakSet<object>();
      const bare: StoreResponse = { status: 400, headers: {}, body: '' };
      return {
        wrapExchange: async (request, respond) => {
          if (astray.delete(request.socket)) return bare;
          const reply = await respond();
          if (reply.status === 401) astray.add(request.socket);
          return reply;
        },
      };
    },
    ...seenIn(
      'Python',
      'http.server takes the body that was not read for the next request',
      'nesquena/hermes-webui#7550',
    ),
  },
  {
    name: 'returns-plant-before',
    description: 'It returns the plant that was created before this one, as a cache that is one behind.',
    behavior: () => {
      let before: Plant | undefined;
      return {
        create: (plant) => {
          const respond = before ?? plant;
          before = plant;
          return respond;
        },
      };
    },
  },
  {
    name: 'keeps-first-plant-of-an-id',
    description: 'It returns the plant that an id had first, as INSERT IGNORE and a select do.',
    behavior: () => {
      const plants = new Map<bigint, Plant>();
      return {
        create: (plant) => {
          const kept = plants.get(plant.id) ?? plant;
          plants.set(plant.id, kept);
          return kept;
        },
      };
    },
  },
  {
    name: 'mixes-up-simultaneous-plants',
    description: 'It returns the newest of the plants that are created concurrently, as a global variable does.',
    behavior: () => {
      let current: Plant | undefined;
      return {
        create: async (plant) => {
          current = plant;
          await delay(25);
          return current;
        },
      };
    },
  },
  {
    name: 'fails-on-simultaneous-requests',
    description: 'It returns 500 while another plant is being created, as a locked SQLite file does.',
    behavior: () => {
      let busy = false;
      return {
        create: async (plant) => {
          if (busy) throwServerError();
          busy = true;
          await delay(25);
          busy = false;
          return plant;
        },
      };
    },
  },
  {
    name: 'keeps-tag-of-plant-before',
    description:
      'It returns the tag of the plant before where none was sent, as a form object that is used again does.',
    behavior: () => {
      let last: Plant['tag'];
      return {
        create: (plant) => {
          last = plant.tag ?? last;
          return { ...plant, tag: last };
        },
      };
    },
  },
  {
    name: 'keeps-errors-of-request-before',
    description:
      'It rejects the valid plant that follows an invalid one, as a list of errors that is not cleared does.',
    behavior: (right) => {
      let tainted = false;
      return {
        create: (plant) => {
          if (!tainted) return plant;
          tainted = false;
          throw new EarlyResponse(right.respondToError(leftover, right.errorBody(leftover)));
        },
        respondToError: (requestError, errorBody) => {
          tainted ||= /^(id|name|tag)$/.test(requestError.reason);
          return right.respondToError(requestError, errorBody);
        },
      };
    },
  },
  {
    name: 'hangs-after-invalid',
    description:
      'It never responds again once a plant was invalid, as a lock that is not released when something throws.',
    behavior: (right) => {
      let locked = false;
      return {
        wrapExchange: (_request, respond) => (locked ? Promise.resolve(noResponse) : respond()),
        respondToError: (requestError, errorBody) => {
          locked ||= /^(id|name|tag)$/.test(requestError.reason);
          return right.respondToError(requestError, errorBody);
        },
      };
    },
  },
  {
    name: 'dies-of-broken-json',
    description:
      'It returns a response to broken JSON and none after that, as a process that ends with an unhandled rejection.',
    behavior: (right) => {
      let dead = false;
      return {
        wrapExchange: (_request, respond) => (dead ? Promise.resolve(closedConnection) : respond()),
        respondToError: (requestError, errorBody) => {
          dead ||= requestError.reason === 'syntax';
          return right.respondToError(requestError, errorBody);
        },
      };
    },
  },
  {
    name: 'is-full-after-twenty',
    description: 'It returns 500 from the twenty-first plant on, as a connection pool that leaks does.',
    behavior: () => {
      let plants = 0;
      return { create: (plant) => (++plants > 20 ? throwServerError() : plant) };
    },
  },
  {
    name: 'tires-of-validating',
    description: 'It checks the names of the first ten plants only, as a sampling validator does.',
    behavior: (right) => {
      let plants = 0;
      return {
        readName: (value) => (++plants > 10 && typeof value !== 'string' ? '' : right.readName(value)),
      };
    },
  },
  {
    name: 'confuses-ids-in-doubles',
    description: 'It rejects 9007199254740993 as a duplicate of 9007199254740992, as keys that are doubles do.',
    behavior: rejectsSeen((id) => Number(id)),
  },
  {
    name: 'confuses-ids-in-32-bits',
    description: 'It rejects an id as a duplicate of one with the same low 32 bits, as a cast to int does.',
    behavior: rejectsSeen((id) => BigInt.asIntN(32, id)),
  },
]);

function rejectsSeen(keyOf: (id: bigint) => unknown): () => { create: (plant: Plant) => Plant } {
  return () => {
    const seen = new Set<unknown>();
    return {
      create: (plant) => {
        if (seen.has(keyOf(plant.id))) throw new RequestError('id', 'There is a plant with this id.');
        seen.add(keyOf(plant.id));
        return plant;
      },
    };
  };
}
