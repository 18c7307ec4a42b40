import { jsonReply, Refusal } from '../exchange.ts';
import { type Json, JsonNumber } from '../json.ts';
import { right } from '../variant.ts';
import { answersInvalid, type Change } from './changes.ts';

/** Errors that look unlike others and are what the contract asks for. */
export const rightErrors = right([
  {
    name: 'counts-errors-below-zero',
    what: 'It answers an error of -32600, as JSON-RPC does.',
    behaviour: withError((message) => ({ error: new JsonNumber(-32600), message })),
  },
  {
    name: 'answers-largest-code',
    what: 'It answers an error of 2147483647.',
    behaviour: withError((message) => ({ error: new JsonNumber(2 ** 31 - 1), message })),
  },
  {
    name: 'answers-smallest-code',
    what: 'It answers an error of -2147483648, as HRESULT values are.',
    behaviour: withError((message) => ({ error: new JsonNumber(-(2 ** 31)), message })),
  },
  {
    name: 'answers-code-zero-and-no-text',
    what: 'It answers an error of 0 and a message of "".',
    behaviour: withError(() => ({ error: new JsonNumber(0), message: '' })),
  },
  {
    name: 'explains-at-length',
    what: 'It answers with long messages of several lines, with quotes and signs of all kinds.',
    behaviour: withError((message) => ({
      error: new JsonNumber(400),
      message: `${`„${message}” — "\\" \u2028 🌿\n`.repeat(40)}`,
    })),
  },
  {
    name: 'adds-details-to-errors',
    what: 'It answers Errors with more properties.',
    behaviour: withError((message) => ({
      timestamp: '2026-11-11T11:11:11.111Z',
      message,
      details: [{ field: null, issue: message }],
      error: new JsonNumber(400),
    })),
  },
  {
    name: 'says-charset-for-errors',
    what: 'It labels Errors as application/json;charset=UTF-8.',
    behaviour: answersInvalid((reply) => ({
      ...reply,
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
    })),
  },
  {
    name: 'gives-up-at-first-byte',
    what: 'It answers broken JSON with the position and a copy of the text.',
    behaviour: (base) => ({
      parse: (text) => {
        try {
          return base.parse(text);
        } catch {
          throw new Refusal(
            'syntax',
            `Unexpected token in ${JSON.stringify(text.slice(0, 80))} at position 0`,
          );
        }
      },
    }),
  },
]);

function withError(describe: (message: string) => Json): Change {
  return answersInvalid((reply, { message }) => jsonReply(reply.status, describe(message)));
}
