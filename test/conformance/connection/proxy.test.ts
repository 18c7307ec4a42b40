import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSender } from '../../../contracts/conformance/transport/sender.ts';
import type { ConnectionSettings } from '../../../contracts/options/connection-settings.ts';
import { findProxy, type ProxySettings, parseProxyUrl } from '../../../contracts/options/proxy-settings.ts';
import { readTls } from '../../../contracts/options/tls-settings.ts';
import { forwardRequest } from '../../../contracts/pact/provider/local-server.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { startTestServer } from '../test-server.ts';
import { createCertificates } from './certificates.ts';
import { startProxy } from './proxy-server.ts';

const variables = {
  httpsProxy: { name: 'HTTPS_PROXY', value: 'http://ann:Pw%3A1@proxy:3128' },
  httpProxy: { name: 'http_proxy', value: 'proxy:8080' },
  noProxy: 'internal.test, .corp.test,10.0.0.0/8 192.168.1.7,api.test:8443,fd00::/8',
} as const;

function proxyOf(url: string, settings: ProxySettings = variables): string | undefined {
  const proxy = findProxy(settings, url);
  return proxy && [proxy.url.href, proxy.variable, proxy.authorization].filter((one) => one !== undefined).join(' ');
}

describe('the proxy of a request', () => {
  test.each([
    ['https://plants.test/v1', `http://proxy:3128/ HTTPS_PROXY Basic ${Buffer.from('ann:Pw:1').toString('base64')}`],
    ['http://plants.test', 'http://proxy:8080/ http_proxy'],
    ['https://api.test', `http://proxy:3128/ HTTPS_PROXY Basic ${Buffer.from('ann:Pw:1').toString('base64')}`],
  ])('to %s is that of a variable', (url, proxy) => {
    expect(proxyOf(url)).toBe(proxy);
  });

  test.each([
    ...['http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:1', 'http://a.localhost'],
    ...['https://internal.test', 'https://a.internal.test', 'https://a.corp.test', 'https://10.1.2.3'],
    ...['http://192.168.1.7', 'https://api.test:8443', 'https://[fd00::1]'],
  ])('to %s is none', (url) => {
    expect(proxyOf(url)).toBeUndefined();
  });

  test('is that of the option for every host', () => {
    expect(proxyOf('http://127.0.0.1:8080', { given: 'http://proxy:1' })).toBe('http://proxy:1/');
    expect(proxyOf('https://plants.test', { ...variables, noProxy: '*' })).toBeUndefined();
  });

  test('is an http URL', () => {
    const socks = { httpsProxy: { name: 'HTTPS_PROXY', value: 'socks5://ann:hush@proxy' } };
    expect(() => findProxy(socks, 'https://a.test')).toThrow('HTTPS_PROXY: expected the http or https URL of a proxy');
    expect(() => parseProxyUrl('http://ann:hush@proxy', '--proxy')).toThrow(/--proxy "\*\*\*@proxy": expected/);
  });
});

async function statusOf(url: string, connection: ConnectionSettings, delivery: 'whole' | 'expecting 100' = 'whole') {
  const sender = createSender({ origin: new URL(url).origin, connections: 1, timeoutMs: 20_000, connection });
  const own = sender.openConnection();
  try {
    const body = Buffer.from('{}');
    const request = { method: 'POST', url, headers: [['X-A', 'b']], body, delivery } as const;
    const outcomes = [(await sender.send(request)).outcome, (await own.send(request)).outcome];
    return outcomes.map((one) => (one.kind === 'response' ? one.response.status : one.failure.reason));
  } finally {
    await Promise.all([own.close(), sender.close()]);
  }
}

const httpProxyWith = (url: string) => ({
  httpProxy: { name: 'HTTP_PROXY', value: url.replace('//', '//ann:hush@') },
  httpsProxy: { name: 'HTTPS_PROXY', value: url.replace('//', '//ann:hush@') },
});

describe('requests through a proxy', () => {
  test('have their whole URL as the target for http', async () => {
    const hosts: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      hosts.push(`${request.headers.host} ${request.url} ${request.headers['x-a']}`);
      response.end();
    });
    const proxy = await startProxy(await startTestServer(server, onTestFinished), onTestFinished);
    const connection = { headers: [], proxy: httpProxyWith(proxy.url) };
    expect(await statusOf('http://plants.test/a?b=c', connection)).toEqual([200, 200]);
    expect(await statusOf('http://plants.test/a?b=c', connection, 'expecting 100')).toEqual([200, 200]);
    expect(proxy.requests).toEqual(Array(4).fill('POST http://plants.test/a?b=c ann:hush'));
    expect(hosts).toEqual(Array(4).fill('plants.test /a?b=c b'));
  });

  test('have a tunnel for https', async () => {
    const certificates = await createCertificates('hush');
    const server = certificates.createServer((_request, response) => void response.end(), false);
    const target = await startTestServer(server, onTestFinished);
    const proxy = await startProxy(target, onTestFinished);
    const connection = { headers: [], proxy: httpProxyWith(proxy.url), tls: readTls({ insecure: true }) };
    expect(await statusOf('https://plants.test/a', connection)).toEqual([200, 200]);
    expect(await statusOf('https://plants.test/a', connection, 'expecting 100')).toEqual([200, 200]);
    expect(proxy.requests).toEqual(Array(4).fill('CONNECT plants.test:443 ann:hush'));
    const forwarded = { method: 'GET', path: '/a', headers: [['Host', 'plants.test']], body: Buffer.from('') } as const;
    const forwardTarget = { baseUrl: new URL('https://plants.test'), timeoutMs: 20_000, ca: undefined, connection };
    expect(await forwardRequest(forwardTarget, forwarded)).toMatchObject({ response: { status: 200 } });
    expect(proxy.requests).toHaveLength(5);
  });

  test('are a failure of the connection where the proxy opens none', async () => {
    const proxy = await startProxy('http://127.0.0.1:1', onTestFinished, 407);
    const given = { headers: [], proxy: { given: proxy.url } };
    const reason = `the proxy ${proxy.url}/ responds with 407 to CONNECT plants.test:443`;
    expect(await statusOf('https://plants.test/', given)).toEqual([reason, reason]);
    const missing = { headers: [], proxy: { given: UNUSED_URL } };
    expect((await statusOf('https://plants.test/', missing))[0]).toMatch(/^the proxy .*: connect ECONNREFUSED/);
  });
});
