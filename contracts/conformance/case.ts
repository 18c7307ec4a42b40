/** A case: one request to send and what the contract demands of the answer. */
import type { Operation, Place, SecurityScheme } from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import type { HeaderLine } from '../headers.ts';
import type { Delivery } from './exchange.ts';

/**
 * `accept`: valid, so a declared success. `reject`: invalid, so a declared client error. `refuse`: without the right
 * credentials, so never a success. `silent`: the contract does not say; reported, never failed.
 */
export type Expectation = 'accept' | 'reject' | 'refuse' | 'silent';

export interface Case {
  /** Stable over runs: `createPlant/missing-property/body.name`. */
  readonly id: string;
  readonly operation: Operation;
  readonly family: string;
  readonly expectation: Expectation;
  /** The one thing that makes it, in words: `the property "name" is left out`. */
  readonly mutation: string;
  /** What it rests on in the contract. */
  readonly place: Place;
  /** Cases of one family with the same cause fold into one finding: the property, or what was done to the message. */
  readonly topic: string;
  readonly open: readonly OpenAnswer[];
  /** What is the same in every run, and may be refused as a duplicate by a store that refuses them. */
  readonly fixed: 'number' | 'text' | undefined;
  /** What goes out beside it, where more than one request makes the case. */
  readonly company?: Company | undefined;
  /** The request, with fresh ids each time. */
  build(fresh: Fresh): Draft;
  /** For what was drawn at random: like it but simpler, the simplest first. */
  simpler?(): Iterable<Case>;
}

/** A case with company has a connection of its own, and is judged like any other. */
export interface Company {
  /** Sent before it, one after the other, on its connection. */
  before?(judged: Draft, fresh: Fresh): readonly Draft[];
  /** What comes before is to be refused; where it is not, what it has left behind may weigh on this one. */
  readonly isRefusedBefore?: boolean;
  /** The cookies that the answers before it have set come along. */
  readonly cookies?: boolean;
  /** It is sent so many times at the same moment, each on a connection of its own and each judged. */
  readonly atOnce?: number;
  /** It is sent so many times, one after the other, each judged. */
  readonly inARow?: number;
  /** What comes on the connection after the answer is looked for. */
  readonly watched?: boolean;
  /** Most of its time is a pause of ours, in which nothing is under way. */
  readonly paused?: boolean;
}

/** An answer that the contract leaves open for this case, and why. */
export interface OpenAnswer {
  readonly status: number | 'declared client error';
  readonly because: string;
  /** The implementation has shown that it answers so, and may: not even worth advice. */
  readonly isExpected?: boolean;
}

/** A request before the credentials are put in. */
export interface Draft {
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
}

/** The right credentials, or those of one alternative of the contract with one scheme's replaced. */
export type CredentialPlan = 'right' | CredentialChange;

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
  /**
   * The header, parameter or cookie made from the right secret; `shell` writes it with `$PLANT_STORE_TOKEN`, as it stands
   * between double quotes.
   */
  | { readonly kind: 'derived'; readonly shell: string; from(secret: string): string };

/** Numbers that no case of this run or of a run before it has used. */
export interface Fresh {
  /** Values are to stay as the contract has them: this implementation takes its examples and no others. */
  readonly isFrozen?: boolean;
  /** A number that the implementation has accepted in this run. */
  known(): number;
  /** A new whole number from 1,000,000 to 2^31-1. */
  number(): number;
  /** A short new word of letters and digits. */
  word(): string;
  uuid(): string;
}
