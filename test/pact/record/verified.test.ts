/** Verifies implementations with recorded pacts: no false positives, and errors are found. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { comparePact } from '../../../contracts/pact/compare/compare-pact.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { type ProviderResult, verifyProvider } from '../../../contracts/pact/provider/verify-provider.ts';
import { createRecording } from '../../../contracts/pact/record/record-pact.ts';
import { credentialFor } from '../../../mock/authentication/authenticate.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { contract, fileOf, verifyFiles, zooStore } from '../support.ts';

const token = 'the-token';
const recording = createRecording(contract).text;
const pactFile = fileOf(recording);

/** With the interactions whose descriptions contain the words. */
function partialPact(words: string): string {
  const pact: { interactions: readonly { description: string }[] } = JSON.parse(recording);
  const interactions = pact.interactions.filter(({ description }) => description.includes(words));
  return fileOf(JSON.stringify({ ...pact, interactions }));
}

function failures({ interactions }: ProviderResult): readonly string[] {
  return interactions
    .filter(({ status }) => status !== 'passed')
    .map(({ interaction, mismatches, violations, reason }) => {
      const output = [...mismatches.map(({ message }) => message), ...violations.map(({ check }) => check.id)];
      return `${interaction.description}: ${reason ?? output.join('; ')}`;
    });
}

async function verified(name: string, file = pactFile): Promise<ProviderResult> {
  const baseUrl = await zooStore(name, token);
  return verifyFiles({ baseUrl, token, contract, pactFiles: [file], timeoutMs: 60_000 });
}

/** Those that differ most from the plain implementation; all conforming ones of the zoo were tried by hand. */
describe('the pact of the Plant Store', () => {
  it.each(['says-415', 'says-bare-415'])('reports no false positives: %s', async (name) => {
    expect(failures(await verified(name))).toEqual([]);
  });

  it('passes a first and a second time with an implementation that rejects duplicates', async () => {
    const baseUrl = await zooStore('right-store', token);
    const check = { baseUrl, token, contract, pactFiles: [pactFile], timeoutMs: 60_000 };
    expect(failures(await verifyFiles(check))).toEqual([]);
    expect(failures(await verifyFiles(check))).toEqual([]);
  });

  it.each([
    ['takes-missing-credentials', 'the credential of "bearerAuth" is missing'],
    ['takes-id-beyond-int64', 'body.id is 9223372036854775808'],
    ['returns-201', 'a valid request to createPlant'],
    ['rejects-id-beyond-double', 'body.id is an integer beyond 2^53'],
    ['returns-code-as-text', 'the required property body.name is missing'],
  ])('finds an error: %s', async (name, words) => {
    const found = failures(await verified(name, partialPact(words)));
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(words)]));
  });
});

const fixtures = [
  'test/fixtures/mock/books.yaml',
  'test/fixtures/mock/labels.yaml',
  'test/fixtures/mock/seeds.yaml',
  'test/fixtures/mock/shapes.yaml',
  'test/fixtures/mock/todos.yaml',
  'test/fixtures/mock/parameters.yaml',
  'test/fixtures/conformance/library.yaml',
  'test/fixtures/conformance/messages.yaml',
];

describe.each(fixtures)('the pact of %s', (file) => {
  const loading = loadContract(file);
  const recorded = loading.then((read) => createRecording(read).text);

  it('is identical each time and compatible with its contract', async () => {
    const read = await loading;
    const text = await recorded;
    expect(createRecording(await loadContract(file)).text).toBe(text);
    const { findings } = await comparePact(await readPact(fileOf(text)), read);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('passes against the mock server, which sets up its states', async () => {
    const read = await loading;
    const mock = await serveMock(read);
    onTestFinished(() => mock.close());
    const byScheme = new Map(read.securitySchemes.map((one) => [one.name, credentialFor(one, mock.token)]));
    const result = await verifyProvider({
      baseUrl: mock.url,
      credentials: { token: mock.token, byScheme },
      contract: read,
      pacts: [await readPact(fileOf(await recorded))],
      statesUrl: `${mock.url}/__store/pact-states`,
      timeoutMs: 60_000,
    });
    expect(failures(result)).toEqual([]);
    expect(result.interactions.length).toBeGreaterThan(0);
  });
});
