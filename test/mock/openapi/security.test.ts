/** Security requirements: all of one, any one of several, none, and schemes that need more than a token. */
import { describe, expect, test } from 'vitest';
import { startupLines } from '../../../mock/start/startup-message/startup-message.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { describeErrors, tokenCredentials, verify } from '../../conformance/support.ts';
import { contractFromJson, send, startMockWithPaths } from '../support.ts';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'k' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/o' },
  certificate: { type: 'mutualTLS' },
};

const basic = `Basic ${Buffer.from('mock:tok').toString('base64')}`;

interface Trial {
  readonly security: Json;
  readonly target?: string;
  readonly headers?: Record<string, string>;
  readonly status: number;
}

const trials: Readonly<Record<string, Trial>> = {
  'all schemes of a requirement': {
    security: [{ key: [], basic: [] }],
    headers: { 'X-Key': 'tok', Authorization: basic },
    status: 200,
  },
  'some schemes of a requirement': { security: [{ key: [], basic: [] }], headers: { 'X-Key': 'tok' }, status: 401 },
  'one valid and one invalid scheme of a requirement': {
    security: [{ key: [], basic: [] }],
    headers: { 'X-Key': 'no', Authorization: basic },
    status: 401,
  },
  'the second of two alternatives': {
    security: [{ query: [] }, { cookie: [] }],
    headers: { Cookie: 'sid=tok' },
    status: 200,
  },
  'an invalid scheme next to a valid one': {
    security: [{ query: [] }, { cookie: [] }],
    target: '?k=no',
    headers: { Cookie: 'sid=tok' },
    status: 200,
  },
  'nothing, if none is required': { security: [], status: 200 },
  'nothing, if it is optional': { security: [{}, { bearer: [] }], status: 200 },
  'three keys in three locations': {
    security: [{ key: [], query: [], cookie: [] }],
    target: '?k=tok',
    headers: { 'X-Key': 'tok', Cookie: 'sid=tok' },
    status: 200,
  },
  'a bearer token for OpenID Connect': {
    security: [{ openId: [] }],
    headers: { Authorization: 'Bearer tok' },
    status: 200,
  },
  'a scheme of another name': {
    security: [{ digest: [] }],
    headers: { Authorization: 'Digest tok' },
    status: 200,
  },
  'a bearer token for a scheme of another name': {
    security: [{ digest: [] }],
    headers: { Authorization: 'Bearer tok' },
    status: 401,
  },
  'a token in addition to a certificate': {
    security: [{ certificate: [], bearer: [] }],
    headers: { Authorization: 'Bearer tok' },
    status: 200,
  },
  'only a certificate if a token is required': {
    security: [{ certificate: [], bearer: [] }],
    status: 401,
  },
};

describe('a request with', () => {
  test.each(Object.entries(trials))('%s', async (_what, { security, target = '', headers = {}, status }) => {
    const responses = { 200: { description: 'In' }, 401: { description: 'Out' } };
    const get = { security, responses };
    const mock = await startMockWithPaths(
      { '/things': { get } },
      { components: { securitySchemes } },
      { auth: true, tokens: ['tok'] },
    );
    expect((await send(`${mock.url}/things${target}`, { headers })).status).toBe(status);
  });
});

test('the credential of another scheme is printed at startup', async () => {
  const paths = { '/things': { get: { responses: { 200: { description: 'In' } } } } };
  const contract = await contractFromJson({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths,
    components: { securitySchemes },
  });
  const lines = startupLines([{ prefix: '', contract }], {
    url: 'http://127.0.0.1:4010',
    token: 'tok',
    isTokenSecret: false,
    auth: true,
    controlToken: undefined,
    isControlTokenSecret: false,
    upstream: undefined,
    fingerprint: undefined,
  });
  expect(lines.filter((line) => /digest|mutualTLS/.test(line))).toEqual([
    'schemes digest (http digest): Authorization: Digest tok',
    '        certificate (mutualTLS): client certificates are not checked',
  ]);
});

test('the verifier sends nothing instead of a certificate', async () => {
  const security = [{ certificate: [], bearer: [] }];
  const get = { security, responses: { 200: { description: 'In' }, 401: { description: 'Out' } } };
  const paths = { '/things': { get } };
  const more = { components: { securitySchemes } };
  const mock = await startMockWithPaths(paths, more, { auth: true, tokens: ['tok'] });
  const contract = await contractFromJson({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths,
    ...more,
  });
  const result = await verify({ contract, baseUrl: mock.url, credentials: tokenCredentials('tok') });
  expect(describeErrors(result)).toEqual([]);
});
