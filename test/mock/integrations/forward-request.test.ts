import { describe, expect, it } from 'vitest';
import { mockTarget, prefixedLocation } from '../../../mock/integrations/forward-request.ts';

describe('the target of a request below a prefix', () => {
  it.each([
    ['/api/orders?page=2', '/orders?page=2'],
    ['/api', '/'],
    ['/api/', '/'],
    ['/api?x=1', '/?x=1'],
    ['/api/%2Forders//', '/%2Forders//'],
  ])('%s is %s', (url, target) => {
    expect(mockTarget(url, '/api')).toBe(target);
  });

  it.each(['/', '/apis', '/api.ts', '/src/api/orders'])('%s is not below it', (url) => {
    expect(mockTarget(url, '/api')).toBeUndefined();
  });
});

describe('a Location of the mock server', () => {
  const mock = 'http://127.0.0.1:4010';

  it.each([
    ['/orders/7', '/api/orders/7'],
    ['http://127.0.0.1:4010/orders/7', '/api/orders/7'],
    ['http://127.0.0.1:40101/orders/7', 'http://127.0.0.1:40101/orders/7'],
    ['https://app.test/callback?code=1', 'https://app.test/callback?code=1'],
    ['//app.test/', '//app.test/'],
    ['orders/7', 'orders/7'],
  ])('%s becomes %s', (location, seen) => {
    expect(prefixedLocation(location, mock, '/api')).toBe(seen);
  });
});
