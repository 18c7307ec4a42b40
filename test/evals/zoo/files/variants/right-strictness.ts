/** What the contract neither requires nor forbids to accept. */
import { isObject, JsonNumber, wholeNumber } from '../../json.ts';
import { right } from '../../variant.ts';
import type { FilesBehavior } from '../behavior.ts';
import { badParameter, FilesProblem } from '../http.ts';
import { changesAuthentication, changesParts } from './changes.ts';

/** Stricter than others, where the contract does not say that they have to accept it. */
export const rightStrictness = right<FilesBehavior>([
  {
    name: 'rejects-unknown-parameters',
    description: 'It returns 400 to query parameters that are not declared.',
    behavior: ({ readQuery }) => ({
      readQuery: (text) => {
        const pairs = readQuery(text);
        const known = /^(vault_key|limit|cursor|type|shelves|where|sort|(bytes|near)(\[.*)?)$/;
        for (const [name] of pairs) if (!known.test(name)) throw badParameter(name);
        return pairs;
      },
    }),
  },
  {
    name: 'rejects-cursors-it-has-not-given',
    description: 'It returns 400 to a cursor that is not a file of this folder.',
    behavior: ({ pageOf }) => ({
      pageOf: (files, query) => {
        if (query.cursor !== undefined && !files.some(({ id }) => id === query.cursor)) throw badParameter('cursor');
        return pageOf(files, query);
      },
    }),
  },
  {
    name: 'rejects-settings-that-are-not-json',
    description: 'It checks contentMediaType, which JSON Schema leaves to the application.',
    behavior: () => ({
      prepare: (body, operation) => {
        const settings = operation === 'createFolder' && isObject(body) ? body['settings'] : undefined;
        if (typeof settings === 'string' && !isJson(settings)) throw new FilesProblem(422, 'settings: It is not JSON.');
        return body;
      },
    }),
  },
  {
    name: 'rejects-names-twice',
    description: 'It returns 409 to a folder with a name that another folder has.',
    behavior: () => {
      const names = new Set<string>();
      return {
        keepFields: (fields, operation) => {
          const name = typeof fields['name'] === 'string' ? fields['name'] : undefined;
          if (operation !== 'createFolder' || name === undefined) return fields;
          if (names.has(name)) throw new FilesProblem(409, 'Another folder has this name.');
          names.add(name);
          return fields;
        },
      };
    },
  },
  {
    name: 'rejects-bounds-in-wrong-order',
    description: 'It returns 400 where the lower bound is above the upper one.',
    behavior: ({ matches, filesOf }) => ({
      filesOf,
      matches: (file, query) => {
        if (query.from !== undefined && query.to !== undefined && query.from > query.to) throw badParameter('bytes');
        return matches(file, query);
      },
    }),
  },
  {
    name: 'rejects-escaped-commas',
    description: 'It splits arrays before it decodes them: an escaped comma is a part of an item.',
    behavior: ({ decodeSegment, readQuery }) => ({
      decodeSegment: (text) =>
        /^[\d,]*%2c/i.test(text) && /\d$/.test(text) ? decodeSegment(text).replaceAll(',', ';') : decodeSegment(text),
      readQuery: (text) => readQuery(text.replaceAll(/(?<=shelves=[^&]*)%2c/gi, ';')),
    }),
  },
  {
    name: 'rejects-repeated-parts-of-disposition',
    description: 'It accepts at most 20 parts and names of files of at most 200 characters.',
    behavior: changesParts((parts) => {
      if (parts.length > 20 || parts.some(({ filename = '' }) => filename.length > 200))
        throw new FilesProblem(400, 'There are too many parts.');
      return parts;
    }),
  },
  {
    name: 'takes-last-of-repeated-keys',
    description: 'It accepts a credential that is given twice, of which the contract says nothing.',
    behavior: changesAuthentication(({ keysIn, cookiesIn }) => ({
      keysIn: (request) => keysIn(request).slice(-1),
      cookiesIn: (request) => cookiesIn(request).slice(-1),
    })),
  },
  {
    name: 'takes-exponents-in-query',
    description: 'It accepts 1e1 for a limit, which is an integer as JSON writes it.',
    behavior: ({ readQuery }) => ({
      readQuery: (text) =>
        readQuery(text).map(([name, value]) => {
          const whole =
            name === 'limit' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
              ? wholeNumber(new JsonNumber(value))
              : undefined;
          return [name, whole === undefined ? value : String(whole)];
        }),
    }),
  },
  {
    name: 'limits-rate',
    description: 'It returns 429 with Retry-After to every fiftieth request.',
    concurrency: 4,
    behavior: () => {
      let count = 0;
      return {
        wrapExchange: async (_request, respond) => {
          if (++count % 50 !== 0) return respond();
          const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' };
          return { status: 429, headers, body: '{"title":"Too many requests","status":429}' };
        },
      };
    },
  },
]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
