import { describe, expect, it } from 'vitest';
import { type PermissionOptions, readPermission } from '../../contracts/options/permitted-operations.ts';
import { loadZooContract } from './session/zoo-contract.ts';

const orders = await loadZooContract('orders');
const [first, ...others] = orders.operations;
if (first === undefined) throw new Error('the contract has no operation');
const contract = { ...orders, operations: [{ ...first, tags: ['people', 'admin area'] }, ...others] };

function permitted(options: PermissionOptions): readonly string[] {
  return [...(readPermission(contract, options)?.operations ?? [])];
}

describe('a pattern names operations', () => {
  it.each([
    ['readCustomer', ['readCustomer']],
    ['*Customer', ['createCustomer', 'readCustomer', 'replaceCustomer', 'changeCustomer', 'deleteCustomer']],
    ['people', ['createCustomer']],
    ['admin*', ['createCustomer']],
    ['/products', ['createProducts', 'listProducts']],
    ['/orders/{orderId}/*', ['placeOrder', 'payOrder', 'shipOrder', 'deliverOrder', 'cancelOrder']],
    ['get /orders', ['listOrders']],
    ['DELETE *', ['deleteCustomer']],
    ['* /jobs/{jobId}', ['readJob']],
    ['P* /customers/*', ['replaceCustomer', 'changeCustomer']],
  ])('%s', (pattern, expected) => {
    expect(permitted({ include: [pattern] })).toEqual(expected);
  });
});

it('an exclusion has precedence over an inclusion', () => {
  expect(permitted({ include: ['/orders'], exclude: ['createOrder'] })).toEqual(['listOrders']);
});

it('without options everything is permitted', () => {
  expect(readPermission(contract, {})).toBeUndefined();
  expect(readPermission(contract, { include: [], exclude: [], readOnly: false, selected: [] })).toBeUndefined();
});

it('a pattern that names nothing is an error, with a suggestion', () => {
  expect(() => permitted({ exclude: ['deleteCustomers'] })).toThrow(
    '--exclude "deleteCustomers": no operation has this id, tag, path, or method and path (did you mean deleteCustomer?)',
  );
});

it('nothing left to check is an error that names the options', () => {
  expect(() => permitted({ include: ['createOrder'], readOnly: true })).toThrow(
    '--include "createOrder" and --read-only: no operation is left to check',
  );
});
