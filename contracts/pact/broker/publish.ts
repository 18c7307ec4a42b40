/** Publishes pacts: what counts is what the broker answered to each, and that it got the file to the byte. */
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
import { refuseUnverifiable } from '../file/guards.ts';
import { type PactFile, pactPlace } from '../file/pact-file.ts';
import { readSources } from '../file/sources.ts';
import { inTemporaryFolder } from '../native/process.ts';
import { type BrokerAccess, maskOf } from './access.ts';
import { type BrokerRun, runBroker } from './broker-cli.ts';
import {
  answered,
  type BrokerFailure,
  type BrokerRequest,
  isSuccess,
  type Relayed,
  refusal,
} from './relayed.ts';

interface Publication {
  readonly access: BrokerAccess;
  /** Files or folders. */
  readonly pacts: readonly string[];
  /** Of every consumer among them. */
  readonly version: string;
  readonly branch?: string | undefined;
  readonly tags: readonly string[];
  readonly buildUrl?: string | undefined;
}

interface Published {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: number;
}

export interface PublishResult {
  readonly published: readonly Published[];
  /** What the broker says of it, such as which webhooks it started. */
  readonly notices: readonly string[];
}

/** Throws a KitError unless the broker has taken every one of them. */
export async function publishPacts(publication: Publication): Promise<PublishResult> {
  const pacts = await publishable(publication.pacts);
  const run = await inTemporaryFolder('plant-store-publish-', (folder) =>
    publish(folder, pacts, publication),
  );
  refuseUnpublished(pacts, run);
  if (run.exitCode !== 0)
    throw new KitError('broker-cli-failed', `it ended with exit code 1:\n${run.output.trim()}`);
  return {
    published: pacts.map(({ file, consumer, provider, interactions }) => {
      return { file, consumer, provider, interactions: interactions.length };
    }),
    notices: run.log.filter(isPublication).flatMap(noticesOf).map(maskOf(publication.access)),
  };
}

/** The longest that one request can take, tries of the relay included. */
const REQUEST_MS = 60_000;

/** From copies: what is published is what was checked, also when the files change meanwhile. */
async function publish(folder: string, pacts: readonly PactFile[], options: Publication): Promise<BrokerRun> {
  const copies = pacts.map(({ text }, index) => ({ text, file: path.join(folder, `${index}.json`) }));
  await Promise.all(copies.map(({ file, text }) => writeFile(file, text, { mode: 0o600 })));
  const { access, version, branch, tags, buildUrl } = options;
  return runBroker({
    access,
    args: [
      'publish',
      ...copies.map(({ file }) => file),
      `--consumer-app-version=${version}`,
      ...(branch === undefined ? [] : [`--branch=${branch}`]),
      ...(tags.length === 0 ? [] : [`--tag=${tags.map(whole).join(',')}`]),
      ...(buildUrl === undefined ? [] : [`--build-url=${buildUrl}`]),
    ],
    edits: { outgoing: (asked) => withOwnContent(asked, pacts) },
    timeoutMs: (pacts.length + 1) * REQUEST_MS,
  });
}

/** The client takes one list of tags. */
function whole(tag: string): string {
  if (tag !== '' && !tag.includes(',')) return tag;
  throw new KitError('option-invalid', `--tag ${JSON.stringify(tag)}: expected a tag without a comma`);
}

/**
 * The client writes a pact anew and changes it: integers beyond 64 bit become doubles, metadata strings, and unknown
 * members go. The broker gets what the consumer's tests wrote.
 */
function withOwnContent(asked: BrokerRequest, pacts: readonly PactFile[]): BrokerRequest | BrokerFailure {
  const [contract, payload] = contractIn(asked);
  if (contract === undefined) return asked;
  const pact = pacts.find((one) => isOf(one, contract));
  if (pact === undefined)
    return { kind: 'failure', because: 'refused', reason: 'the client publishes a pact that was not given' };
  const content = Buffer.from(pact.text).toString('base64');
  const body = stringifyJson({ ...payload, contracts: [{ ...contract, content }] });
  return { ...asked, body: Buffer.from(body) };
}

/** Of a publication with one contract, which is how the client does it. */
function contractIn({
  method,
  body,
}: BrokerRequest): readonly [contract: JsonObject | undefined, payload: JsonObject] {
  const parsed = parseJsonBytes(body);
  const payload = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const [contract, ...others] = isJsonArray(payload.contracts) ? payload.contracts : [];
  const isOne = method === 'POST' && isJsonObject(contract) && others.length === 0;
  return [isOne ? contract : undefined, payload];
}

function isOf(pact: PactFile, { consumerName, providerName }: JsonObject): boolean {
  return pact.consumer === consumerName && pact.provider === providerName;
}

function isPublication({ asked }: Relayed): boolean {
  return contractIn(asked)[0] !== undefined;
}

/** The broker names the version that has the pact now; what answers otherwise, such as a proxy, has taken nothing. */
function isTaken(one: Relayed): boolean {
  const [, { pacticipantVersionNumber }] = contractIn(one.asked);
  const { _embedded: embedded } = answered(one);
  const version = isJsonObject(embedded) ? embedded.version : undefined;
  return isSuccess(one) && isJsonObject(version) && version.number === pacticipantVersionNumber;
}

/** The client stops at the first that fails, in an order of its own. */
function refuseUnpublished(pacts: readonly PactFile[], { log, output }: BrokerRun): void {
  const publications = log.filter(isPublication);
  const failed = publications.find((one) => !isTaken(one));
  const taken = publications.filter(isTaken).map(({ asked }) => contractIn(asked)[0]);
  const missing = pacts.filter(
    (pact) => !taken.some((contract) => contract !== undefined && isOf(pact, contract)),
  );
  if (missing.length === 0) return;
  const contract = failed === undefined ? undefined : contractIn(failed.asked)[0];
  const culprit = contract === undefined ? undefined : pacts.find((pact) => isOf(pact, contract));
  const first = failed ?? log.find((one) => !isSuccess(one));
  const names = (culprit === undefined ? missing : [culprit]).map(({ file }) => file).join(', ');
  if (first === undefined)
    throw new KitError('broker-cli-failed', `${names}: not published:\n${output.trim()}`);
  if (isSuccess(first))
    throw new KitError('broker-unusable', `${names}: not published: the answer names no version that has it`);
  throw new KitError('broker-refused', `${names}: not published: ${refusal(first)}`, fixFor(first));
}

/** A broker answers 409 as well to a name that is like one it has, and then says itself what to do. */
function fixFor(failed: Relayed): { readonly fix?: string } {
  const { outcome } = failed;
  if (outcome.kind !== 'answer' || outcome.status !== 409 || !/content/i.test(refusal(failed))) return {};
  return {
    fix: 'This version was published with another content before. A version stands for one content: publish under the version of a new commit, and keep random data out of pacts.',
  };
}

function noticesOf({ outcome }: Relayed): readonly string[] {
  const json = outcome.kind === 'answer' && isJsonObject(outcome.json) ? outcome.json : {};
  if (!isJsonArray(json.notices)) return [];
  return json.notices.filter(isJsonObject).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

/** Files, and the `.json` files of folders. Throws `pact-unreadable`, `pact-unverifiable`, `pact-unpublishable`. */
async function publishable(given: readonly string[]): Promise<readonly PactFile[]> {
  const { pacts } = await readSources(given);
  pacts.forEach(refuseUnnamed);
  pacts.forEach(refuseGenerated);
  pacts.forEach(refuseUnverifiable);
  refuseSamePair(pacts);
  return pacts;
}

function refuseUnnamed(pact: PactFile): void {
  for (const role of ['consumer', 'provider'] as const) {
    const participant = pact.value[role];
    const name = isJsonObject(participant) ? participant.name : undefined;
    if (typeof name !== 'string' || name.trim() === '')
      throw new KitError('pact-unreadable', `a pact names its ${role}`, { where: whereIs(pact, `/${role}`) });
  }
}

/** It says what the contract says, not what a consumer needs: published it would be a promise to nobody. */
function refuseGenerated(pact: PactFile): void {
  const { metadata } = pact.value;
  const ours = isJsonObject(metadata) ? metadata['plant-store'] : undefined;
  // The native client writes metadata back as strings.
  if (!isJsonObject(ours) || String(ours.generated) !== 'true') return;
  throw new KitError(
    'pact-unpublishable',
    'it was generated from the contract; no consumer stands behind it',
    {
      where: whereIs(pact, '/metadata/plant-store'),
    },
  );
}

/** The native client would merge the two into one, or drop parts of one. */
function refuseSamePair(pacts: readonly PactFile[]): void {
  const seen = new Map<string, PactFile>();
  for (const pact of pacts) {
    const pair = JSON.stringify([pact.consumer, pact.provider]);
    const first = seen.get(pair);
    if (first !== undefined)
      throw new KitError(
        'pact-unpublishable',
        `${first.file} is a pact between ${pact.consumer} and ${pact.provider} too; under one version there is one`,
        { where: `${pact.file}:1` },
      );
    seen.set(pair, pact);
  }
}

function whereIs(pact: PactFile, pointer: string): string {
  return `${pact.file}:${pactPlace(pact, pointer).line}`;
}
