import { type Json, JsonNumber } from '../json.ts';
import { jsonResponse, RequestError } from '../response.ts';
import { right } from '../variant.ts';
import { changesInvalidResponse, type PlantStoreChange } from './changes.ts';

/** Errors that look unlike others and are what the contract asks for. */
export const rightErrors = right([
  {
    name: 'counts-errors-below-zero',
    description: 'It returns an error of -32600, as JSON-RPC does.',
    behavior: withError((message) => ({ error: new JsonNumber(-32600), message })),
  },
  {
    name: 'returns-largest-code',
    description: 'It returns an error of 2147483647.',
    behavior: withError((message) => ({ error: new JsonNumber(2 ** 31 - 1), message })),
  },
  {
    name: 'returns-smallest-code',
    description: 'It returns an error of -2147483648, as HRESULT values are.',
    behavior: withError((message) => ({ error: new JsonNumber(-(2 ** 31)), message })),
  },
  {
    name: 'returns-code-zero-and-no-text',
    description: 'It returns an error of 0 and a message of "".',
    behavior: withError(() => ({ error: new JsonNumber(0), message: '' })),
  },
  {
    name: 'explains-at-length',
    description: 'It returns long messages of several lines, with quotes and signs of all kinds.',
    behavior: withError((message) => ({
      error: new JsonNumber(400),
      message: `${`„${message}” — "\\" \u2028 🌿\n`.repeat(40)}`,
    })),
  },
  {
    name: 'adds-details-to-errors',
    description: 'It returns Errors with more properties.',
    behavior: withError((message) => ({
      timestamp: '2026-11-11T11:11:11.111Z',
      message,
      details: [{ field: null, issue: message }],
      error: new JsonNumber(400),
    })),
  },
  {
    name: 'says-charset-for-errors',
    description: 'It labels Errors as application/json;charset=UTF-8.',
    behavior: changesInvalidResponse((reply) => ({
      ...reply,
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
    })),
  },
  {
    name: 'gives-up-at-first-byte',
    description: 'It returns broken JSON with the position and a copy of the text.',
    behavior: (base) => ({
      parse: (text) => {
        try {
          return base.parse(text);
        } catch {
          throw new RequestError('syntax', `Unexpected token in ${JSON.stringify(text.slice(0, 80))} at position 0`);
        }
      },
    }),
  },
]);

function withError(describe: (message: string) => Json): PlantStoreChange {
  return changesInvalidResponse((reply, { message }) => jsonResponse(reply.status, describe(message)));
}
