import { expect, test } from 'vitest';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { verifyProvider } from '../../../contracts/pact/provider/provider.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { answering, pactText, rule, stockPasses } from '../file/support.ts';
import { contract, fileOf, serve } from '../support.ts';

const fern = { name: 'fern' };
const unreadable = { match: 'regex', regex: '(' };

test.each<[what: string, interaction: JsonObject]>([
  ['of the body', answering(fern, rule('$.name', unreadable))],
  ['of a header', answering(fern, { header: { 'Content-Type': { matchers: [unreadable] } } })],
  ['within another', answering(fern, rule('$', { match: 'eachKey', rules: [unreadable] }))],
])('an expression %s that the verifier cannot read accuses nobody', async (_what, interaction) => {
  const text = pactText(interaction);
  expect(await stockPasses(text, fern)).toBe(false);
  const baseUrl = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fern));
  });
  const credentials = { token: undefined, byScheme: new Map<string, string>() };
  const pacts = [await readPact(fileOf(text))];
  const result = await verifyProvider({ baseUrl, contract, credentials, pacts });
  expect(result).toMatchObject({ ok: false, interactions: [{ status: 'not judged', findings: [] }] });
  expect(result.interactions[0]?.reason).toMatch(
    /^the pact is at fault: '\(' is not a valid regular expression/,
  );
});

test('an answer that speaks of such an expression is judged all the same', async () => {
  const said = "'(' is not a valid regular expression - Oniguruma error: x";
  const text = pactText(answering(fern, rule('$.name', { match: 'equality' })));
  const baseUrl = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name: said }));
  });
  const credentials = { token: undefined, byScheme: new Map<string, string>() };
  const pacts = [await readPact(fileOf(text))];
  const result = await verifyProvider({ baseUrl, contract, credentials, pacts });
  expect(result.interactions).toMatchObject([{ status: 'failed' }]);
});
