import { describe, expect, it, test } from 'vitest';
import { mockOptions } from '../../cli/actions/mock/options.ts';
import { readMountedSpecs, readServerLimits, readSettings } from '../../cli/actions/mock/settings.ts';

const settings = (options: Record<string, string | boolean | readonly string[]>) =>
  readSettings({ positionals: [], options });

describe('--spec', () => {
  it.each([
    [['pets.yaml'], ['']],
    [['/shop=pets.yaml'], ['/shop']],
    [['/shop/=pets.yaml'], ['/shop']],
    [
      ['specs/pets.yaml', 'orders.openapi.json'],
      ['/pets', '/orders'],
    ],
    [
      ['https://example.com/v1/pets.json?x=1', './a b.yaml'],
      ['/pets', '/a-b'],
    ],
    [
      ['/=pets.yaml', '/shop=orders.yaml'],
      ['', '/shop'],
    ],
  ])('%j is served at %j', (given, prefixes) => {
    expect(readMountedSpecs(given).map(({ prefix }) => prefix)).toEqual(prefixes);
  });

  it('accepts a file with "=" in its name', () => {
    expect(readMountedSpecs(['/etc/hosts'])).toEqual([{ prefix: '', spec: '/etc/hosts' }]);
    expect(readMountedSpecs(['a=b.yaml'])).toEqual([{ prefix: '', spec: 'a=b.yaml' }]);
  });
});

describe('--limit', () => {
  it.each([
    ['body=10mb', { bodyBytes: 10_000_000 }],
    ['body=1MiB', { bodyBytes: 1_048_576 }],
    ['body=512', { bodyBytes: 512 }],
    ['headers=16kb', { headerBytes: 16_000 }],
    ['header-time=1.5s', { headersTimeout: 1_500 }],
    ['request-time=2m', { requestTimeout: 120_000 }],
    ['connections=20', { connections: 20 }],
  ])('reads %s', (given, limits) => {
    expect(readServerLimits([given])).toEqual(limits);
  });

  it.each([
    ['body=0', '1b to 1gb (units b, kb, kib, mb, mib, gb)'],
    ['body=10s', '1b to 1gb'],
    ['body=', '1b to 1gb'],
    ['header-time=10mb', '100ms to 60m (units ms, s, m, min)'],
    ['connections=1k', '1 to 65535'],
    ['bodies=1', 'NAME is one of body, headers, header-time, request-time, connections'],
    ['__proto__=1', 'NAME is one of'],
    ['10mb', 'NAME=VALUE'],
  ])('rejects %s and prints what is allowed', (given, allowed) => {
    expect(() => readServerLimits([given])).toThrow(`--limit ${JSON.stringify(given)}: expected`);
    expect(() => readServerLimits([given])).toThrow(allowed);
  });
});

describe('options that depend on each other', () => {
  it.each([
    [{ 'tls-cert': 'a.pem' }, '--tls-cert: requires --tls-key'],
    [{ 'tls-key': 'a.key' }, '--tls-key: requires --tls-cert'],
    [{ record: 'a.yaml' }, '--record: requires --upstream'],
    [{ 'fail-on-violations': true }, '--fail-on-violations: requires --upstream'],
    [{ upstream: 'http://x', workers: '2' }, '--workers: not supported with --upstream'],
    [{ log: 'xml' }, '--log "xml": expected text, json or none'],
    [{ workers: '1000' }, '--workers "1000"'],
    [{ 'control-token': 'a b' }, '--control-token: expected visible ASCII'],
  ])('%j is rejected', (options, reported) => {
    expect(() => settings(options)).toThrow(reported);
  });

  it('never prints a rejected token', () => {
    expect(() => settings({ token: ['gehéim'] })).toThrow(/^(?!.*geh)/);
  });
});

test('every option is in a group of the help', () => {
  expect(Object.entries(mockOptions).filter(([, { group }]) => group === undefined)).toEqual([]);
});
