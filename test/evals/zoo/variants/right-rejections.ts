import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Json, JsonNumber } from '../json.ts';
import { htmlResponse, jsonResponse, RequestError, type StoreResponse } from '../response.ts';
import { type PlantStoreBehavior, withHeader } from '../store.ts';
import { right } from '../variant.ts';
import { changesErrorResponse, failsOn, hasReason, type PlantStoreChange } from './changes.ts';

/** Other ways to say no where the contract leaves the choice. */
export const rightRejections = right([
  {
    name: 'says-403',
    description: 'It returns 403 with an Error to missing or invalid credentials.',
    behavior: respondsToUnauthenticated((reply) => ({ ...reply, status: 403 })),
  },
  {
    name: 'says-bare-401',
    description: 'It returns 401 with no body and no header of its own.',
    behavior: respondsToUnauthenticated(() => ({ status: 401, headers: {}, body: '' })),
  },
  {
    name: 'says-400-to-anonymous',
    description: 'It returns 400 with an Error to missing or invalid credentials.',
    behavior: respondsToUnauthenticated((reply) => ({ ...reply, status: 400 })),
  },
  {
    name: 'says-401-in-html',
    description: 'It returns 401 with a page in HTML, as a proxy in front does.',
    behavior: respondsToUnauthenticated(() =>
      withHeader(htmlResponse(401, 'Unauthorized'), 'www-authenticate', 'Bearer'),
    ),
  },
  {
    name: 'says-401-in-problem-json',
    description: 'It returns 401 in application/problem+json.',
    behavior: respondsToUnauthenticated(() => ({
      ...jsonResponse(401, { title: 'Unauthorized', status: new JsonNumber(401) }),
      headers: {
        'content-type': 'application/problem+json',
        'www-authenticate': 'Bearer error="invalid_token"',
      },
    })),
  },
  {
    name: 'offers-several-schemes',
    description: 'It returns 401 with several challenges, in lower case.',
    behavior: respondsToUnauthenticated((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'www-authenticate': ['negotiate', 'bearer realm="plants, and more"'] },
    })),
  },
  {
    name: 'reports-missing-from-wrong',
    description: 'It returns 401 to missing credentials and 403 to wrong ones.',
    behavior: respondsToUnauthenticated((reply, { message }) => ({
      ...reply,
      status: message.includes('required') ? 401 : 403,
    })),
  },
  {
    name: 'slows-anonymous-down',
    description: 'It needs 250 ms to reject invalid credentials.',
    behavior: () => ({
      wrapExchange: async (_request, respond) => {
        const reply = await respond();
        if (reply.status === 401) await delay(250);
        return reply;
      },
    }),
  },
  {
    name: 'closes-after-refusing',
    description: 'It closes the connection after every response that is not a success.',
    behavior: changesErrorResponse(
      () => true,
      (reply) => withHeader(reply, 'connection', 'close'),
    ),
  },
  {
    name: 'validates-before-asking-who',
    description: 'It validates the plant first, and so returns 400 for an invalid one with any credentials.',
    behavior: validatesFirst,
  },
  {
    name: 'says-415',
    description: 'It returns 415 with an Error to a wrong media type.',
    behavior: changesErrorResponse(hasReason('media-type'), (reply) => ({ ...reply, status: 415 })),
  },
  {
    name: 'says-bare-415',
    description: 'It returns 415 with no body to a wrong media type.',
    behavior: changesErrorResponse(hasReason('media-type'), () => ({
      status: 415,
      headers: { accept: 'application/json' },
      body: '',
    })),
  },
  {
    name: 'says-413',
    description: 'It returns 413 with no body to bodies over 100,000 bytes.',
    behavior: (base) => ({
      readBody: async (request) => {
        const body = await base.readBody(request);
        if (body.length > 100_000) throw new RequestError('too-large', 'The body is larger than 100,000 bytes.');
        return body;
      },
      ...changesErrorResponse(hasReason('too-large'), () => ({ status: 413, headers: {}, body: '' }))(base),
    }),
  },
  {
    name: 'rejects-duplicate-ids',
    description: 'It rejects an id that is in use with 400 and an Error.',
    behavior: () => {
      const taken = new Set<bigint>();
      return {
        create: (plant) => {
          if (taken.has(plant.id)) throw new RequestError('id', `There is a plant with the id ${plant.id}.`);
          taken.add(plant.id);
          return plant;
        },
      };
    },
  },
  {
    name: 'rejects-empty-name',
    description: 'It rejects an empty name with 400 and an Error.',
    behavior: rejectsName((name) => name === ''),
  },
  {
    name: 'rejects-long-name',
    description: 'It rejects names over 100,000 characters with 400 and an Error.',
    behavior: rejectsName((name) => name.length > 100_000),
  },
  {
    name: 'rejects-half-characters',
    description: 'It rejects lone surrogates in a name, which are no Unicode text, with 400 and an Error.',
    behavior: rejectsName((name) => !name.isWellFormed()),
  },
  {
    name: 'rejects-1-point-0',
    description: 'It accepts only digits as an id and rejects 1.0, as many parsers do.',
    behavior: rejectsIdSpelling(/\./),
  },
  {
    name: 'rejects-exponent',
    description: 'It rejects 1e3 for an id and accepts 1.0.',
    behavior: rejectsIdSpelling(/e/i),
  },
  {
    name: 'rejects-duplicate-keys',
    description: 'It rejects an object that has a property twice, as STRICT_DUPLICATE_DETECTION does.',
    behavior: (base) => ({
      parse: (text) => {
        const value = base.parse(text);
        if (hasTwice(text)) throw new RequestError('syntax', 'A property is there twice.');
        return value;
      },
    }),
  },
  {
    name: 'rejects-byte-order-mark',
    description: 'It rejects a body that begins with a byte order mark.',
    behavior: (base) => ({
      decode: (body) => {
        if (body.subarray(0, 3).equals(Buffer.from('\ufeff'))) throw new RequestError('encoding', 'JSON has no BOM.');
        return base.decode(body);
      },
    }),
  },
  {
    name: 'rejects-deep-nesting',
    description: 'It rejects a body nested more than 32 levels deep.',
    behavior: (base) => ({
      parse: (text) => {
        const value = base.parse(text);
        if (depthOf(value) > 32) throw new RequestError('syntax', 'The body is nested too deeply.');
        return value;
      },
    }),
  },
  {
    name: 'says-406',
    description: 'It returns 406 where the Accept header rules JSON out.',
    behavior: () => ({
      wrapExchange: (request, respond) =>
        acceptsJson(request) ? respond() : Promise.resolve(jsonResponse(406, 'Only JSON.')),
    }),
  },
]);

function respondsToUnauthenticated(
  change: (reply: StoreResponse, requestError: RequestError) => StoreResponse,
): PlantStoreChange {
  return changesErrorResponse(hasReason('credentials'), change);
}

function rejectsName(matches: (name: string) => boolean): PlantStoreChange {
  return failsOn(
    ({ name }) => typeof name === 'string' && matches(name),
    () => {
      throw new RequestError('name', 'This name is not possible.');
    },
  );
}

function rejectsIdSpelling(pattern: RegExp): PlantStoreChange {
  return (base) => ({
    readId: (value) => {
      if (value instanceof JsonNumber && pattern.test(value.source))
        throw new RequestError('id', 'id accepts digits only.');
      return base.readId(value);
    },
  });
}

function validatesFirst(base: PlantStoreBehavior): Partial<PlantStoreBehavior> {
  const deferred = new WeakMap<object, RequestError>();
  return {
    checkCredentials: (request, token) => {
      try {
        base.checkCredentials(request, token);
      } catch (error) {
        if (error instanceof RequestError) deferred.set(request, error);
      }
    },
    wrapExchange: async (request, respond) => {
      const reply = await respond();
      const requestError = deferred.get(request);
      if (requestError === undefined || reply.status !== 200) return reply;
      return base.respondToError(requestError, base.errorBody(requestError));
    },
  };
}

function acceptsJson({ headers }: IncomingMessage): boolean {
  return /\*\/\*|application\/(json|\*)/i.test(headers.accept ?? '*/*');
}

/** Strings first, so that what a name contains is not taken for a key. */
function hasTwice(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (key !== undefined && isRepeated(open.at(-1), JSON.parse(key))) return true;
  }
  return false;
}

function isRepeated(keys: Set<string> | undefined, key: string): boolean {
  const repeated = keys?.has(key) ?? false;
  keys?.add(key);
  return repeated;
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
