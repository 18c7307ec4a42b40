import { expect, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { pactText, pactWithInteraction } from '../file/support.ts';
import { fileOf, startHttpServer, verifyFiles } from '../support.ts';

const contract = await loadContract(
  fileOf(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Moved', version: '1' },
      paths: {
        '/old': {
          get: {
            operationId: 'old',
            responses: { 302: { description: 'elsewhere', headers: { Location: { schema: {} } } } },
          },
        },
      },
    }),
    'moved.json',
  ),
);

/** The findings for an implementation that redirects to this location. */
async function found(response: JsonObject, location: string | undefined, version = '4.0') {
  const url = await startHttpServer((_request, received) =>
    received.writeHead(302, location === undefined ? {} : { location }).end(),
  );
  const interaction = pactWithInteraction({ request: { method: 'GET', path: '/old' }, response });
  const metadata = { pactSpecification: { version } };
  const pact = pactText({}, { interactions: [interaction], metadata });
  const pactFiles = [fileOf(pact)];
  const { interactions } = await verifyFiles({ baseUrl: url, contract, pactFiles });
  return interactions.flatMap(({ mismatches }) => mismatches.map(({ message }) => message));
}

const expected = { status: 302, headers: { Location: ['/new'] } };
const beginsWithN = { match: 'regex', regex: '^/n.*' };
const rulesOf4 = { header: { Location: { combine: 'AND', matchers: [beginsWithN] } } };
const of2 = { status: 302, headers: { Location: '/new' } };

test('compares the Location that a consumer expects of a redirect', async () => {
  expect(await found(expected, '/new')).toEqual([]);
  expect(await found(expected, '/old')).toEqual(['header Location: received /old; the pact expects /new']);
  expect(await found(expected, undefined)).toEqual(['header Location: received nothing; the pact expects "/new"']);
});

test.each<[what: string, response: JsonObject, version: string]>([
  ['in the format of version 4', { ...expected, matchingRules: rulesOf4 }, '4.0'],
  ['in the format of version 2', { ...of2, matchingRules: { '$.headers.Location': beginsWithN } }, '2.0'],
  ['in brackets', { ...of2, matchingRules: { "$.header['Location']": beginsWithN } }, '2.0'],
])('a rule for the Location of a redirect applies, %s', async (_what, response, version) => {
  expect(await found(response, '/next', version)).toEqual([]);
  expect(await found(response, '/old', version)).toEqual([
    "header Location: received /old; the pact expects a match of '^/n.*'",
  ]);
});
