/**
 * Publishes pacts, and checks the broker's response to each and that the broker received exactly the bytes of the file.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { type PactFile, placeInPact } from '../file/pact-file.ts';
import { readPactSources } from '../file/pact-sources.ts';
import { assertVerifiable } from '../file/validate-pact.ts';
import { withTemporaryFolder } from '../native/native-process.ts';
import { type BrokerAccess, maskOf } from './broker-access.ts';
import { type BrokerRun, runBrokerCommand } from './broker-cli.ts';
import {
  type BrokerExchange,
  type BrokerFailure,
  type BrokerRequest,
  errorText,
  isSuccessResponse,
  responseObject,
} from './broker-exchange.ts';

interface PublishOptions {
  readonly access: BrokerAccess;
  /** Files or folders. */
  readonly pacts: readonly string[];
  /** The version of every consumer. */
  readonly version: string;
  readonly branch?: string | undefined;
  readonly tags: readonly string[];
  readonly buildUrl?: string | undefined;
}

interface PublishedPact {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: number;
}

export interface PublishResult {
  readonly published: readonly PublishedPact[];
  /** Notices from the broker; for example, which webhooks it started. */
  readonly notices: readonly string[];
}

/** Throws a KitError unless the broker has accepted all pacts. */
export async function publishPacts(publication: PublishOptions): Promise<PublishResult> {
  const pacts = await readPublishablePacts(publication.pacts);
  const run = await withTemporaryFolder('plant-store-publish-', (folder) =>
    runPublishCommand(folder, pacts, publication),
  );
  assertAllPublished(pacts, run);
  if (run.exitCode !== 0) throw new KitError('broker-cli-failed', `it ended with exit code 1:\n${run.output.trim()}`);
  return {
    published: pacts.map(({ file, consumer, provider, interactions }) => {
      return { file, consumer, provider, interactions: interactions.length };
    }),
    notices: run.log.filter(isPublishRequest).flatMap(brokerNotices).map(maskOf(publication.access)),
  };
}

/** Maximum time of one request, including the proxy's retries. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Publishes copies, so that the validated content is published even if the files change meanwhile. */
async function runPublishCommand(
  folder: string,
  pacts: readonly PactFile[],
  options: PublishOptions,
): Promise<BrokerRun> {
  const copies = pacts.map(({ text }, index) => ({ text, file: path.join(folder, `${index}.json`) }));
  await Promise.all(copies.map(({ file, text }) => writeFile(file, text, { mode: 0o600 })));
  const { access, version, branch, tags, buildUrl } = options;
  return runBrokerCommand({
    access,
    args: [
      'publish',
      ...copies.map(({ file }) => file),
      `--consumer-app-version=${version}`,
      ...(branch === undefined ? [] : [`--branch=${branch}`]),
      ...(tags.length === 0 ? [] : [`--tag=${tags.map(rejectComma).join(',')}`]),
      ...(buildUrl === undefined ? [] : [`--build-url=${buildUrl}`]),
    ],
    hooks: { onRequest: (request) => restoreContent(request, pacts) },
    timeoutMs: (pacts.length + 1) * REQUEST_TIMEOUT_MS,
  });
}

/** The client accepts one comma-separated list of tags. */
function rejectComma(tag: string): string {
  if (tag !== '' && !tag.includes(',')) return tag;
  throw new KitError('option-invalid', `--tag ${JSON.stringify(tag)}: expected a tag without a comma`);
}

/**
 * The client rewrites pacts: integers beyond 64 bits become doubles, metadata becomes strings, and unknown members are
 * dropped. The broker gets the original text of the consumer's tests instead.
 */
function restoreContent(request: BrokerRequest, pacts: readonly PactFile[]): BrokerRequest | BrokerFailure {
  const [contract, payload] = publishedContract(request);
  if (contract === undefined) return request;
  const pact = pacts.find((one) => isPactOf(one, contract));
  if (pact === undefined)
    return { kind: 'failure', category: 'blocked', reason: 'the client tried to publish a pact that was not given' };
  const content = Buffer.from(pact.text).toString('base64');
  const body = stringifyJson({ ...payload, contracts: [{ ...contract, content }] });
  return { ...request, body: Buffer.from(body) };
}

/** The contract of a publication request; the client sends one contract per request. */
function publishedContract({
  method,
  body,
}: BrokerRequest): readonly [contract: JsonObject | undefined, payload: JsonObject] {
  const parsed = parseJsonBytes(body);
  const payload = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const [contract, ...others] = isJsonArray(payload.contracts) ? payload.contracts : [];
  const isOne = method === 'POST' && isJsonObject(contract) && others.length === 0;
  return [isOne ? contract : undefined, payload];
}

function isPactOf(pact: PactFile, { consumerName, providerName }: JsonObject): boolean {
  return pact.consumer === consumerName && pact.provider === providerName;
}

function isPublishRequest({ request }: BrokerExchange): boolean {
  return publishedContract(request)[0] !== undefined;
}

/**
 * The broker names the version that has the pact now; any other response, for example from a proxy, accepts nothing.
 */
function isPublished(one: BrokerExchange): boolean {
  const [, { pacticipantVersionNumber }] = publishedContract(one.request);
  const { _embedded: embedded } = responseObject(one);
  const version = isJsonObject(embedded) ? embedded.version : undefined;
  return isSuccessResponse(one) && isJsonObject(version) && version.number === pacticipantVersionNumber;
}

/** The client stops at the first failure, in its own order. */
function assertAllPublished(pacts: readonly PactFile[], { log, output }: BrokerRun): void {
  const publications = log.filter(isPublishRequest);
  const failed = publications.find((one) => !isPublished(one));
  const published = publications.filter(isPublished).map(({ request }) => publishedContract(request)[0]);
  const missing = pacts.filter(
    (pact) => !published.some((contract) => contract !== undefined && isPactOf(pact, contract)),
  );
  if (missing.length === 0) return;
  const contract = failed === undefined ? undefined : publishedContract(failed.request)[0];
  const failedPact = contract === undefined ? undefined : pacts.find((pact) => isPactOf(pact, contract));
  const first = failed ?? log.find((one) => !isSuccessResponse(one));
  const names = (failedPact === undefined ? missing : [failedPact]).map(({ file }) => file).join(', ');
  if (first === undefined) throw new KitError('broker-cli-failed', `${names}: not published:\n${output.trim()}`);
  if (isSuccessResponse(first))
    throw new KitError('broker-unusable', `${names}: not published: the response names no version with this pact`);
  throw new KitError('broker-rejected', `${names}: not published: ${errorText(first)}`, conflictFix(first));
}

/** A broker also responds with 409 to a name similar to a known one, and then says itself how to fix it. */
function conflictFix(failed: BrokerExchange): { readonly fix?: string } {
  const { outcome } = failed;
  if (outcome.kind !== 'response' || outcome.status !== 409 || !/content/i.test(errorText(failed))) return {};
  return {
    fix: 'This version is already published with different content. Publish under the version of a new commit, and keep random data out of pacts.',
  };
}

function brokerNotices({ outcome }: BrokerExchange): readonly string[] {
  const json = outcome.kind === 'response' && isJsonObject(outcome.json) ? outcome.json : {};
  if (!isJsonArray(json.notices)) return [];
  return json.notices.filter(isJsonObject).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

/**
 * Reads files and the `.json` files of folders. Throws `pact-unreadable`, `pact-unverifiable`, `pact-unpublishable`.
 */
async function readPublishablePacts(sources: readonly string[]): Promise<readonly PactFile[]> {
  const { pacts } = await readPactSources(sources);
  pacts.forEach(assertNamed);
  pacts.forEach(rejectGenerated);
  assertVerifiable(...pacts);
  rejectDuplicatePair(pacts);
  return pacts;
}

function assertNamed(pact: PactFile): void {
  for (const role of ['consumer', 'provider'] as const) {
    const participant = pact.value[role];
    const name = isJsonObject(participant) ? participant.name : undefined;
    if (typeof name !== 'string' || name.trim() === '')
      throw new KitError('pact-unreadable', `the pact does not name its ${role}`, {
        where: formatPlace(pact, `/${role}`),
      });
  }
}

/** A generated pact repeats the contract and expresses no consumer's needs, so it must not be published. */
function rejectGenerated(pact: PactFile): void {
  const { metadata } = pact.value;
  const kitMetadata = isJsonObject(metadata) ? metadata['plant-store'] : undefined;
  // The native client writes metadata as strings.
  if (!isJsonObject(kitMetadata) || String(kitMetadata.generated) !== 'true') return;
  throw new KitError('pact-unpublishable', 'it was generated from the contract, not by the tests of a consumer', {
    where: formatPlace(pact, '/metadata/plant-store'),
  });
}

/** The native client would merge two pacts of the same participants, or drop parts of one. */
function rejectDuplicatePair(pacts: readonly PactFile[]): void {
  const seen = new Map<string, PactFile>();
  for (const pact of pacts) {
    const pair = JSON.stringify([pact.consumer, pact.provider]);
    const first = seen.get(pair);
    if (first !== undefined)
      throw new KitError(
        'pact-unpublishable',
        `${first.file} is also a pact between ${pact.consumer} and ${pact.provider}; a version can have only one`,
        { where: `${pact.file}:1` },
      );
    seen.set(pair, pact);
  }
}

function formatPlace(pact: PactFile, pointer: string): string {
  return `${pact.file}:${placeInPact(pact, pointer).line}`;
}
