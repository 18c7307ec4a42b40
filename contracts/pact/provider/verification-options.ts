/** What a verification is given, once the options are read and the pacts are known, and what its proxy records. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { Exchange, SentRequest } from '../../conformance/model/exchange.ts';
import type { Credentials } from '../../options/credentials.ts';

export interface PactVerificationOptions {
  /** http or https, with or without a base path. */
  readonly baseUrl: URL;
  /** Put in where interactions ask for them. Never shown. */
  readonly credentials: Credentials;
  readonly contract: Contract;
  /** Milliseconds for each answer; 5000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one run of the verifier; unless told, what its interactions may take. */
  readonly deadlineMs?: number | undefined;
  /** PEM certificates to trust for an https implementation. */
  readonly ca?: string | undefined;
  /** Another `pact` binary than the one of @pact-foundation/pact-cli. */
  readonly binary?: string | undefined;
  /** The endpoint of the implementation's team that sets up provider states; the built-in ones do nothing. */
  readonly statesUrl?: string | undefined;
  /** The same gives the same fresh values; without it each verification has its own. */
  readonly freshValueSeed?: string | undefined;
}

export const DEFAULT_PACT_TIMEOUT_MS = 5_000;

/** What went through the recording proxy: which interaction of which pact, and the exchange byte for byte. */
export interface RecordedExchange {
  /** The index of the pact among those that are verified together. */
  readonly pact: number;
  /** The index of the interaction in its pact. */
  readonly interaction: number;
  /** As the verifier sent it, a stand-in in the place of each credential; body and headers otherwise to the byte. */
  readonly exchange: Exchange;
  /** As it went out, credentials included: for judging alone, never kept longer or shown. */
  readonly sentRequest?: Pick<SentRequest, 'url' | 'body'>;
  /** The real credentials went out with it. */
  readonly hasRealCredentials: boolean;
}
