import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { crash, Interruption, jsonReply, Refusal } from '../exchange.ts';
import { isList, isObject, type Json, JsonNumber } from '../json.ts';
import { faulty, seenIn } from '../variant.ts';

/** Read about in libraries for JavaScript. */
export const javascript = faulty('deep', [
  {
    name: 'answers-its-own-error-to-proto',
    what: 'It answers a body with __proto__ 400 with "error":"Bad Request", where all other errors are Errors.',
    behaviour: (right) => ({
      parse: (text) => {
        if (text.includes('"__proto__"')) throw new Interruption(jsonReply(400, forbidden));
        return right.parse(text);
      },
    }),
    ...seenIn(
      'JavaScript',
      'parsers that follow Fastify throw before any handler is called',
      'cojs/co-body#87',
    ),
  },
  {
    name: 'takes-list-of-one',
    what: 'It takes a list of one string for a name or tag, and refuses longer ones.',
    behaviour: (right) => ({
      readName: (value) => right.readName(onlyOne(value)),
      readTag: (value) => right.readTag(onlyOne(value)),
    }),
    ...seenIn(
      'JavaScript',
      'Fastify sets coerceTypes of Ajv to "array"',
      'fastify/fastify-type-provider-typebox#82',
    ),
  },
  {
    name: 'takes-token-in-body',
    what: 'It takes the token from access_token in the body, which the contract does not offer.',
    behaviour: (right) => {
      const strangers = new WeakMap<IncomingMessage, { readonly refusal: Refusal; readonly token: string }>();
      return {
        checkCredentials: (request, token) => {
          try {
            right.checkCredentials(request, token);
          } catch (refusal) {
            if (refusal instanceof Refusal) strangers.set(request, { refusal, token });
          }
        },
        readBody: async (request) => {
          const body = await right.readBody(request);
          const stranger = strangers.get(request);
          if (stranger !== undefined && !body.includes(`"access_token":"${stranger.token}"`))
            throw stranger.refusal;
          return body;
        },
      };
    },
    ...seenIn(
      'JavaScript',
      'passport-http-bearer looks into the body and the query, too',
      'passportjs.org/api/passport-http-bearer/1.x/strategy',
    ),
  },
  {
    name: 'is-polluted-through-proto',
    what: 'It gives all later plants what one had in __proto__, even though it refuses that one.',
    behaviour: (right) => {
      const prototype = new Map<string, Json>();
      return {
        readFields: (value) => {
          const fields = right.readFields(value);
          const merged = { ...Object.fromEntries(prototype), ...fields };
          for (const [key, polluted] of Object.entries(protoOf(fields))) prototype.set(key, polluted);
          return merged;
        },
      };
    },
    ...seenIn(
      'JavaScript',
      'merge() of lodash before 4.17.12 writes to Object.prototype',
      'lodash/lodash#4302',
    ),
  },
  {
    name: 'fails-on-keys-with-dollar-or-dot',
    what: 'It answers 500 to a property whose name begins with $ or has a dot.',
    behaviour: (right) => ({
      readFields: (value) => {
        const fields = right.readFields(value);
        return Object.keys(fields).some((key) => key.startsWith('$') || key.includes('.')) ? crash() : fields;
      },
    }),
    ...seenIn('JavaScript', 'the driver of MongoDB refuses such keys', 'Automattic/mongoose#1884'),
  },
  {
    name: 'mixes-up-lengths',
    what: 'It holds a body against the Content-Length of the request that came last.',
    behaviour: (right) => {
      let expected: string | undefined;
      return {
        readBody: async (request) => {
          expected = request.headers['content-length'];
          await delay(5);
          const body = await right.readBody(request);
          if (expected === undefined || Number(expected) === body.length) return body;
          throw new Refusal('syntax', 'request size did not match content length');
        },
      };
    },
    ...seenIn(
      'JavaScript',
      'body-parser kept the length of a request in options that all share',
      'expressjs/body-parser#742',
    ),
  },
]);

const forbidden = {
  statusCode: new JsonNumber(400),
  error: 'Bad Request',
  message: 'Object contains forbidden prototype property',
};

function onlyOne(value: Json | undefined): Json | undefined {
  return value !== undefined && isList(value) && value.length === 1 ? value[0] : value;
}

function protoOf(fields: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const proto = new Map(Object.entries(fields)).get('__proto__');
  return proto !== undefined && isObject(proto) ? proto : {};
}
