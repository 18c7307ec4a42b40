import { isList, isObject, type Json, JsonNumber, type JsonObject } from '../json.ts';
import { faulty, seenIn } from '../variant.ts';
import { type Change, mends, takesId, takesName } from './changes.ts';

/** What the zero values of a language make of nothing. */
const nameless: JsonObject = { id: new JsonNumber(0), name: '' };

/** Bodies that lack something, or are none, and come through. */
export const acceptsTooMuch = faulty('basic', [
  {
    name: 'takes-missing-name',
    what: 'It creates a plant named "" where the name is missing, as a Go struct has its zero value.',
    behaviour: takesName(
      (value) => value === undefined,
      () => '',
    ),
  },
  {
    name: 'takes-missing-id',
    what: 'It creates a plant with id 0 where the id is missing, as a Go struct has its zero value.',
    behaviour: takesId((value) => value === undefined),
  },
  {
    name: 'validates-nothing',
    what: 'It creates whatever it is sent and sends it back, as a prototype in Express does.',
    behaviour: () => ({
      readId: () => 0n,
      readName: (value) => value ?? '',
      readTag: (value) => value,
    }),
  },
  {
    name: 'takes-list-as-body',
    what: 'It takes a list for a plant and creates it nameless, as PHP does not tell lists from objects.',
    behaviour: createsNamelessFor(isList),
  },
  {
    name: 'takes-null-as-body',
    what: 'It takes the body null for a plant without properties and creates it nameless, as json_decode callers do.',
    behaviour: createsNamelessFor((value) => value === null),
  },
  {
    name: 'takes-scalar-as-body',
    what: 'It takes a string, number or boolean for a plant and creates it nameless, as `"x".name` is just undefined.',
    behaviour: createsNamelessFor((value) => value !== null && !isList(value) && !isObject(value)),
  },
  {
    name: 'takes-empty-body',
    what: 'It creates a nameless plant where there is no body, as body parsers that default to {} do.',
    behaviour: (right) => ({
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
    what: 'It creates a nameless plant from a body that is not JSON, as json_decode gives null without an error.',
    behaviour: (right) => ({
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
    what: 'It takes JSON with a comma after the last property, as Newtonsoft.Json does.',
    behaviour: mends((text) => text.replace(/,\s*([}\]])/g, '$1')),
  },
  {
    name: 'takes-single-quotes',
    what: 'It takes JSON with single quotes, as JSON5 and Newtonsoft.Json do.',
    behaviour: mends((text) => text.replaceAll("'", '"')),
  },
  {
    name: 'takes-text-after-json',
    what: 'It reads the first JSON value and ignores what follows, as Go’s Decoder and Jackson do.',
    behaviour: mends(firstObject),
    ...seenIn('Go', 'json.Decoder reads one value and leaves the rest', 'go-webauthn/webauthn#189'),
  },
  {
    name: 'takes-cut-json',
    what: 'It closes what is left open in JSON that ends too early, as parsers for streamed JSON do.',
    behaviour: mends(closed),
  },
  {
    name: 'takes-any-media-type',
    what: 'It reads JSON whatever the content type says, as Flask does with get_json(force=True).',
    behaviour: () => ({ checkMediaType: () => undefined }),
  },
  {
    name: 'takes-text-plain',
    what: 'It reads JSON that is sent as text/plain, as handlers that avoid a CORS preflight do.',
    behaviour: (right) => ({
      checkMediaType: (request) => {
        if (!/^text\/plain\b/i.test(request.headers['content-type'] ?? '')) right.checkMediaType(request);
      },
    }),
  },
]);

function createsNamelessFor(matches: (value: Json) => boolean): Change {
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
