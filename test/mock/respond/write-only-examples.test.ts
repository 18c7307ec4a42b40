/** An example in a contract may show properties that its schema declares as write-only. */
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { contractWithPaths } from '../../pact/record/support.ts';

const example = '{ name: north, pin: secret, keys: [{ label: main, token: secret }] }';

const paths = (required: string) => `  /account:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              example: ${example}
              schema:
                type: object
                required: ${required}
                properties:
                  name: { type: string }
                  pin: { type: string, writeOnly: true }
                  keys:
                    type: array
                    items:
                      type: object
                      properties: { label: { type: string }, token: { type: string, writeOnly: true } }`;

async function bodyOf(required: string): Promise<unknown> {
  const mock = await serveMock(await contractWithPaths(paths(required)));
  onTestFinished(mock.close);
  const response = await fetch(`${mock.url}/account`);
  return response.json();
}

test.each(['[]', '[name]', '[name, pin]'])('a response does not show them where %s is required', async (required) => {
  expect(await bodyOf(required)).toEqual({ name: 'north', keys: [{ label: 'main' }] });
});
