import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../mock/handlers/call-handler.ts';
import type { HandlerContext } from '../../../mock/handlers/config-types.ts';
import { createHandlerContext } from '../../../mock/handlers/handler-context.ts';
import { createHandlerStore } from '../../../mock/handlers/handler-store.ts';
import { toJsonValue } from '../../../mock/handlers/json-value.ts';
import { HttpError } from '../../../mock/http/http-error.ts';
import { errorResponse } from '../../../mock/respond/error-response.ts';

const context: HandlerContext = createHandlerContext({
  request: {
    method: 'GET',
    target: '/x?y=1',
    headers: { a: '1' },
    rawHeaders: [],
    readBody: async () => Buffer.alloc(0),
  },
  valid: { parameters: new Map(), body: undefined, bodyType: undefined },
  store: createHandlerStore(async () => []),
  user: undefined,
  faker: () => {
    throw new Error('not used');
  },
  respond: async () => errorResponse(new HttpError('internal', 'x'), undefined),
});

describe('callHandler', () => {
  it.each([
    [
      'that never returns',
      () => {
        for (;;);
      },
    ],
    ['that never resolves', () => new Promise(() => undefined)],
    [
      'whose result is awaited like a promise, and never resolves',
      () => Object.fromEntries([['then', () => undefined]]),
    ],
  ])('ends a handler %s', async (_case, handler) => {
    const result = await callHandler({ name: 'readOrder', handler, source: {} }, context, 20);
    const text = 'the handler readOrder did not end within 0.02 s';
    expect(result).toEqual({ message: text, cause: text });
  });

  it('runs the default once, however often next is called', async () => {
    const handler = async ({ next }: HandlerContext) => [await next(), await next()];
    const result = await callHandler({ name: 'x', handler, source: {} }, context, 1_000);
    expect(result).toMatchObject({ returned: [{ status: 500 }, { status: 500 }] });
  });
});

describe('toJsonValue', () => {
  it.each([
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [
      { a: undefined, b: [undefined, () => 1], c: Number.NaN, d: 2n, e: 2n ** 64n },
      { b: [null, null], c: null, d: 2, e: 2n ** 64n },
    ],
    [undefined, undefined],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ])('reads %o like JSON.stringify, with exact integers', (value, expected) => {
    expect(toJsonValue(value)).toEqual(expected);
  });

  it('rejects a value that contains itself', () => {
    const value: { self?: unknown } = {};
    value.self = value;
    expect(() => toJsonValue(value)).toThrow('nested deeper');
  });
});
