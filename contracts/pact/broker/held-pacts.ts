/**
 * The pacts that come from the broker for a verification. Each is checked, tagged and kept on its way to the verifier,
 * so that afterwards every interaction can be accounted for.
 */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { refuseUnverifiable } from '../file/guards.ts';
import { type PactFile, pactIn } from '../file/pact-file.ts';
import { tagged } from '../file/tagged-pact.ts';
import { belowBroker } from './addresses.ts';
import type { BrokerAnswer, BrokerFailure, BrokerRequest } from './relayed.ts';

/** An entry of the broker's answer to "what am I to verify". */
export interface ListedPact {
  /** Below the broker's base URL. */
  readonly path: string;
  /** Such as `Pact between web (1.2.0) and plant-store`. */
  readonly name: string;
  readonly isPending: boolean;
  readonly isWip: boolean;
}

export interface HeldPact extends ListedPact {
  readonly pact: PactFile;
  /** Below the broker's base URL: where its result goes. */
  readonly resultPath: string | undefined;
}

export interface RefusedPact extends ListedPact {
  readonly error: KitError;
}

export interface HeldPacts {
  /** Undefined until the broker has said what is to be verified. */
  readonly listed: readonly ListedPact[] | undefined;
  /** In the order in which the verifier got them; the index is that of their tags. */
  readonly held: readonly HeldPact[];
  readonly refused: readonly RefusedPact[];
  /** Of an answer of the broker: the text that the verifier gets in its place. */
  take(asked: BrokerRequest, answer: BrokerAnswer): string | BrokerFailure;
}

export interface Holding {
  readonly brokerUrl: string;
  readonly provider: string;
  /** Whether pacts may be pending; where they may not, the broker was not asked which are. */
  readonly pending: boolean;
  /** What the tags begin with. */
  readonly pass: string;
  /** Of each pact, right before it is held. Throws a KitError for one that cannot be verified in this run. */
  readonly accept: (pact: PactFile) => void;
}

export function holdPacts(holding: Holding): HeldPacts {
  let listed: readonly ListedPact[] | undefined;
  const held: HeldPact[] = [];
  const refused: RefusedPact[] = [];
  const hold = (entry: ListedPact, answer: BrokerAnswer): string | BrokerFailure => {
    try {
      const one = heldPact(entry, answer, holding);
      const text = tagged(one.pact, holding.pass, held.length);
      holding.accept(one.pact);
      held.push(one);
      return text;
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      refused.push({ ...entry, error });
      return { kind: 'failure', because: 'guarded', reason: `${error.title}: ${error.detail}` };
    }
  };
  return {
    get listed() {
      return listed;
    },
    held,
    refused,
    take(asked, answer) {
      if (isList(asked)) {
        listed = listIn(answer, holding);
        return listed === undefined ? unlisted() : answer.text;
      }
      const entry = asked.method === 'GET' ? listed?.find(({ path }) => path === asked.path) : undefined;
      return entry === undefined ? answer.text : hold(entry, answer);
    },
  };
}

function isList({ method, path }: BrokerRequest): boolean {
  return method === 'POST' && /^\/pacts\/provider\/[^/]+\/for-verification$/.test(path);
}

function unlisted(): BrokerFailure {
  return {
    kind: 'failure',
    because: 'unusable',
    reason: 'the answer of the broker holds no list of pacts to verify',
  };
}

/** Of a list that it cannot read the verifier says that there are no pacts. */
function listIn(
  { json }: BrokerAnswer,
  { brokerUrl, pending }: Pick<Holding, 'brokerUrl' | 'pending'>,
): readonly ListedPact[] | undefined {
  const embedded = isJsonObject(json) ? json._embedded : undefined;
  const pacts = isJsonObject(embedded) ? embedded.pacts : undefined;
  if (!isJsonArray(pacts)) return undefined;
  const entries = pacts.map((entry) => listedPact(entry, brokerUrl));
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  // Listed twice, a pact must hold if it must in one of the places.
  const isFirm = ({ path }: ListedPact) => entries.some((one) => one.path === path && !one.isPending);
  return entries.map((entry) => ({ ...entry, isPending: pending && !isFirm(entry) }));
}

function listedPact(entry: Json, brokerUrl: string): ListedPact | undefined {
  const { verificationProperties: properties, shortDescription } = isJsonObject(entry) ? entry : {};
  const { href, name } = linkIn(entry, 'self');
  if (typeof href !== 'string' || typeof shortDescription !== 'string') return undefined;
  // The relay says what is wrong with a link that leads elsewhere, as soon as it is followed.
  const path = belowBroker(href, brokerUrl) ?? href;
  const { pending, wip } = isJsonObject(properties) ? properties : {};
  return {
    path,
    name: typeof name === 'string' ? name : path,
    isPending: pending === true,
    isWip: wip === true,
  };
}

function heldPact(
  entry: ListedPact,
  { text, json }: BrokerAnswer,
  { brokerUrl, provider }: Pick<Holding, 'brokerUrl' | 'provider'>,
): HeldPact {
  const pact = pactIn(`${brokerUrl}${entry.path}`, text);
  // A broker may look names up regardless of case.
  if (pact.provider.toLowerCase() !== provider.toLowerCase())
    throw new KitError('pact-unverifiable', `received a pact with ${pact.provider}, not with ${provider}`);
  refuseUnverifiable(pact);
  const { href } = linkIn(json, 'pb:publish-verification-results');
  return { ...entry, pact, resultPath: typeof href === 'string' ? belowBroker(href, brokerUrl) : undefined };
}

function linkIn(document: Json | undefined, relation: string): JsonObject {
  const links = isJsonObject(document) ? document._links : undefined;
  const link = isJsonObject(links) ? links[relation] : undefined;
  return isJsonObject(link) ? link : {};
}
