import { expect, test } from 'vitest';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { verifyProvider } from '../../../contracts/pact/provider/verify-provider.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { interactionWithResponse, nativeVerifierPasses, pactText, rule } from '../file/support.ts';
import { contract, fileOf, startHttpServer } from '../support.ts';

const fern = { name: 'fern' };
const unreadable = { match: 'regex', regex: '(' };

test.each<[what: string, interaction: JsonObject]>([
  ['of the body', interactionWithResponse(fern, rule('$.name', unreadable))],
  ['of a header', interactionWithResponse(fern, { header: { 'Content-Type': { matchers: [unreadable] } } })],
  ['within another', interactionWithResponse(fern, rule('$', { match: 'eachKey', rules: [unreadable] }))],
])(
  'an expression %s that the verifier cannot parse is not an error of the implementation',
  async (_what, interaction) => {
    const text = pactText(interaction);
    expect(await nativeVerifierPasses(text, fern)).toBe(false);
    const baseUrl = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fern));
    });
    const credentials = { token: undefined, byScheme: new Map<string, string>() };
    const pacts = [await readPact(fileOf(text))];
    const result = await verifyProvider({ baseUrl, contract, credentials, pacts });
    expect(result).toMatchObject({ ok: false, interactions: [{ status: 'not checked', findings: [] }] });
    expect(result.interactions[0]?.reason).toMatch(/^the pact is invalid: '\(' is not a valid regular expression/);
  },
);

test('a response that mentions such an expression is still checked', async () => {
  const errorText = "'(' is not a valid regular expression - Oniguruma error: x";
  const text = pactText(interactionWithResponse(fern, rule('$.name', { match: 'equality' })));
  const baseUrl = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name: errorText }));
  });
  const credentials = { token: undefined, byScheme: new Map<string, string>() };
  const pacts = [await readPact(fileOf(text))];
  const result = await verifyProvider({ baseUrl, contract, credentials, pacts });
  expect(result.interactions).toMatchObject([{ status: 'failed' }]);
});
