import { describe, expect, it } from 'vitest';
import { createAllowedHosts } from '../../../mock/http/allowed-hosts.ts';

describe('on a loopback address', () => {
  const { allowsAuthority, allowsOrigin } = createAllowedHosts('127.0.0.1', [
    'Shop.test',
    '*.dev.test:4010',
    '10.0.2.2',
    '[fd00::1]',
  ]);

  it.each([
    'localhost',
    'LOCALHOST:4010',
    'localhost.',
    'app.localhost:1',
    '127.0.0.1:4010',
    '127.8.9.1',
    '[::1]:4010',
    'shop.test',
    'SHOP.TEST.:80',
    'a.dev.test',
    'a.b.dev.test:9',
    '10.0.2.2:4010',
    '[FD00::1]:4010',
  ])('the host %s is allowed', (authority) => {
    expect(allowsAuthority(authority)).toBe(true);
    expect(allowsOrigin(`http://${authority}`)).toBe(true);
  });

  it.each([
    '',
    'evil.test',
    'a.shop.test',
    'shop.test.evil.test',
    'dev.test',
    'evildev.test',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '2130706433',
    '0.0.0.0',
    '127.1',
    '[::]',
    '[::ffff:7f00:1]',
    'localhost@evil.test',
    'evil.test@localhost',
    'localhost:80@evil.test',
    'localhost/',
    'localhost, evil.test',
  ])('the host "%s" is rejected', (authority) => {
    expect(allowsAuthority(authority)).toBe(false);
    expect(allowsOrigin(`http://${authority}`)).toBe(false);
  });

  it('an invalid origin is rejected, and an app on this machine is allowed', () => {
    expect(['null', '', 'localhost', 'file://', 'about:blank'].map(allowsOrigin)).not.toContain(true);
    expect(['tauri://localhost', 'capacitor://localhost', 'https://localhost'].map(allowsOrigin)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('on an address that other machines can reach', () => {
  it('every host is allowed if none is configured', () => {
    const open = createAllowedHosts('0.0.0.0', []);
    expect([open.allowsAuthority('mock:4010'), open.allowsOrigin('https://shop.test')]).toEqual([true, true]);
    const closed = createAllowedHosts('0.0.0.0', ['mock']);
    expect(['mock:4010', '127.0.0.1:4010', 'evil.test'].map(closed.allowsAuthority)).toEqual([true, true, false]);
  });
});

it.each(['', '*', '*.', 'http://shop.test', 'shop.test/path', 'a b', 'shop..test', '[x]', 'a*b', '.test'])(
  '"%s" is rejected as an allowed host',
  (name) => {
    expect(() => createAllowedHosts('127.0.0.1', [name])).toThrow(
      `allowed host ${JSON.stringify(name)}: expected a host name`,
    );
  },
);
