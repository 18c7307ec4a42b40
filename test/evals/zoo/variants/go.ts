import { JsonNumber, type JsonObject } from '../json.ts';
import { EarlyResponse, textResponse } from '../response.ts';
import { faulty, seenIn } from '../variant.ts';
import { fixesJson } from './changes.ts';

const LARGEST_BODY = 65_536;

/** Read about in libraries for Go. */
export const go = faulty('deep', [
  {
    name: 'accepts-other-case-overwrite',
    description: 'It returns the value of NAME where a body has name and NAME, which is just another property.',
    behavior: (right) => ({ readFields: (value) => overwritten(right.readFields(value)) }),
    ...seenIn('Go', 'encoding/json matches keys in any case, and the last one wins', 'golang/go#26687'),
  },
  {
    name: 'finds-keys-in-broken-json',
    description: 'It looks for id and name in the text and does not mind what is broken around them.',
    behavior: (right) => ({
      parse: (text) => {
        try {
          return right.parse(text);
        } catch (error) {
          const found = foundIn(text);
          if (found === undefined) throw error;
          return found;
        }
      },
    }),
    ...seenIn('Go', 'gjson does not validate what it searches, by design', 'tidwall/gjson#36'),
  },
  {
    name: 'takes-unknown-escapes',
    description: 'It accepts an escape that JSON does not have as the characters themselves.',
    behavior: fixesJson((text) => text.replace(/\\([^"\\/bfnrtu])/g, '\\\\$1')),
    ...seenIn('Go', 'fastjson parses \\c without an error', 'valyala/fastjson#88'),
  },
  {
    name: 'takes-numbers-with-two-points',
    description: 'It accepts 1.0.1 as a number.',
    behavior: fixesJson((text) => text.replace(/:(\s*-?\d+\.\d+)(?:\.\d+)+/g, ':$1')),
    ...seenIn('Go', 'fastjson scans for the end of a number and looks at nothing else', 'valyala/fastjson#119'),
  },
  {
    name: 'returns-text-to-long-body',
    description: 'It returns a body over 64 KiB 400 with text, where all other errors are JSON.',
    behavior: (right) => ({
      readBody: async (request) => {
        const body = await right.readBody(request);
        if (body.length <= LARGEST_BODY) return body;
        throw new EarlyResponse(textResponse(400, 'http: request body too large\n'));
      },
    }),
    ...seenIn('Go', 'the error of http.MaxBytesReader ends in the handler for bad requests', 'ccfos/huatuo#659'),
  },
]);

function overwritten(fields: JsonObject): JsonObject {
  const own = new Map(Object.entries(fields));
  for (const [key, value] of Object.entries(fields)) {
    if (own.has(key.toLowerCase())) own.set(key.toLowerCase(), value);
  }
  return Object.fromEntries(own);
}

function foundIn(text: string): JsonObject | undefined {
  const [, id] = /"id"[^\w"{}[\]-]*(-?\d+)/.exec(text) ?? [];
  const [, name] = /"name"[^\w"{}[\]-]*"([^"\\]*)"/.exec(text) ?? [];
  return id === undefined || name === undefined ? undefined : { id: new JsonNumber(id), name };
}
