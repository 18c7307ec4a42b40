/** Headers that users add to each request. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RequestSpec } from '../../../contracts/conformance/model/request-spec.ts';
import { applyCredentials } from '../../../contracts/conformance/request/credentials/apply-credentials.ts';
import { getMask } from '../../../contracts/conformance/request/credentials/credential-mask.ts';
import { type Credentials, validateCredentials } from '../../../contracts/options/credentials.ts';
import { parseCustomHeader, parseCustomHeaders } from '../../../contracts/options/custom-headers.ts';
import { loginContract } from '../login/login-contract.ts';
import { describeErrors, verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';

const spec: RequestSpec = { path: '/a', headers: [], body: undefined, value: undefined, credentials: 'right' };

function credentialsWith(...lines: readonly string[]): Credentials {
  const headers = lines.map((line) => parseCustomHeader(line, '--header'));
  return { token: undefined, byScheme: new Map(), connection: { headers } };
}

describe('a custom header', () => {
  test.each([
    ['X-Tenant: acme', { name: 'X-Tenant', value: 'acme', isSecret: false }],
    ['X-Empty:', { name: 'X-Empty', value: '', isSecret: false }],
    ['X-Api-Key:  a:b678 ', { name: 'X-Api-Key', value: 'a:b678', isSecret: true }],
    ['X-Auth-Mode: on', { name: 'X-Auth-Mode', value: 'on', isSecret: false }],
    ['X-Author: Ann Lee', { name: 'X-Author', value: 'Ann Lee', isSecret: false }],
    ['Cookie: sid=abc', { name: 'Cookie', value: 'sid=abc', isSecret: true }],
  ])('is read from %j', (line, header) => {
    expect(parseCustomHeader(line, '--header')).toEqual(header);
  });

  test.each([
    ['hush', '--header: expected "Name: value"'],
    ['X Y: hush', '--header: expected "Name: value"'],
    ['X-Y: hush\nX-Z: b', '--header X-Y: expected only visible ASCII characters'],
    ['Host: hush', '--header Host: the run sets this header itself'],
  ])('is not read from %j', (line, message) => {
    expect(() => parseCustomHeader(line, '--header')).toThrow(message);
    expect(() => parseCustomHeader(line, '--header')).not.toThrow('hush');
  });

  test('is given once', () => {
    const headers = ['X-A: 1', 'x-a: 2'].map((line) => parseCustomHeader(line, '--header'));
    expect(() => parseCustomHeaders(headers, '--header')).toThrow('--header gives x-a twice: keep one');
  });

  test('is added where a request has none of that name; cookies share a header', () => {
    const credentials = credentialsWith('X-A: custom', 'X-B: custom', 'Cookie: tenant=1', 'User-Agent: us');
    const sent = (more: Partial<RequestSpec>) => applyCredentials({ ...spec, ...more }, [], credentials).headers;
    expect(
      sent({
        headers: [
          ['x-a', 'own'],
          ['Cookie', 'own=1'],
        ],
      }),
    ).toEqual([
      ...[
        ['x-a', 'own'],
        ['Cookie', 'own=1; tenant=1'],
        ['X-B', 'custom'],
        ['User-Agent', 'us'],
      ],
    ]);
    expect(sent({ omitsUserAgent: true }).map(([name]) => name)).not.toContain('User-Agent');
  });

  test('that carries the credential of a scheme is an error, since some requests must not have it', async () => {
    const bearer = await loginContract({ schemes: { door: { type: 'http', scheme: 'bearer' } } });
    const key = await loginContract({ schemes: { door: { type: 'apiKey', in: 'header', name: 'X-Key' } } });
    const cookie = await loginContract({ schemes: { door: { type: 'apiKey', in: 'cookie', name: 'sid' } } });
    const check = (contract: typeof key, line: string) => () => validateCredentials(contract, credentialsWith(line));
    expect(check(bearer, 'authorization: Bearer x')).toThrow(/it carries the credential of the security scheme door/);
    expect(check(key, 'x-key: x')).toThrow(/security scheme door/);
    expect(check(cookie, 'Cookie: a=1; sid=x')).toThrow(/security scheme door/);
    expect(check(cookie, 'Cookie: a=1; other=x')).not.toThrow();
    expect(check(key, 'Authorization: Basic x')).not.toThrow();
  });

  test('that is a secret is masked with its parts', () => {
    const mask = getMask(credentialsWith('Authorization: Bearer Hd3kk9zQm7Vv2Lp', 'Cookie: sid=Ck4vv7XpRt8nQw; a=b'));
    expect(mask('a Hd3kk9zQm7Vv2Lp b Ck4vv7XpRt8nQw')).toBe('a $PLANT_STORE_TOKEN b $PLANT_STORE_TOKEN');
  });

  test('reaches the implementation in place of a header parameter of the document, which no case changes', async () => {
    const contract = await loginContract({ schemes: {}, headers: ['X-Tenant'] });
    const tenants = new Set<string | undefined>();
    const server = createServer((request, response) => {
      tenants.add([request.headers['x-tenant']].flat().join());
      response.writeHead(request.method === 'GET' ? 200 : 405, { 'content-type': 'application/json' }).end('[]');
    });
    const baseUrl = await startTestServer(server, onTestFinished);
    const result = await verify({
      contract: { ...contract, operations: contract.operations.filter(({ method }) => method === 'GET') },
      baseUrl,
      credentials: credentialsWith('x-tenant: acme'),
      categories: ['parameters', 'valid-bodies'],
    });
    expect([...tenants]).toEqual(['acme']);
    expect(describeErrors(result)).toEqual([]);
  });
});
