/** The curl line of a finding repeats its request: both are sent to a server that records what it receives. */

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGeneratorContext } from '../../contracts/conformance/cases/test-category.ts';
import { createEvidence } from '../../contracts/conformance/findings/evidence.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { openSession, type Session } from '../../contracts/conformance/session/session.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import type { Evidence } from '../../contracts/finding/finding.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { buildRequestSpec } from '../conformance/build-request-spec.ts';
import { plantStoreContract as contract, tokenCredentials } from '../conformance/support.ts';
import { findZoo } from '../evals/zoo/zoos.ts';
import { fileOf, kitFolder, startHttpServer, zooStore } from '../pact/support.ts';
import { commandEnvironment, run, runPlantStore, TOKEN } from './support.ts';

interface Arrived {
  readonly line: string;
  /** `name: value`, sorted. */
  readonly headers: readonly string[];
  /** Hexadecimal. */
  readonly body: string;
}

const ofConnection = new Set(['host', 'connection', 'keep-alive']);

async function arrivedOf(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    line: `${request.method} ${readable(request.url ?? '')}`,
    headers: request.rawHeaders
      .flatMap((name, at, all) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${all[at + 1]}`] : []))
      .filter((line) => !ofConnection.has(line.split(':')[0] ?? ''))
      .toSorted(),
    body: Buffer.concat(chunks).toString('hex'),
  };
}

/** Content that cannot be decoded stays as it was sent. */
function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

const garden = await loadContract(path.join(kitFolder, 'test/fixtures/mock/garden.yaml'));
const forms = await loadContract(path.join(kitFolder, 'test/fixtures/conformance/forms.yaml'));

const tools = await loadContract(findZoo('tools').contract);
const desk = await loadContract(findZoo('desk').contract);
const all = testCategories.map(({ name }) => name);

test.each([
  ['the Plant Store', contract, TOKEN, all],
  ['the Plant Store, with a token of shell characters,', contract, `"a$b'c\\d\`e$(f);g!h*i<j>k|l`, ['authentication']],
  [
    'a garden of parameters and credentials of all kinds',
    garden,
    TOKEN,
    ['parameters', 'authentication', 'equivalent-requests'],
  ],
  ['the tools of the zoo', tools, TOKEN, all],
  ['the desk of the zoo', desk, `user:${TOKEN}`, all],
  ['bodies that are not JSON', forms, TOKEN, ['valid-bodies', 'form-fields', 'malformed-bodies', 'media-types']],
])('the curl line of each test case of %s sends the same request, through sh', async (_name, document, token, only) => {
  const arrived: Arrived[] = [];
  const baseUrl = await startHttpServer(async (request, response) => {
    arrived.push(await arrivedOf(request));
    response.end();
  });
  const session = openSession({
    contract: document,
    baseUrl,
    credentials: tokenCredentials(token),
    timeoutMs: 5_000,
    concurrency: 1,
  });
  const cases = sampled(
    document,
    casesOf(document, session).filter(
      // Node's parser responds to an unknown method and to a malformed header section itself, so nothing arrives here.
      (one) =>
        one.kind === 'request' &&
        only.includes(one.category) &&
        !one.id.endsWith('method-NOPE') &&
        buildRequestSpec(one, session.fresh).delivery !== 'verbatim head',
    ),
  );
  const lines: string[] = [];
  for (const testCase of cases) lines.push((await sendOnce(session, testCase)).curl);
  await session.close();
  const sent = arrived.splice(0);
  const script = fileOf(lines.map((line) => `${line} -s -o /dev/null`).join('\n'), 'again.sh');
  const { stderr } = await run('sh', [script], commandEnvironment(token));
  expect(stderr).toBe('');
  expect(cases.filter((_c, i) => sent[i] === undefined).map(({ id }) => id)).toEqual([]);
  const differing = cases.filter((_case, i) => JSON.stringify(sent[i]) !== JSON.stringify(arrived[i]));
  expect(differing.map(({ id }) => id)).toEqual([]);
  expect(arrived).toEqual(sent);
});

/** One case of each operation, category, topic and expectation: a process for each case takes long. */
function sampled(document: Contract, cases: readonly TestCase[]): readonly TestCase[] {
  const isLarge = document === tools || document === desk;
  const kinds = Map.groupBy(cases, ({ operation, category, topic, expectation }) =>
    [operation.id, category, expectation, isLarge ? '' : topic].join(),
  );
  return [...kinds.values()].flatMap((same) => same.slice(0, isLarge ? 1 : MAX_OF_KIND));
}

const MAX_OF_KIND = 3;

function casesOf(document: Contract, session: Session): readonly TestCase[] {
  return document.operations.flatMap((operation) => {
    const baseline = deriveBaseline(operation, session.schemes.get(operation.id) ?? []);
    return isBaseline(baseline)
      ? testCategories.flatMap((category) => [...category.generate(createGeneratorContext(baseline))])
      : [];
  });
}

async function sendOnce(session: Session, testCase: TestCase): Promise<Omit<Evidence, 'reproduction'>> {
  const requestSpec = buildRequestSpec(testCase, session.fresh);
  const exchange = await session.send(testCase, requestSpec);
  const { baseUrl, credentials } = session.target;
  const schemes = session.schemes.get(testCase.operation.id) ?? [];
  return createEvidence({
    contract: session.target.contract,
    shownCase: { ...testCase, isOfSequence: false },
    requestSpec,
    exchange,
    baseUrl,
    schemes,
    credentials,
  });
}

test.each([
  ['takes-numeric-string-as-id', 'wrong-types'],
  ['takes-missing-credentials', 'authentication'],
  ['takes-broken-json', 'malformed-bodies'],
  ['fails-on-apostrophe', 'text-values'],
])('the curl line that verify prints for %s gets the status that verify prints', async (variant, category) => {
  const file = path.join(path.dirname(fileOf('')), 'report.json');
  const store = await zooStore(variant, TOKEN);
  const { exitCode, stdout } = await runPlantStore([
    ...['verify', store, '--only', category, '--verbose', '--report', `json=${file}`],
  ]);
  expect(exitCode).toBe(1);
  const status = /^ {2}response {2}(\d{3})/m.exec(stdout)?.[1];
  const line = /^ {2}curl {6}(.*?)\n {2}replay/ms.exec(stdout)?.[1] ?? 'no line';
  const again = await run('sh', ['-c', `${line} -s`], commandEnvironment(TOKEN));
  expect(again.stdout.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(readFileSync(file, 'utf8')).toContain(JSON.stringify(line));
});
