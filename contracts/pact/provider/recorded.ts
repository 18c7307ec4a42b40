/** What went through the recording proxy: which interaction of which pact, and the exchange byte for byte. */
import type { Exchange, SentRequest } from '../../conformance/model/exchange.ts';

export interface Recorded {
  /** The index of the pact among those that are verified together. */
  readonly pact: number;
  /** The index of the interaction in its pact. */
  readonly interaction: number;
  /** As the verifier sent it, a stand-in in the place of each credential; body and headers otherwise to the byte. */
  readonly exchange: Exchange;
  /** As it went out, credentials included: for judging alone, never kept longer or shown. */
  readonly sent?: Pick<SentRequest, 'url' | 'body'>;
  /** The real credentials went out with it. */
  readonly isAuthorised: boolean;
}
