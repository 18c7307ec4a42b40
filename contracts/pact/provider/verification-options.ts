/** The resolved options of a verification, and what its proxy records. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Exchange, SentRequest } from '../../conformance/model/exchange.ts';
import type { Credentials } from '../../options/credentials.ts';

export interface PactVerificationOptions {
  /** An http or https URL, with or without a base path. */
  readonly baseUrl: URL;
  /** Inserted where interactions need them. Never shown. */
  readonly credentials: Credentials;
  readonly contract: Contract;
  /** Time limit of each response in milliseconds; default 5,000. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of one verifier run in milliseconds; by default the sum of the limits of its interactions. */
  readonly deadlineMs?: number | undefined;
  /** PEM certificates to trust for an https implementation. */
  readonly ca?: string | undefined;
  /** A `pact` binary to use instead of the one from @pact-foundation/pact-cli. */
  readonly binary?: string | undefined;
  /** The user's endpoint that sets up provider states; without it the built-in provider states do nothing. */
  readonly statesUrl?: string | undefined;
  /** Values for the generators of interactions, by name; those of the endpoint win over them. */
  readonly stateValues?: Readonly<Record<string, Json>> | undefined;
  /** The same seed gives the same fresh values; without a seed they differ for each verification. */
  readonly freshValueSeed?: string | undefined;
}

export const DEFAULT_PACT_TIMEOUT_MS = 5_000;

/** An exchange that the recording proxy recorded, byte for byte, and its interaction. */
export interface RecordedExchange {
  /** The index of the pact in the verification. */
  readonly pact: number;
  /** The index of the interaction in its pact. */
  readonly interaction: number;
  /** As the verifier sent it, with a placeholder for each credential; everything else is unchanged. */
  readonly exchange: Exchange;
  /** As sent, including credentials: only for checks, never stored longer or shown. */
  readonly sentRequest?: Pick<SentRequest, 'url' | 'body'>;
  /** The request was sent with real credentials. */
  readonly hasRealCredentials: boolean;
}
