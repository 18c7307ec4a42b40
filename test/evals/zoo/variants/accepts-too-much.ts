import { isList, isObject, type Json, JsonNumber, type JsonObject } from '../json.ts';
import { faulty, seenIn } from '../variant.ts';
import { acceptsId, acceptsName, fixesJson, type PlantStoreChange } from './changes.ts';

/** What the zero values of a language make of nothing. */
const nameless: JsonObject = { id: new JsonNumber(0), name: '' };

/** Bodies that lack something, or are none, and come through. */
export const acceptsTooMuch = faulty('basic', [
  {
    name: 'takes-missing-name',
    description: 'It creates a plant named "" where the name is missing, as a Go struct has its zero value.',
    behavior: acceptsName(
      (value) => value === undefined,
      () => '',
    ),
  },
  {
    name: 'takes-missing-id',
    description: 'It creates a plant with id 0 where the id is missing, as a Go struct has its zero value.',
    behavior: acceptsId((value) => value === undefined),
  },
  {
    name: 'validates-nothing',
    description: 'It creates whatever it is sent and sends it back, as a prototype in Express does.',
    behavior: () => ({
      readId: () => 0n,
      readName: (value) => value ?? '',
      readTag: (value) => value,
    }),
  },
  {
    name: 'takes-list-as-body',
    description: 'It accepts a list as a plant and creates it nameless, as PHP does not tell lists from objects.',
    behavior: createsNamelessFor(isList),
  },
  {
    name: 'takes-null-as-body',
    description:
      'It accepts the body null as a plant without properties and creates it nameless, as json_decode callers do.',
    behavior: createsNamelessFor((value) => value === null),
  },
  {
    name: 'takes-scalar-as-body',
    description:
      'It accepts a string, number or boolean as a plant and creates it nameless, as `"x".name` is just undefined.',
    behavior: createsNamelessFor((value) => value !== null && !isList(value) && !isObject(value)),
  },
  {
    name: 'takes-empty-body',
    description: 'It creates a nameless plant where there is no body, as body parsers that default to {} do.',
    behavior: (right) => ({
      readBody: async (request) => {
        try {
          return await right.readBody(request);
        } catch {
          return Buffer.from(JSON.stringify(nameless));
        }
      },
      checkMediaType: (request) => {
        if (request.headers['content-type'] !== undefined) right.checkMediaType(request);
      },
    }),
  },
  {
    name: 'takes-broken-json',
    description:
      'It creates a nameless plant from a body that is not JSON, as json_decode gives null without an error.',
    behavior: (right) => ({
      parse: (text) => {
        try {
          return right.parse(text);
        } catch {
          return nameless;
        }
      },
    }),
  },
  {
    name: 'takes-trailing-comma',
    description: 'It accepts JSON with a comma after the last property, as Newtonsoft.Json does.',
    behavior: fixesJson((text) => text.replace(/,\s*([}\]])/g, '$1')),
  },
  {
    name: 'takes-single-quotes',
    description: 'It accepts JSON with single quotes, as JSON5 and Newtonsoft.Json do.',
    behavior: fixesJson((text) => text.replaceAll("'", '"')),
  },
  {
    name: 'takes-text-after-json',
    description: 'It reads the first JSON value and ignores what follows, as Go’s Decoder and Jackson do.',
    behavior: fixesJson(firstObject),
    ...seenIn('Go', 'json.Decoder reads one value and leaves the rest', 'go-webauthn/webauthn#189'),
  },
  {
    name: 'takes-cut-json',
    description: 'It closes what is left open in JSON that ends too early, as parsers for streamed JSON do.',
    behavior: fixesJson(closed),
  },
  {
    name: 'takes-any-media-type',
    description: 'It reads JSON whatever the content type is, as Flask does with get_json(force=True).',
    behavior: () => ({ checkMediaType: () => undefined }),
  },
  {
    name: 'takes-text-plain',
    description: 'It reads JSON that is sent as text/plain, as handlers that avoid a CORS preflight do.',
    behavior: (right) => ({
      checkMediaType: (request) => {
        if (!/^text\/plain\b/i.test(request.headers['content-type'] ?? '')) right.checkMediaType(request);
      },
    }),
  },
]);

function createsNamelessFor(matches: (value: Json) => boolean): PlantStoreChange {
  return (right) => ({
    readFields: (value) => (matches(value) ? nameless : right.readFields(value)),
  });
}

/** Up to where the first object ends; in one pass, since bodies can be long and deep. */
function firstObject(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth++;
    else if (token === '}' && --depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

function closed(text: string): string {
  return ['}', '"}', 'null}', ':null}', '":null}'].map((end) => text + end).find(isJson) ?? text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
