import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { jsonReply } from '../exchange.ts';
import { isObject, JsonNumber, type JsonObject } from '../json.ts';
import { withHeader } from '../store.ts';
import { right } from '../variant.ts';
import { answersCreated, type Change } from './changes.ts';

/** Other bodies of a success that say the same. */
export const rightAnswers = right([
  {
    name: 'adds-id-and-date',
    what: 'It answers with id and createdAt besides name and tag.',
    behaviour: shows((plant, id) => ({
      ...plant,
      id: new JsonNumber(id),
      createdAt: '2026-11-11T11:11:11Z',
    })),
  },
  {
    name: 'adds-id-as-string',
    what: 'It answers with the id as a string besides name and tag, as protobuf’s JSON does with int64.',
    behaviour: shows((plant, id) => ({ id: String(id), ...plant })),
  },
  {
    name: 'adds-links-and-nulls',
    what: 'It answers with links, an empty list and a null that the contract does not know.',
    behaviour: shows((plant) => ({
      ...plant,
      _links: { self: { href: '/plants/1' } },
      children: [],
      parent: null,
    })),
  },
  {
    name: 'prints-prettily',
    what: 'It answers with the properties in reverse order, indented, and with a line feed at the end.',
    behaviour: answersCreated((reply, shown) => ({
      ...reply,
      body: `\r\n${JSON.stringify(reversed(isObject(shown) ? shown : {}), null, '\t')}\r\n`,
    })),
  },
  {
    name: 'escapes-non-ascii',
    what: 'It answers in ASCII with \\u escapes, as Python and PHP do by default.',
    behaviour: rewrites((text) => text.replace(/[^\0-\x7f]/g, escaped)),
  },
  {
    name: 'escapes-slashes-and-markup',
    what: "It escapes / < > & and ' in JSON, as PHP, Go and System.Text.Json do.",
    behaviour: rewrites((text) => text.replace(/[<>&']/g, escaped).replaceAll('/', '\\/')),
  },
  {
    name: 'labels-in-capitals',
    what: 'It labels the answer as Application/JSON; Charset="UTF-8".',
    behaviour: answersCreated((reply) => ({
      ...reply,
      headers: { 'Content-Type': 'Application/JSON; Charset="UTF-8"' },
    })),
  },
  {
    name: 'packs-when-asked',
    what: 'It answers in gzip where Accept-Encoding asks for it.',
    behaviour: () => ({
      around: async (request, answer) => {
        const reply = withHeader(await answer(), 'vary', 'accept-encoding');
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
    what: 'It takes a body without a content type for JSON, as RFC 9110, 8.3 allows.',
    behaviour: (base) => ({
      checkMediaType: (request) => {
        if (request.headers['content-type'] !== undefined) base.checkMediaType(request);
      },
    }),
  },
  {
    name: 'takes-utf-16',
    what: 'It takes a body in UTF-16, as Jackson does: RFC 7159, to which OpenAPI 3.0 refers, allows it.',
    behaviour: (base) => ({
      decode: (body) => {
        const encoding = utf16Of(body);
        return encoding === undefined ? base.decode(body) : new TextDecoder(encoding).decode(body);
      },
    }),
  },
  {
    name: 'knows-other-methods',
    what: 'It answers OPTIONS, HEAD and GET at /plants.',
    behaviour: () => ({
      around: async (request, answer) => {
        if (request.method === 'OPTIONS')
          return { status: 204, headers: { allow: 'POST, GET, HEAD, OPTIONS' }, body: '' };
        if (request.method === 'GET' || request.method === 'HEAD') return jsonReply(200, []);
        return answer();
      },
    }),
  },
  {
    name: 'has-a-home-page',
    what: 'It answers a page in HTML with 404 at all other addresses.',
    behaviour: (base) => ({
      answerRefused: (refusal, described) =>
        refusal.reason === 'path'
          ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not here</h1>' }
          : base.answerRefused(refusal, described),
    }),
  },
  {
    name: 'lives-below-a-path',
    what: 'It serves its interface below /api/v1.',
    behaviour: () => ({ basePath: '/api/v1' }),
  },
  { name: 'lives-on-ipv6', what: 'It listens on ::1 only.', behaviour: () => ({ host: '::1' }) },
  {
    name: 'is-slow',
    what: 'It takes 300 ms for every answer.',
    behaviour: () => ({ around: (_request, answer) => delay(300).then(answer) }),
    atOnce: 48,
  },
  {
    name: 'wakes-up-slowly',
    what: 'It takes 600 ms for the first answer, as a function that starts cold.',
    behaviour: () => {
      let awake: Promise<void> | undefined;
      return {
        around: async (_request, answer) => {
          awake ??= delay(600);
          await awake;
          return answer();
        },
      };
    },
  },
  {
    name: 'does-one-at-a-time',
    what: 'It queues requests and answers one every 5 ms.',
    behaviour: () => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        around: (_request, answer) => {
          const mine = last.then(() => delay(5)).then(answer);
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

function shows(extend: (plant: JsonObject, id: bigint) => JsonObject): Change {
  return (base) => ({
    show: (plant) => {
      const shown = base.show(plant);
      return isObject(shown) ? extend(shown, plant.id) : shown;
    },
  });
}

function rewrites(change: (text: string) => string): Change {
  return answersCreated((reply) => ({ ...reply, body: change(reply.body.toString()) }));
}

function reversed(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).reverse());
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
