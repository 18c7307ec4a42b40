/** What a case is made of: a request before the credentials are put in, fresh values, answers that are left open. */
import type { CredentialTemplate } from '../../../shell/credential-form.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { SecurityScheme } from '../../../spec/model/contract.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { BodyPath } from '../../http/json-path.ts';
import type { Delivery } from './exchange.ts';

/**
 * `accept`: valid, so a declared success. `reject`: invalid, so a declared client error. `refuse`: without the right
 * credentials, so never a success. `silent`: the contract does not say; reported, never failed.
 */
export type Expectation = 'accept' | 'reject' | 'refuse' | 'silent';

/** An answer that the contract leaves open for this case, and why. */
export interface ToleratedResponse {
  readonly status: number | 'declared client error';
  readonly reason: string;
  /** The implementation has shown that it answers so, and may: not even worth advice. */
  readonly isExpected?: boolean;
}

/** A request before the credentials are put in. */
export interface RequestSpec {
  /** Below the base URL, query included. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  /** What the body means, where it is JSON. */
  readonly value: Json | undefined;
  readonly credentials: CredentialPlan;
  /** `whole` unless told. */
  readonly delivery?: Delivery;
  /** That of the operation unless told. */
  readonly method?: string;
  /** What it is about could not be made before it. */
  readonly mayNotExist?: boolean;
  /** Where its body has a value of ours for what only the implementation may set. */
  readonly readOnlyPath?: BodyPath;
}

/** The right credentials, those of another alternative of the contract, or those of one with one scheme's replaced. */
export type CredentialPlan = 'right' | CredentialAlternative | CredentialChange;

export interface CredentialAlternative {
  /** Each with its right credential; none for a request without credentials. */
  readonly schemes: readonly SecurityScheme[];
}

export interface CredentialChange {
  /** All schemes of the alternative. */
  readonly schemes: readonly SecurityScheme[];
  readonly scheme: SecurityScheme;
  readonly value: CredentialValue;
}

export type CredentialValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly text: string }
  /** The right secret, but in a place that the contract does not name. */
  | {
      readonly kind: 'misplaced';
      readonly in: 'header' | 'query' | 'cookie' | 'body';
      readonly name: string;
    }
  /** The header, parameter or cookie made from the right secret. */
  | { readonly kind: 'derived'; readonly template: CredentialTemplate };

/** Numbers that no case of this run or of a run before it has used. */
export interface FreshValues {
  /** Values are to stay as the contract has them: this implementation takes its examples and no others. */
  readonly isVerbatim?: boolean;
  /** Optional texts and those of a pattern are made new too: this implementation refuses them a second time. */
  readonly regeneratesTexts?: boolean;
  /** Names of records of our own, which stay. */
  readonly preservedNames?: ReadonlySet<Json>;
  /** A number that the implementation has accepted in this run. */
  acceptedNumber(): number;
  /** A new whole number from 1,000,000 to 2^31-1. */
  number(): number;
  /** A short new word of letters and digits. */
  word(): string;
  uuid(): string;
}
