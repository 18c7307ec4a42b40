import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { htmlReply, jsonReply, Refusal, type Reply } from '../exchange.ts';
import { type Json, JsonNumber } from '../json.ts';
import { type Behaviour, withHeader } from '../store.ts';
import { right } from '../variant.ts';
import { answersRefused, because, type Change, failsOn } from './changes.ts';

/** Other ways to say no where the contract leaves the choice. */
export const rightRefusals = right([
  {
    name: 'says-403',
    what: 'It answers 403 with an Error to missing or wrong credentials.',
    behaviour: answersToStrangers((reply) => ({ ...reply, status: 403 })),
  },
  {
    name: 'says-bare-401',
    what: 'It answers 401 with no body and no header of its own.',
    behaviour: answersToStrangers(() => ({ status: 401, headers: {}, body: '' })),
  },
  {
    name: 'says-400-to-strangers',
    what: 'It answers 400 with an Error to missing or wrong credentials.',
    behaviour: answersToStrangers((reply) => ({ ...reply, status: 400 })),
  },
  {
    name: 'says-401-in-html',
    what: 'It answers 401 with a page in HTML, as a proxy in front does.',
    behaviour: answersToStrangers(() =>
      withHeader(htmlReply(401, 'Unauthorized'), 'www-authenticate', 'Bearer'),
    ),
  },
  {
    name: 'says-401-in-problem-json',
    what: 'It answers 401 in application/problem+json.',
    behaviour: answersToStrangers(() => ({
      ...jsonReply(401, { title: 'Unauthorized', status: new JsonNumber(401) }),
      headers: {
        'content-type': 'application/problem+json',
        'www-authenticate': 'Bearer error="invalid_token"',
      },
    })),
  },
  {
    name: 'offers-several-schemes',
    what: 'It answers 401 with several challenges, in small letters.',
    behaviour: answersToStrangers((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'www-authenticate': ['negotiate', 'bearer realm="plants, and more"'] },
    })),
  },
  {
    name: 'tells-missing-from-wrong',
    what: 'It answers 401 to missing credentials and 403 to wrong ones.',
    behaviour: answersToStrangers((reply, { message }) => ({
      ...reply,
      status: message.includes('required') ? 401 : 403,
    })),
  },
  {
    name: 'slows-strangers-down',
    what: 'It takes 250 ms to answer wrong credentials.',
    behaviour: () => ({
      around: async (_request, answer) => {
        const reply = await answer();
        if (reply.status === 401) await delay(250);
        return reply;
      },
    }),
  },
  {
    name: 'closes-after-refusing',
    what: 'It closes the connection after every answer that is no success.',
    behaviour: answersRefused(
      () => true,
      (reply) => withHeader(reply, 'connection', 'close'),
    ),
  },
  {
    name: 'validates-before-asking-who',
    what: 'It validates the plant first, and so answers an invalid one 400 whoever sent it.',
    behaviour: validatesFirst,
  },
  {
    name: 'says-415',
    what: 'It answers 415 with an Error to a wrong media type.',
    behaviour: answersRefused(because('media-type'), (reply) => ({ ...reply, status: 415 })),
  },
  {
    name: 'says-bare-415',
    what: 'It answers 415 with no body to a wrong media type.',
    behaviour: answersRefused(because('media-type'), () => ({
      status: 415,
      headers: { accept: 'application/json' },
      body: '',
    })),
  },
  {
    name: 'says-413',
    what: 'It answers 413 with no body to bodies over 100,000 bytes.',
    behaviour: (base) => ({
      readBody: async (request) => {
        const body = await base.readBody(request);
        if (body.length > 100_000) throw new Refusal('too-large', 'The body is larger than 100,000 bytes.');
        return body;
      },
      ...answersRefused(because('too-large'), () => ({ status: 413, headers: {}, body: '' }))(base),
    }),
  },
  {
    name: 'refuses-duplicate-ids',
    what: 'It refuses an id that is taken with 400 and an Error.',
    behaviour: () => {
      const taken = new Set<bigint>();
      return {
        create: (plant) => {
          if (taken.has(plant.id)) throw new Refusal('id', `There is a plant with the id ${plant.id}.`);
          taken.add(plant.id);
          return plant;
        },
      };
    },
  },
  {
    name: 'refuses-empty-name',
    what: 'It refuses an empty name with 400 and an Error.',
    behaviour: refusesName((name) => name === ''),
  },
  {
    name: 'refuses-long-name',
    what: 'It refuses names over 100,000 characters with 400 and an Error.',
    behaviour: refusesName((name) => name.length > 100_000),
  },
  {
    name: 'refuses-half-characters',
    what: 'It refuses lone surrogates in a name, which are no Unicode text, with 400 and an Error.',
    behaviour: refusesName((name) => !name.isWellFormed()),
  },
  {
    name: 'refuses-1-point-0',
    what: 'It takes only digits for an id and refuses 1.0, as many parsers do.',
    behaviour: refusesIdWritten(/\./),
  },
  {
    name: 'refuses-exponent',
    what: 'It refuses 1e3 for an id and takes 1.0.',
    behaviour: refusesIdWritten(/e/i),
  },
  {
    name: 'refuses-duplicate-keys',
    what: 'It refuses an object that has a property twice, as STRICT_DUPLICATE_DETECTION does.',
    behaviour: (base) => ({
      parse: (text) => {
        const value = base.parse(text);
        if (hasTwice(text)) throw new Refusal('syntax', 'A property is there twice.');
        return value;
      },
    }),
  },
  {
    name: 'refuses-byte-order-mark',
    what: 'It refuses a body that begins with a byte order mark.',
    behaviour: (base) => ({
      decode: (body) => {
        if (body.subarray(0, 3).equals(Buffer.from('\ufeff')))
          throw new Refusal('encoding', 'JSON has no BOM.');
        return base.decode(body);
      },
    }),
  },
  {
    name: 'refuses-deep-nesting',
    what: 'It refuses a body nested more than 32 levels deep.',
    behaviour: (base) => ({
      parse: (text) => {
        const value = base.parse(text);
        if (depthOf(value) > 32) throw new Refusal('syntax', 'The body is nested too deeply.');
        return value;
      },
    }),
  },
  {
    name: 'says-406',
    what: 'It answers 406 where the Accept header rules JSON out.',
    behaviour: () => ({
      around: (request, answer) =>
        takesJson(request) ? answer() : Promise.resolve(jsonReply(406, 'Only JSON.')),
    }),
  },
]);

function answersToStrangers(change: (reply: Reply, refusal: Refusal) => Reply): Change {
  return answersRefused(because('credentials'), change);
}

function refusesName(matches: (name: string) => boolean): Change {
  return failsOn(
    ({ name }) => typeof name === 'string' && matches(name),
    () => {
      throw new Refusal('name', 'This name is not possible.');
    },
  );
}

function refusesIdWritten(pattern: RegExp): Change {
  return (base) => ({
    readId: (value) => {
      if (value instanceof JsonNumber && pattern.test(value.source))
        throw new Refusal('id', 'id takes digits only.');
      return base.readId(value);
    },
  });
}

function validatesFirst(base: Behaviour): Partial<Behaviour> {
  const deferred = new WeakMap<object, Refusal>();
  return {
    checkCredentials: (request, token) => {
      try {
        base.checkCredentials(request, token);
      } catch (error) {
        if (error instanceof Refusal) deferred.set(request, error);
      }
    },
    around: async (request, answer) => {
      const reply = await answer();
      const refusal = deferred.get(request);
      if (refusal === undefined || reply.status !== 200) return reply;
      return base.answerRefused(refusal, base.describeRefusal(refusal));
    },
  };
}

function takesJson({ headers }: IncomingMessage): boolean {
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
