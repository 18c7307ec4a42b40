import type { IncomingMessage } from 'node:http';
import { crash, Interruption, Refusal, type Reply } from '../exchange.ts';
import type { Json } from '../json.ts';
import type { Behaviour } from '../store.ts';
import { faulty } from '../variant.ts';

/** Faults of every so many requests, and of what went before. */
export const sequences = faulty('deep', [
  {
    name: 'fails-every-25th-time',
    what: 'It answers every 25th plant with 500, as a connection that the pool did not notice is dead.',
    behaviour: () => ({ create: everyNth(25, crash) }),
  },
  {
    name: 'loses-tag-every-13th-time',
    what: 'It loses the tag of every 13th plant.',
    behaviour: () => ({ create: everyNth(13, (plant) => ({ ...plant, tag: undefined })) }),
  },
  {
    name: 'lets-every-7th-stranger-in',
    what: 'It lets every seventh request without valid credentials in, as one instance of seven without the filter.',
    behaviour: (right) => {
      let strangers = 0;
      return {
        checkCredentials: (request, token) => {
          try {
            right.checkCredentials(request, token);
          } catch (error) {
            if (++strangers % 7 !== 0) throw error;
          }
        },
      };
    },
  },
  {
    name: 'checks-all-but-every-9th-name',
    what: 'It does not check the type of every ninth name that is none.',
    behaviour: (right) => {
      let wrong = 0;
      return {
        readName: (value) =>
          typeof value !== 'string' && value !== undefined && ++wrong % 9 === 0 ? '' : right.readName(value),
      };
    },
  },
  {
    name: 'is-full-after-a-hundred',
    what: 'It answers 500 from the 101st plant on, as a table of fixed size.',
    behaviour: () => {
      let plants = 0;
      return { create: (plant) => (++plants > 100 ? crash() : plant) };
    },
  },
  {
    name: 'reserves-id-of-invalid',
    what: 'It refuses a valid plant whose id an invalid one had before, as a row that is not rolled back.',
    behaviour: (right) => {
      const begun = new Set<bigint>();
      return {
        readId: (value) => {
          const id = right.readId(value);
          if (begun.has(id)) throw taken(id);
          begun.add(id);
          return id;
        },
        create: (plant) => {
          begun.delete(plant.id);
          return plant;
        },
      };
    },
  },
  {
    name: 'creates-plants-of-strangers',
    what: 'It answers 401 to a stranger and creates the plant all the same, so that its id is taken.',
    behaviour: (right) => ({ ...answersLate(right), ...refusesTaken() }),
  },
  {
    name: 'answers-name-of-refused',
    what: 'It answers with the name of the plant that it refused before, as a form that is not reset.',
    behaviour: (right) => {
      let name: Json | undefined;
      let left: Json | undefined;
      return {
        readName: (value) => {
          name = right.readName(value);
          return name;
        },
        create: (plant) => {
          const answer = left === undefined ? plant : { ...plant, name: left };
          name = left = undefined;
          return answer;
        },
        answerRefused: (refusal, described) => {
          left = refusal.reason === 'tag' ? name : left;
          return right.answerRefused(refusal, described);
        },
      };
    },
  },
  {
    name: 'answers-304-to-repeats',
    what: 'It answers 304 where the same body comes a second time, as a cache in front that knows no methods.',
    behaviour: (right) => {
      const seen = new Set<string>();
      return {
        decode: (body) => {
          const text = right.decode(body);
          if (seen.has(text)) throw new Interruption({ status: 304, headers: {}, body: '' });
          seen.add(text);
          return text;
        },
      };
    },
  },
  {
    name: 'takes-invalid-sent-again',
    what: 'It takes an invalid plant when the same is sent again, as a record of requests that were dealt with.',
    behaviour: (right) => {
      const refused = new Set<string>();
      let text = '';
      return {
        decode: (body) => {
          text = right.decode(body);
          if (refused.has(text)) throw new Interruption(right.answerCreated({ name: '' }));
          return text;
        },
        answerRefused: (refusal, described) => {
          if (/^(id|name|tag)$/.test(refusal.reason)) refused.add(text);
          return right.answerRefused(refusal, described);
        },
      };
    },
  },
  {
    name: 'forgets-required-after-broken-json',
    what: 'It makes up the name of the plant that follows broken JSON where it has none.',
    behaviour: (right) => {
      let shaken = false;
      return {
        readName: (value) => {
          const forgiven = shaken && value === undefined;
          shaken = false;
          return forgiven ? '' : right.readName(value);
        },
        answerRefused: (refusal, described) => {
          shaken ||= refusal.reason === 'syntax';
          return right.answerRefused(refusal, described);
        },
      };
    },
  },
]);

type Create = Behaviour['create'];

function everyNth(n: number, instead: Create): Create {
  let plants = 0;
  return (plant) => (++plants % n === 0 ? instead(plant) : plant);
}

function taken(id: bigint): Refusal {
  return new Refusal('id', `There is a plant with the id ${id}.`);
}

function refusesTaken(): { readonly create: Create } {
  const ids = new Set<bigint>();
  return {
    create: (plant) => {
      if (ids.has(plant.id)) throw taken(plant.id);
      ids.add(plant.id);
      return plant;
    },
  };
}

/** Asks who it was only when all is done. */
function answersLate(right: Behaviour): Partial<Behaviour> {
  const strangers = new WeakMap<IncomingMessage, Refusal>();
  return {
    checkCredentials: (request, token) => {
      try {
        right.checkCredentials(request, token);
      } catch (error) {
        if (error instanceof Refusal) strangers.set(request, error);
      }
    },
    around: async (request, answer): Promise<Reply> => {
      const reply = await answer();
      const refusal = strangers.get(request);
      return refusal === undefined ? reply : right.answerRefused(refusal, right.describeRefusal(refusal));
    },
  };
}
