import { describe, expect, it } from 'vitest';
import { createRequestGuard } from '../../../contracts/conformance/session/request-guard.ts';
import type { HeaderLine } from '../../../contracts/http/headers.ts';
import { readPermission } from '../../../contracts/options/permitted-operations.ts';
import { loadZooContract } from './zoo-contract.ts';

const contract = await loadZooContract('orders');

function guardFor(options: Parameters<typeof readPermission>[1]) {
  const isPermitted = createRequestGuard(contract, readPermission(contract, options));
  return (method: string, path: string, headers: readonly HeaderLine[] = []) => isPermitted({ method, path, headers });
}

describe('an excluded operation is not requested', () => {
  const may = guardFor({ exclude: ['readOrder', 'payOrder'] });

  it.each([
    ['GET', '/orders/7'],
    ['HEAD', '/orders/7'],
    ['GET', '/orders/7?expand=all'],
    ['GET', '/ORDERS/7'],
    ['GET', '//orders/7'],
    ['GET', '/orders/7/'],
    ['GET', '/orders;v=1/7'],
    ['GET', '/orders/7.json'],
    ['GET', '/x/../orders/7'],
    ['GET', '/x/%2e%2e/orders/7'],
    ['GET', '/orders%2F7'],
    ['GET', '/%6frders/7'],
    ['GET', '/orders/%252541'],
    ['GET', '/orders/7%00'],
    ['POST', '/orders/7/pay'],
    ['post', '/orders/7/pay'],
  ])('%s %s', (method, path) => {
    expect(may(method, path)).toBe(false);
  });

  it('by headers that override the method or the path', () => {
    expect(may('GET', '/orders/7/pay', [['X-HTTP-Method-Override', 'POST']])).toBe(false);
    expect(may('POST', '/orders', [['x-original-url', '/v1/orders/7/pay']])).toBe(false);
    expect(may('GET', '/customers/7', [['X-Rewrite-URL', '/orders/7']])).toBe(false);
  });
});

it('the other operations are requested, with any spelling and header', () => {
  const may = guardFor({ exclude: ['readOrder'] });
  for (const path of ['/orders', '/orders/', '/customers/7', '/orders/7/place', '/unknown/7', '/orders/7/8', '/%'])
    expect([path, may('GET', path)]).toEqual([path, true]);
  expect(may('DELETE', '/orders/7')).toBe(true);
  expect(may('GET', '/customers/7', [['X-Original-URL', '/']])).toBe(true);
});

it('a read-only run sends no other method, whatever the path', () => {
  const may = guardFor({ readOnly: true });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(may(method, '/orders/7')).toBe(true);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'NOPE']) expect(may(method, '/unknown')).toBe(false);
  expect(may('GET', '/orders/7', [['X-Method-Override', 'DELETE']])).toBe(false);
});

it('a path of two operations belongs to the one with fewer parameters', () => {
  const [first] = contract.operations;
  if (first === undefined) throw new Error('the contract has no operation');
  const me = { ...first, id: 'me', method: 'GET', path: '/users/me' };
  const users = { ...contract, operations: [me, { ...me, id: 'read', path: '/users/{id}' }] };
  const [withoutMe, withoutRead] = [['me'], ['read']].map((exclude) =>
    createRequestGuard(users, readPermission(users, { exclude })),
  );
  const request = (path: string) => ({ method: 'GET', path, headers: [] });
  expect([withoutMe?.(request('/users/me')), withoutMe?.(request('/users/7'))]).toEqual([false, true]);
  expect([withoutRead?.(request('/users/me')), withoutRead?.(request('/users/7'))]).toEqual([true, false]);
});
