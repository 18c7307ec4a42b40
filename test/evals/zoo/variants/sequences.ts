import type { IncomingMessage } from 'node:http';
import type { Json } from '../json.ts';
import { EarlyResponse, RequestError, type StoreResponse, throwServerError } from '../response.ts';
import type { PlantStoreBehavior } from '../store.ts';
import { faulty } from '../variant.ts';

/** Faults of every so many requests, and of what went before. */
export const sequences = faulty('deep', [
  {
    name: 'fails-every-25th-time',
    description: 'It returns every 25th plant with 500, as a connection that the pool did not notice is dead.',
    behavior: () => ({ create: everyNth(25, throwServerError) }),
  },
  {
    name: 'loses-tag-every-13th-time',
    description: 'It loses the tag of every 13th plant.',
    behavior: () => ({ create: everyNth(13, (plant) => ({ ...plant, tag: undefined })) }),
  },
  {
    name: 'accepts-every-7th-anonymous-in',
    description:
      'It accepts every seventh request without valid credentials, as one instance of seven without the filter.',
    behavior: (right) => {
      let unknownTokens = 0;
      return {
        checkCredentials: (request, token) => {
          try {
            right.checkCredentials(request, token);
          } catch (error) {
            if (++unknownTokens % 7 !== 0) throw error;
          }
        },
      };
    },
  },
  {
    name: 'checks-all-but-every-9th-name',
    description: 'It does not check the type of every ninth name that is none.',
    behavior: (right) => {
      let wrong = 0;
      return {
        readName: (value) =>
          typeof value !== 'string' && value !== undefined && ++wrong % 9 === 0 ? '' : right.readName(value),
      };
    },
  },
  {
    name: 'is-full-after-a-hundred',
    description: 'It returns 500 from the 101st plant on, as a table of fixed size.',
    behavior: () => {
      let plants = 0;
      return { create: (plant) => (++plants > 100 ? throwServerError() : plant) };
    },
  },
  {
    name: 'reserves-id-of-invalid',
    description: 'It rejects a valid plant whose id an invalid one had before, as a row that is not rolled back.',
    behavior: (right) => {
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
    name: 'creates-plants-of-anonymous',
    description: 'It returns 401 without credentials and creates the plant all the same, so that its id is in use.',
    behavior: (right) => ({ ...respondsLate(right), ...rejectsTaken() }),
  },
  {
    name: 'returns-name-of-rejected',
    description: 'It returns the name of the plant that it rejected before, as a form that is not reset.',
    behavior: (right) => {
      let name: Json | undefined;
      let left: Json | undefined;
      return {
        readName: (value) => {
          name = right.readName(value);
          return name;
        },
        create: (plant) => {
          const respond = left === undefined ? plant : { ...plant, name: left };
          name = left = undefined;
          return respond;
        },
        respondToError: (requestError, errorBody) => {
          left = requestError.reason === 'tag' ? name : left;
          return right.respondToError(requestError, errorBody);
        },
      };
    },
  },
  {
    name: 'returns-304-to-repeats',
    description: 'It returns 304 where the same body comes a second time, as a cache in front that knows no methods.',
    behavior: (right) => {
      const seen = new Set<string>();
      return {
        decode: (body) => {
          const text = right.decode(body);
          if (seen.has(text)) throw new EarlyResponse({ status: 304, headers: {}, body: '' });
          seen.add(text);
          return text;
        },
      };
    },
  },
  {
    name: 'takes-invalid-sent-again',
    description:
      'It accepts an invalid plant when the same is sent again, as a record of requests that were dealt with.',
    behavior: (right) => {
      const rejected = new Set<string>();
      let text = '';
      return {
        decode: (body) => {
          text = right.decode(body);
          if (rejected.has(text)) throw new EarlyResponse(right.respondToCreate({ name: '' }));
          return text;
        },
        respondToError: (requestError, errorBody) => {
          if (/^(id|name|tag)$/.test(requestError.reason)) rejected.add(text);
          return right.respondToError(requestError, errorBody);
        },
      };
    },
  },
  {
    name: 'forgets-required-after-broken-json',
    description: 'It makes up the name of the plant that follows broken JSON where it has none.',
    behavior: (right) => {
      let shaken = false;
      return {
        readName: (value) => {
          const forgiven = shaken && value === undefined;
          shaken = false;
          return forgiven ? '' : right.readName(value);
        },
        respondToError: (requestError, errorBody) => {
          shaken ||= requestError.reason === 'syntax';
          return right.respondToError(requestError, errorBody);
        },
      };
    },
  },
]);

type Create = PlantStoreBehavior['create'];

function everyNth(n: number, instead: Create): Create {
  let plants = 0;
  return (plant) => (++plants % n === 0 ? instead(plant) : plant);
}

function taken(id: bigint): RequestError {
  return new RequestError('id', `There is a plant with the id ${id}.`);
}

function rejectsTaken(): { readonly create: Create } {
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
function respondsLate(right: PlantStoreBehavior): Partial<PlantStoreBehavior> {
  const unknownTokens = new WeakMap<IncomingMessage, RequestError>();
  return {
    checkCredentials: (request, token) => {
      try {
        right.checkCredentials(request, token);
      } catch (error) {
        if (error instanceof RequestError) unknownTokens.set(request, error);
      }
    },
    wrapExchange: async (request, respond): Promise<StoreResponse> => {
      const reply = await respond();
      const requestError = unknownTokens.get(request);
      return requestError === undefined ? reply : right.respondToError(requestError, right.errorBody(requestError));
    },
  };
}
