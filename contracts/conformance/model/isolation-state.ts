/** What the second user should get where the contract excludes it from the records of the first one. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Exchange } from './exchange.ts';

export type IsolationState =
  /** No trace of what the first user was shown with the same request. */
  | { readonly expects: 'hidden from other user'; readonly rule: IsolationRule; readonly content: OwnContent }
  /** A list without the record of the first user. */
  | {
      readonly expects: 'not listed for other user';
      readonly rule: IsolationRule;
      readonly content: Pick<OwnContent, 'texts' | 'uniqueName'>;
      /** The item with its id. */
      findItem(exchange: Exchange): Json | undefined;
    }
  /** A rejection: the same request about a record that does not exist was rejected. */
  | { readonly expects: 'rejection for other user'; readonly rule: IsolationRule; readonly rejection: Exchange }
  /** The record as the first user was shown it before a request of the second one. */
  | {
      readonly expects: 'kept from other user';
      readonly rule: IsolationRule;
      readonly before: Exchange;
      /** The request of the second user. */
      readonly write: Exchange;
      /** Texts that only that request contained. */
      readonly sentTexts: readonly string[];
    };

/** Why the records are out of reach of another user. */
export interface IsolationRule {
  /** As in the contract; undefined where the user of the kit says so. */
  readonly sentence: string | undefined;
}

/** What shows that a response is about the record of the first user. */
export interface OwnContent {
  readonly shown: Exchange;
  /** Texts in it that the run generated for this record, and that are not in the path. */
  readonly texts: readonly string[];
  /** The name in the path that no other record can have, such as a UUID; undefined where there is none. */
  readonly uniqueName: string | undefined;
  /** The path ends with it: the response is the record itself, and nothing that each user may have of it. */
  readonly isRecord: boolean;
}
