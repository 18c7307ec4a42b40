/** Expected response headers that the contract does not declare: one rule, and what HTTP allows in any response. */
import { describe, expect, test } from 'vitest';
import { document, operationObject, parseDocument } from '../../spec/diff/build-documents.ts';
import { allFindings } from './support.ts';

const contract = await parseDocument(
  document(`{
    /things: { get: ${operationObject({ responses: "{ '200': { description: ok, headers: { X-Total: { schema: { type: integer } } }, content: { application/json: { schema: { type: object } } } } }" })} },
    /empty: { get: ${operationObject({})} } }`),
);

async function expecting(name: string, value: string, path = '/things'): Promise<readonly string[]> {
  return allFindings(contract, { request: `GET ${path}`, responseHeaders: { [name]: value } });
}

describe('an expected response header', () => {
  test.each(['Age', 'Cache-Control', 'Server', 'Vary', 'Date'])(
    'that any server, cache or proxy may add is unspecified: %s',
    async (name) => {
      expect(await expecting(name, 'a')).toEqual([
        `unspecified response.header.undefined header ${name.toLowerCase()}`,
      ]);
    },
  );

  test.each(['ETag', 'Location'])('that HTTP defines for the application is a warning: %s', async (name) => {
    expect(await expecting(name, 'a')).toEqual([`warning response.header.undefined header ${name.toLowerCase()}`]);
  });

  test('that only the contract could promise is an error', async () => {
    expect(await expecting('X-Foo', 'a')).toEqual(['error response.header.unknown header x-foo']);
  });

  test('that is declared is not reported', async () => {
    expect(await expecting('x-total', '3')).toEqual([]);
  });

  test('Content-Type is declared by the content of the response', async () => {
    expect(await expecting('Content-Type', 'application/json')).toEqual([]);
    expect(await expecting('Content-Type', 'text/html')).toEqual([
      'error response.content-type.incompatible header content-type',
    ]);
    expect(await expecting('Content-Type', 'application/json', '/empty')).toEqual([
      'unspecified response.header.undefined header content-type',
    ]);
  });
});
