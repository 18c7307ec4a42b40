import { expect, test } from 'vitest';
import { changedItem } from '../../../spec/resources/changed-item.ts';

const operations = [
  { method: 'GET', path: '/orders' },
  { method: 'POST', path: '/orders' },
  { method: 'GET', path: '/orders/{id}' },
  { method: 'POST', path: '/orders/{id}' },
  { method: 'PUT', path: '/orders/{id}' },
  { method: 'POST', path: '/orders/{id}/cancel' },
  { method: 'POST', path: '/orders/{id}/lines' },
  { method: 'GET', path: '/orders/{id}/lines/{line}' },
  { method: 'POST', path: '/convert/{from}/{to}' },
  { method: 'DELETE', path: '/files/{name}.pdf' },
];

test.each([
  ['GET', '/orders/{id}', undefined],
  ['PUT', '/orders/{id}', '/orders/{id}'],
  ['POST', '/orders', undefined],
  ['POST', '/orders/{id}', '/orders/{id}'],
  ['POST', '/orders/{id}/cancel', '/orders/{id}'],
  ['POST', '/orders/{id}/lines', undefined],
  ['POST', '/convert/{from}/{to}', undefined],
  ['DELETE', '/files/{name}.pdf', undefined],
] as const)('%s %s changes %s', (method, path, item) => {
  expect(changedItem(operations, { method, path })).toBe(item);
});
