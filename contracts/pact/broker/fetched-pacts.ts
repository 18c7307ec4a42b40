/**
 * The pacts that the verifier fetches from the broker. Each is validated, tagged and kept on its way to the verifier,
 * so that every interaction can be accounted for afterwards.
 */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { type PactFile, parsePact } from '../file/pact-file.ts';
import { tagInteractions } from '../file/tagged-pact.ts';
import { assertVerifiable } from '../file/validate-pact.ts';
import type { BrokerFailure, BrokerRequest, BrokerResponse } from './broker-exchange.ts';
import { pathBelowBroker } from './link-rewriter.ts';

/** An entry of the broker's list of pacts to verify. */
export interface ListedPact {
  /** Relative to the broker's base URL. */
  readonly path: string;
  /** For example `Pact between web (1.2.0) and plant-store`. */
  readonly name: string;
  readonly isPending: boolean;
  readonly isWorkInProgress: boolean;
}

export interface FetchedPact extends ListedPact {
  readonly pact: PactFile;
  /** Where its result is published, relative to the broker's base URL. */
  readonly resultPath: string | undefined;
}

export interface RejectedPact extends ListedPact {
  readonly error: KitError;
}

export interface FetchedPacts {
  /** Undefined until the broker has listed the pacts to verify. */
  readonly listed: readonly ListedPact[] | undefined;
  /** In the order in which the verifier fetched them; tags use this index. */
  readonly accepted: readonly FetchedPact[];
  readonly rejected: readonly RejectedPact[];
  /** Returns the text that the verifier gets instead of the broker's response. */
  handleResponse(request: BrokerRequest, response: BrokerResponse): string | BrokerFailure;
}

export interface FetchOptions {
  readonly brokerUrl: string;
  readonly provider: string;
  /** Whether pacts may be pending; if not, the broker was not queried for pending pacts. */
  readonly pending: boolean;
  /** The prefix of the interaction tags. */
  readonly tagPrefix: string;
  /** Called for each pact before it is accepted. Throws a KitError for one that cannot be verified in this run. */
  readonly onAccept: (pact: PactFile) => void;
}

export function createFetchedPacts(options: FetchOptions): FetchedPacts {
  let listed: readonly ListedPact[] | undefined;
  const accepted: FetchedPact[] = [];
  const rejected: RejectedPact[] = [];
  const acceptOrReject = (entry: ListedPact, response: BrokerResponse): string | BrokerFailure => {
    try {
      const one = parseFetchedPact(entry, response, options);
      const text = tagInteractions(one.pact, options.tagPrefix, accepted.length);
      options.onAccept(one.pact);
      accepted.push(one);
      return text;
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      rejected.push({ ...entry, error });
      return { kind: 'failure', category: 'rejected pact', reason: `${error.title}: ${error.detail}` };
    }
  };
  return {
    get listed() {
      return listed;
    },
    accepted,
    rejected,
    handleResponse(request, response) {
      if (isListRequest(request)) {
        listed = parseList(response, options);
        return listed === undefined ? missingListFailure() : response.text;
      }
      const entry = request.method === 'GET' ? listed?.find(({ path }) => path === request.path) : undefined;
      return entry === undefined ? response.text : acceptOrReject(entry, response);
    },
  };
}

function isListRequest({ method, path }: BrokerRequest): boolean {
  return method === 'POST' && /^\/pacts\/provider\/[^/]+\/for-verification$/.test(path);
}

function missingListFailure(): BrokerFailure {
  return {
    kind: 'failure',
    category: 'unusable',
    reason: 'the response of the broker contains no list of pacts to verify',
  };
}

/** The verifier reports no pacts for a list that it cannot parse, so an invalid list is a failure here. */
function parseList(
  { json }: BrokerResponse,
  { brokerUrl, pending }: Pick<FetchOptions, 'brokerUrl' | 'pending'>,
): readonly ListedPact[] | undefined {
  const embedded = isJsonObject(json) ? json._embedded : undefined;
  const pacts = isJsonObject(embedded) ? embedded.pacts : undefined;
  if (!isJsonArray(pacts)) return undefined;
  const entries = pacts.map((entry) => parseListedPact(entry, brokerUrl));
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  // A pact that is listed twice is pending only if both entries are.
  const isRequired = ({ path }: ListedPact) => entries.some((one) => one.path === path && !one.isPending);
  return entries.map((entry) => ({ ...entry, isPending: pending && !isRequired(entry) }));
}

function parseListedPact(entry: Json, brokerUrl: string): ListedPact | undefined {
  const { verificationProperties: properties, shortDescription } = isJsonObject(entry) ? entry : {};
  const { href, name } = readLink(entry, 'self');
  if (typeof href !== 'string' || typeof shortDescription !== 'string') return undefined;
  // The proxy reports a foreign link when it is followed.
  const path = pathBelowBroker(href, brokerUrl) ?? href;
  const { pending, wip } = isJsonObject(properties) ? properties : {};
  return {
    path,
    name: typeof name === 'string' ? name : path,
    isPending: pending === true,
    isWorkInProgress: wip === true,
  };
}

function parseFetchedPact(
  entry: ListedPact,
  { text, json }: BrokerResponse,
  { brokerUrl, provider }: Pick<FetchOptions, 'brokerUrl' | 'provider'>,
): FetchedPact {
  const pact = parsePact(`${brokerUrl}${entry.path}`, text);
  // Brokers may compare names case-insensitively.
  if (pact.provider.toLowerCase() !== provider.toLowerCase())
    throw new KitError('pact-unverifiable', `received a pact for the provider ${pact.provider} instead of ${provider}`);
  assertVerifiable(pact);
  const { href } = readLink(json, 'pb:publish-verification-results');
  return {
    ...entry,
    pact,
    resultPath: typeof href === 'string' ? pathBelowBroker(href, brokerUrl) : undefined,
  };
}

function readLink(document: Json | undefined, relation: string): JsonObject {
  const links = isJsonObject(document) ? document._links : undefined;
  const link = isJsonObject(links) ? links[relation] : undefined;
  return isJsonObject(link) ? link : {};
}
