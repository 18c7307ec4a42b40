import { describe, expect, test } from 'vitest';
import { parseInteraction } from '../../../contracts/pact/file/interaction.ts';
import { applyPlacements, findCredentialPlacements } from '../../../contracts/pact/provider/credential-placement.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { parseSource } from '../../../spec/source/read-source.ts';
import { contract } from '../support.ts';

const none = { place: contract.place, scheme: undefined, in: undefined, parameterName: undefined };
const bearer: SecurityScheme = { ...none, name: 'bearerAuth', type: 'http', scheme: 'bearer' };
const basic: SecurityScheme = { ...none, name: 'basicAuth', type: 'http', scheme: 'basic' };
const oauth: SecurityScheme = { ...none, name: 'oauth', type: 'oauth2' };
const key = (place: 'header' | 'query' | 'cookie', parameterName: string): SecurityScheme => ({
  ...none,
  name: `${place}Key`,
  type: 'apiKey',
  in: place,
  parameterName,
});

function operation(...alternatives: readonly (readonly SecurityScheme[])[]): Operation {
  const [first] = contract.operations;
  if (first === undefined) throw new Error('the contract has no operation');
  return { ...first, security: alternatives.map((schemes) => ({ schemes, place: first.place })) };
}

interface Sent {
  readonly request?: JsonObject;
  readonly status?: number;
}

/** The target and headers as sent. */
function sent(
  { request = {}, status = 200 }: Sent,
  of: Operation,
  byScheme: Readonly<Record<string, string>> = {},
  token?: string,
): Readonly<Record<string, string>> {
  const parts = { request: { method: 'GET', path: '/plants', ...request }, response: { status } };
  const item = { description: 'x', ...parts };
  const source = parseSource('file:///pact.json', JSON.stringify({ interactions: [item] }));
  const interaction = parseInteraction(item, 0, { file: 'pact.json', source, version: 3 });
  const credentials = { token, byScheme: new Map(Object.entries(byScheme)) };
  const target = `/plants${typeof request.query === 'string' ? `?${request.query}` : ''}`;
  const given = { target, headers: [...interaction.request.headers] };
  const line = applyPlacements(given, findCredentialPlacements(interaction, of, credentials));
  return { target: line.target, ...Object.fromEntries(line.headers) };
}

const withHeaders = (headers: JsonObject, more: JsonObject = {}): Sent => ({ request: { headers, ...more } });
const generated = (part: string, name: string) => ({
  generators: { [part]: { [name]: { type: 'ProviderState', expression: 'token' } } },
});

describe('sends the real credential instead of an example:', () => {
  test.each<[what: string, given: Sent, schemes: readonly SecurityScheme[], expected: JsonObject]>([
    ['bearer', withHeaders({ Authorization: 'Bearer example' }), [bearer], { authorization: 'Bearer real' }],
    [
      'bearer, in a different case',
      withHeaders({ Authorization: 'bearer example' }),
      [bearer],
      { authorization: 'Bearer real' },
    ],
    ['OAuth', withHeaders({ Authorization: 'Bearer example' }), [oauth], { authorization: 'Bearer real' }],
    ['basic', withHeaders({ Authorization: 'Basic eDp5' }), [basic], { authorization: 'Basic cmVhbA==' }],
    ['a header', withHeaders({ 'X-Key': 'example', A: 'b' }), [key('header', 'x-key')], { 'x-key': 'real', a: 'b' }],
    [
      'a cookie',
      withHeaders({ Cookie: 'a=1; sid=example; b=2' }),
      [key('cookie', 'sid')],
      { cookie: 'a=1; sid=real; b=2' },
    ],
    [
      'the query',
      { request: { query: 'a=%20&key=example&b' } },
      [key('query', 'key')],
      { target: '/plants?a=%20&key=real&b' },
    ],
  ])('%s', (_what, given, schemes, expected) => {
    const secrets = Object.fromEntries(schemes.map(({ name }) => [name, 'real']));
    expect(sent(given, operation(schemes), secrets)).toMatchObject(expected);
  });

  test('the one of the scheme that the consumer uses', () => {
    const either = operation([bearer], [basic], [key('header', 'X-Key')]);
    const secrets = { bearerAuth: 'b', basicAuth: 'ann:p', headerKey: 'k' };
    expect(sent(withHeaders({ Authorization: 'Basic eDp5' }), either, secrets)).toMatchObject({
      authorization: 'Basic YW5uOnA=',
    });
    expect(sent(withHeaders({ 'X-Key': 'example' }), either, secrets)).toEqual({
      target: '/plants',
      'x-key': 'k',
    });
  });

  test('both, if an operation requires two', () => {
    const both = operation([bearer, key('header', 'X-Key')]);
    const headers = { Authorization: 'Bearer example', 'X-Key': 'example' };
    expect(sent(withHeaders(headers), both, { headerKey: 'k' }, 'b')).toMatchObject({
      authorization: 'Bearer b',
      'x-key': 'k',
    });
  });

  test('also if a client error other than 401 or 403 is expected', () => {
    const given = { ...withHeaders({ Authorization: 'Bearer example' }), status: 404 };
    expect(sent(given, operation([bearer]), {}, 'real')).toMatchObject({ authorization: 'Bearer real' });
  });
});

describe('keeps the request unchanged', () => {
  test.each<[what: string, given: Sent, token: string | undefined]>([
    ['without credentials', withHeaders({}), 'real'],
    ['that expects 401', { ...withHeaders({ Authorization: 'Bearer old' }), status: 401 }, 'real'],
    ['that expects 403', { ...withHeaders({ Authorization: 'Bearer old' }), status: 403 }, 'real'],
    [
      'whose credential a provider state fills in',
      withHeaders({ Authorization: 'Bearer x' }, generated('header', 'Authorization')),
      'real',
    ],
    ['with a credential of another scheme', withHeaders({ Authorization: 'Token x' }), 'real'],
    ['with a credential without a scheme', withHeaders({ Authorization: 'x' }), 'real'],
    ['without a configured credential', withHeaders({ Authorization: 'Bearer x' }), undefined],
  ])('%s', (_what, given, token) => {
    const { authorization } = sent(given, operation([bearer]), {}, token);
    expect(authorization).toBe(Object.values(given.request?.headers ?? {})[0]);
  });

  test('for a query parameter that a provider state fills in', () => {
    const request = { query: 'key=x', ...generated('query', 'key') };
    expect(sent({ request }, operation([key('query', 'key')]), {}, 'real').target).toBe('/plants?key=x');
  });

  test('for an operation without security', () => {
    expect(sent(withHeaders({ Authorization: 'Bearer x' }), operation(), {}, 'real')).toMatchObject({
      authorization: 'Bearer x',
    });
  });
});
