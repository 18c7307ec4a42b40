import { expect, test } from 'vitest';
import type { Operation } from '../../../spec/model/contract.ts';
import { namesMissingOwner, statesDeletion } from '../../../spec/resources/deletion-sentences.ts';

const place = { file: 'openapi.yaml', pointer: '', line: 1 };

function operation(method: string, path: string, more: Partial<Operation> = {}): Operation {
  const id = `${method} ${path}`;
  return { id, method, path, place, parameters: [], requestBody: undefined, responses: [], security: [], ...more };
}

const operations = ['/users/{id}', '/users/{id}/orders/{order}', '/users/{id}/line-items/{item}', '/notes/{id}'].map(
  (path) => operation('GET', path),
);

function isStated(description: string, dependents = 'orders', isNested = false): boolean {
  const remove = operation('DELETE', '/users/{id}', { description });
  return statesDeletion(operations, remove, { owners: 'users', dependents, isNested });
}

test.each([
  'Deletes the user and all orders of the user.',
  'Delete a user with their orders',
  'Deletes the user, including every order.',
  "Removes a user together with the user's notes and orders.",
  'Deletes the user. All orders of the user are deleted too.',
  'Cascades to the orders of the user.',
])('%s: the deletion of a user deletes its orders', (description) => {
  expect(isStated(description)).toBe(true);
});

test.each([
  'Deletes a user.',
  'Deletes the user and keeps all orders.',
  'Deletes the user, but not the orders of the user.',
  'Deletes a user without orders.',
  'Deletes the user. Fails if there are orders.',
  'Deletes the user and moves all orders to another one.',
  'Deletes the user and notifies the orders team.',
  'Deletes the user and anonymises all orders.',
  'Deletes the user and, with `cascade`, may delete all orders.',
  'Deletes the user. The orders are deleted after 30 days.',
  'Deletes the user and all reorders.',
  'Deletes the user and everything below it.',
])('%s: nothing certain about its orders', (description) => {
  expect(isStated(description)).toBe(false);
});

test('all contents of a record are what is below it in the path', () => {
  expect(isStated('Deletes the user and everything below it.', 'orders', true)).toBe(true);
  expect(isStated('Deletes the user with all its contents.', 'orders', true)).toBe(true);
});

test('the names of collections may be written in words', () => {
  expect(isStated('Deletes the user and all line items.', 'line-items')).toBe(true);
  expect(isStated('Deletes the user and all line items.', 'lineItems')).toBe(true);
});

test.each([
  ['No such user.', true],
  ['User or order not found.', true],
  ['The user does not exist.', true],
  ['The user has been deleted.', true],
  ['Not found.', false],
  ['Order not found.', false],
  ['The user has no such order.', false],
])('a 404 with the description %s is about a missing user: %s', (description, isAboutUser) => {
  const responses = [{ status: '404', description, place, headers: [], content: [] }];
  expect(namesMissingOwner(operation('GET', '/users/{id}/orders/{order}', { responses }), 'users')).toBe(isAboutUser);
});
