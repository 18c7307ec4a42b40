import { setTimeout as delay } from 'node:timers/promises';
import { crash, crashed, hangUp, Interruption, Refusal, type Reply, silence } from '../exchange.ts';
import type { Plant } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';

const leftOver = new Refusal('name', 'name is required.');

/** Faults that only a sequence of requests shows, or several at a time. */
export const state = faulty('deep', [
  {
    name: 'fails-every-third-time',
    what: 'It answers every third request with 500, as one broken instance of three behind a balancer does.',
    behaviour: () => {
      let requests = 0;
      return { around: (_request, answer) => (++requests % 3 === 0 ? Promise.resolve(crashed) : answer()) };
    },
  },
  {
    name: 'fails-second-time-on-connection',
    what: 'It ends a connection without an answer at its second request.',
    behaviour: () => {
      const seen = new WeakSet<object>();
      return {
        around: (request, answer) => {
          if (seen.has(request.socket)) return Promise.resolve(hangUp);
          seen.add(request.socket);
          return answer();
        },
      };
    },
  },
  {
    name: 'loses-track-after-refusal',
    what: 'It takes the body of a request that it refused unread for the next one: 400 with no body on that connection.',
    behaviour: () => {
      const astray = new WeakSet<object>();
      const bare: Reply = { status: 400, headers: {}, body: '' };
      return {
        around: async (request, answer) => {
          if (astray.delete(request.socket)) return bare;
          const reply = await answer();
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
    name: 'answers-plant-before',
    what: 'It answers with the plant that was created before this one, as a cache that is one behind.',
    behaviour: () => {
      let before: Plant | undefined;
      return {
        create: (plant) => {
          const answer = before ?? plant;
          before = plant;
          return answer;
        },
      };
    },
  },
  {
    name: 'keeps-first-plant-of-an-id',
    what: 'It answers with the plant that an id had first, as INSERT IGNORE and a select do.',
    behaviour: () => {
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
    what: 'It answers with the newest of the plants that are created at the same time, as a global variable does.',
    behaviour: () => {
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
    what: 'It answers 500 while another plant is being created, as a locked SQLite file does.',
    behaviour: () => {
      let busy = false;
      return {
        create: async (plant) => {
          if (busy) crash();
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
    what: 'It answers with the tag of the plant before where none was sent, as a form object that is used again does.',
    behaviour: () => {
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
    what: 'It refuses the valid plant that follows an invalid one, as a list of errors that is not cleared does.',
    behaviour: (right) => {
      let tainted = false;
      return {
        create: (plant) => {
          if (!tainted) return plant;
          tainted = false;
          throw new Interruption(right.answerRefused(leftOver, right.describeRefusal(leftOver)));
        },
        answerRefused: (refusal, described) => {
          tainted ||= /^(id|name|tag)$/.test(refusal.reason);
          return right.answerRefused(refusal, described);
        },
      };
    },
  },
  {
    name: 'hangs-after-invalid',
    what: 'It never answers again once a plant was invalid, as a lock that is not released when something throws.',
    behaviour: (right) => {
      let locked = false;
      return {
        around: (_request, answer) => (locked ? Promise.resolve(silence) : answer()),
        answerRefused: (refusal, described) => {
          locked ||= /^(id|name|tag)$/.test(refusal.reason);
          return right.answerRefused(refusal, described);
        },
      };
    },
  },
  {
    name: 'dies-of-broken-json',
    what: 'It answers broken JSON and then nobody any more, as a process that ends with an unhandled rejection.',
    behaviour: (right) => {
      let dead = false;
      return {
        around: (_request, answer) => (dead ? Promise.resolve(hangUp) : answer()),
        answerRefused: (refusal, described) => {
          dead ||= refusal.reason === 'syntax';
          return right.answerRefused(refusal, described);
        },
      };
    },
  },
  {
    name: 'is-full-after-twenty',
    what: 'It answers 500 from the twenty-first plant on, as a connection pool that leaks does.',
    behaviour: () => {
      let plants = 0;
      return { create: (plant) => (++plants > 20 ? crash() : plant) };
    },
  },
  {
    name: 'tires-of-validating',
    what: 'It checks the names of the first ten plants only, as a sampling validator does.',
    behaviour: (right) => {
      let plants = 0;
      return {
        readName: (value) => (++plants > 10 && typeof value !== 'string' ? '' : right.readName(value)),
      };
    },
  },
  {
    name: 'confuses-ids-in-doubles',
    what: 'It refuses 9007199254740993 as a duplicate of 9007199254740992, as keys that are doubles do.',
    behaviour: refusesSeen((id) => Number(id)),
  },
  {
    name: 'confuses-ids-in-32-bits',
    what: 'It refuses an id as a duplicate of one with the same low 32 bits, as a cast to int does.',
    behaviour: refusesSeen((id) => BigInt.asIntN(32, id)),
  },
]);

function refusesSeen(keyOf: (id: bigint) => unknown): () => { create: (plant: Plant) => Plant } {
  return () => {
    const seen = new Set<unknown>();
    return {
      create: (plant) => {
        if (seen.has(keyOf(plant.id))) throw new Refusal('id', 'There is a plant with this id.');
        seen.add(keyOf(plant.id));
        return plant;
      },
    };
  };
}
