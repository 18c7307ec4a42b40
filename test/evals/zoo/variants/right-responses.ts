import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { isObject, JsonNumber, type JsonObject } from '../json.ts';
import { jsonResponse } from '../response.ts';
import { withHeader } from '../store.ts';
import { right } from '../variant.ts';
import { changesCreateResponse, type PlantStoreChange } from './changes.ts';

/** Other bodies of a success that say the same. */
export const rightResponses = right([
  {
    name: 'adds-id-and-date',
    description: 'It returns id and createdAt in addition to name and tag.',
    behavior: shows((plant, id) => ({
      ...plant,
      id: new JsonNumber(id),
      createdAt: '2026-11-11T11:11:11Z',
    })),
  },
  {
    name: 'adds-id-as-string',
    description: 'It returns the id as a string in addition to name and tag, as protobuf’s JSON does with int64.',
    behavior: shows((plant, id) => ({ id: String(id), ...plant })),
  },
  {
    name: 'adds-links-and-nulls',
    description: 'It returns links, an empty list and a null that the contract does not know.',
    behavior: shows((plant) => ({
      ...plant,
      _links: { self: { href: '/plants/1' } },
      children: [],
      parent: null,
    })),
  },
  {
    name: 'prints-prettily',
    description: 'It returns the properties in reverse order, indented, and with a line feed at the end.',
    behavior: changesCreateResponse((reply, shown) => ({
      ...reply,
      body: `\r\n${JSON.stringify(reversed(isObject(shown) ? shown : {}), null, '\t')}\r\n`,
    })),
  },
  {
    name: 'escapes-non-ascii',
    description: 'It returns ASCII with \\u escapes, as Python and PHP do by default.',
    behavior: rewrites((text) => text.replace(/[^\0-\x7f]/g, escaped)),
  },
  {
    name: 'escapes-slashes-and-markup',
    description: "It escapes / < > & and ' in JSON, as PHP, Go and System.Text.Json do.",
    behavior: rewrites((text) => text.replace(/[<>&']/g, escaped).replaceAll('/', '\\/')),
  },
  {
    name: 'labels-in-capitals',
    description: 'It labels the response as Application/JSON; Charset="UTF-8".',
    behavior: changesCreateResponse((reply) => ({
      ...reply,
      headers: { 'Content-Type': 'Application/JSON; Charset="UTF-8"' },
    })),
  },
  {
    name: 'packs-when-asked',
    description: 'It compresses with gzip where Accept-Encoding requests it.',
    behavior: () => ({
      wrapExchange: async (request, respond) => {
        const reply = withHeader(await respond(), 'vary', 'accept-encoding');
        if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? '')))
          return reply;
        return { ...withHeader(reply, 'content-encoding', 'gzip'), body: gzipSync(reply.body) };
      },
    }),
  },
]);

/** Other choices where the contract is silent about what is taken. */
export const rightLatitude = right([
  {
    name: 'takes-missing-media-type',
    description: 'It accepts a body without a content type as JSON, as RFC 9110, 8.3 allows.',
    behavior: (base) => ({
      checkMediaType: (request) => {
        if (request.headers['content-type'] !== undefined) base.checkMediaType(request);
      },
    }),
  },
  {
    name: 'takes-utf-16',
    description: 'It accepts a body in UTF-16, as Jackson does: RFC 7159, to which OpenAPI 3.0 refers, allows it.',
    behavior: (base) => ({
      decode: (body) => {
        const encoding = utf16Of(body);
        return encoding === undefined ? base.decode(body) : new TextDecoder(encoding).decode(body);
      },
    }),
  },
  {
    name: 'knows-other-methods',
    description: 'It responds to OPTIONS, HEAD and GET at /plants.',
    behavior: () => ({
      wrapExchange: async (request, respond) => {
        if (request.method === 'OPTIONS')
          return { status: 204, headers: { allow: 'POST, GET, HEAD, OPTIONS' }, body: '' };
        if (request.method === 'GET' || request.method === 'HEAD') return jsonResponse(200, []);
        return respond();
      },
    }),
  },
  {
    name: 'has-a-home-page',
    description: 'It returns a page in HTML with 404 at all other addresses.',
    behavior: (base) => ({
      respondToError: (requestError, errorBody) =>
        requestError.reason === 'path'
          ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not here</h1>' }
          : base.respondToError(requestError, errorBody),
    }),
  },
  {
    name: 'lives-below-a-path',
    description: 'It serves its interface below /api/v1.',
    behavior: () => ({ basePath: '/api/v1' }),
  },
  { name: 'lives-on-ipv6', description: 'It listens on ::1 only.', behavior: () => ({ host: '::1' }) },
  {
    name: 'is-slow',
    description: 'It accepts 300 ms for every response.',
    behavior: () => ({ wrapExchange: (_request, respond) => delay(300).then(respond) }),
    concurrency: 48,
  },
  {
    name: 'wakes-up-slowly',
    description: 'It accepts 600 ms as the first response, as a function that starts cold.',
    behavior: () => {
      let awake: Promise<void> | undefined;
      return {
        wrapExchange: async (_request, respond) => {
          awake ??= delay(600);
          await awake;
          return respond();
        },
      };
    },
  },
  {
    name: 'does-one-at-a-time',
    description: 'It queues requests and responds to one every 5 ms.',
    behavior: () => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        wrapExchange: (_request, respond) => {
          const mine = last.then(() => delay(5)).then(respond);
          last = mine;
          return mine;
        },
      };
    },
  },
]);

/** By the first bytes, one of which is 0 in ASCII. */
function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (second === 0 || (first === 0xff && second === 0xfe)) return 'utf-16le';
  return first === 0 || (first === 0xfe && second === 0xff) ? 'utf-16be' : undefined;
}

function shows(extend: (plant: JsonObject, id: bigint) => JsonObject): PlantStoreChange {
  return (base) => ({
    serializePlant: (plant) => {
      const shown = base.serializePlant(plant);
      return isObject(shown) ? extend(shown, plant.id) : shown;
    },
  });
}

function rewrites(change: (text: string) => string): PlantStoreChange {
  return changesCreateResponse((reply) => ({ ...reply, body: change(reply.body.toString()) }));
}

function reversed(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).reverse());
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
