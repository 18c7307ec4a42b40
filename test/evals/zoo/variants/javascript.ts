import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isList, isObject, type Json, JsonNumber } from '../json.ts';
import { EarlyResponse, jsonResponse, RequestError, throwServerError } from '../response.ts';
import { faulty, seenIn } from '../variant.ts';

/** Read about in libraries for JavaScript. */
export const javascript = faulty('deep', [
  {
    name: 'returns-its-own-error-to-proto',
    description: 'It returns a body with __proto__ 400 with "error":"Bad Request", where all other errors are Errors.',
    behavior: (right) => ({
      parse: (text) => {
        if (text.includes('"__proto__"')) throw new EarlyResponse(jsonResponse(400, forbidden));
        return right.parse(text);
      },
    }),
    ...seenIn('JavaScript', 'parsers that follow Fastify throw before any handler is called', 'cojs/co-body#87'),
  },
  {
    name: 'takes-list-of-one',
    description: 'It accepts a list of one string as a name or tag, and rejects longer ones.',
    behavior: (right) => ({
      readName: (value) => right.readName(onlyOne(value)),
      readTag: (value) => right.readTag(onlyOne(value)),
    }),
    ...seenIn('JavaScript', 'Fastify sets coerceTypes of Ajv to "array"', 'fastify/fastify-type-provider-typebox#82'),
  },
  {
    name: 'takes-token-in-body',
    description: 'It accepts the token from access_token in the body, which the contract does not offer.',
    behavior: (right) => {
      const unknownTokens = new WeakMap<IncomingMessage, { readonly refusal: RequestError; readonly token: string }>();
      return {
        checkCredentials: (request, token) => {
          try {
            right.checkCredentials(request, token);
          } catch (requestError) {
            if (requestError instanceof RequestError) unknownTokens.set(request, { refusal: requestError, token });
          }
        },
        readBody: async (request) => {
          const body = await right.readBody(request);
          const unknownToken = unknownTokens.get(request);
          if (unknownToken !== undefined && !body.includes(`"access_token":"${unknownToken.token}"`))
            throw unknownToken.refusal;
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
    description: 'It gives all later plants what one had in __proto__, even though it rejects that one.',
    behavior: (right) => {
      const prototype = new Map<string, Json>();
      return {
        readFields: (value) => {
          const fields = right.readFields(value);
          const merged = { ...Object.fromEntries(prototype), ...fields };
          for (const [key, polluted] of Object.entries(prototypeOf(fields))) prototype.set(key, polluted);
          return merged;
        },
      };
    },
    ...seenIn('JavaScript', 'merge() of lodash before 4.17.12 writes to Object.prototype', 'lodash/lodash#4302'),
  },
  {
    name: 'fails-on-keys-with-dollar-or-dot',
    description: 'It returns 500 to a property whose name begins with $ or has a dot.',
    behavior: (right) => ({
      readFields: (value) => {
        const fields = right.readFields(value);
        return Object.keys(fields).some((key) => key.startsWith('$') || key.includes('.'))
          ? throwServerError()
          : fields;
      },
    }),
    ...seenIn('JavaScript', 'the driver of MongoDB rejects such keys', 'Automattic/mongoose#1884'),
  },
  {
    name: 'mixes-up-lengths',
    description: 'It holds a body against the Content-Length of the request that came last.',
    dependsOnOverlap: true,
    categories: ['valid-bodies', 'text-values', 'integer-limits'],
    behavior: (right) => {
      let expected: string | undefined;
      return {
        readBody: async (request) => {
          expected = request.headers['content-length'];
          await delay(5);
          const body = await right.readBody(request);
          if (expected === undefined || Number(expected) === body.length) return body;
          throw new RequestError('syntax', 'request size did not match content length');
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

function prototypeOf(fields: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const proto = new Map(Object.entries(fields)).get('__proto__');
  return proto !== undefined && isObject(proto) ? proto : {};
}
