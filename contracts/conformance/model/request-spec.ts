/** The parts of a case: the request before credentials are added, fresh values, tolerated responses. */
import type { CredentialTemplate } from '../../../shell/credential-form.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { SecurityScheme } from '../../../spec/model/contract.ts';
import type { UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { BodyPath } from '../../http/json-path.ts';
import type { Delivery } from './exchange.ts';

/**
 * `accept`: valid, so a declared success. `reject`: invalid, so a declared client error. `deny`: without valid
 * credentials, so never a success. `unspecified`: the contract does not say; reported, never failed.
 */
export type Expectation = 'accept' | 'reject' | 'deny' | 'unspecified';

/** A response that the contract allows for this case, and why. */
export interface ToleratedResponse {
  readonly status: number | 'declared client error';
  readonly reason: string;
  /** The implementation is known to respond so, and may: not even a warning. */
  readonly isExpected?: boolean;
}

/** A request before credentials are added. */
export interface RequestSpec {
  /** Relative to the base URL, including the query. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  /** The value of the body, when it is JSON. */
  readonly value: Json | undefined;
  readonly credentials: CredentialPlan;
  /** `whole` by default. */
  readonly delivery?: Delivery;
  /** The operation's method by default. */
  readonly method?: string;
  /** Spelling of all header names, which are case-insensitive; as given by default. */
  readonly headerNames?: 'lower case' | 'upper case';
  /** By default a request without User-Agent gets that of the kit. */
  readonly omitsUserAgent?: boolean;
  /** The record that the request is about could not be created before it. */
  readonly mayNotExist?: boolean;
  /** Where the body has a generated value for a property that only the implementation may set (`readOnly`). */
  readonly readOnlyPath?: BodyPath;
  /** A sentence of the contract says that such a body is accepted. */
  readonly isAcceptanceStated?: boolean;
  /** The files of a multipart form. */
  readonly files?: readonly UploadedFile[];
}

/**
 * Valid credentials, those of another security alternative, or an alternative with the value of one scheme replaced.
 */
export type CredentialPlan = 'right' | CredentialAlternative | CredentialChange;

export interface CredentialAlternative {
  /** Each gets its valid credential; empty for a request without credentials. */
  readonly schemes: readonly SecurityScheme[];
  /** The credentials are those of the second user. */
  readonly user?: 'other';
}

export interface CredentialChange {
  /** All schemes of the security alternative. */
  readonly schemes: readonly SecurityScheme[];
  readonly scheme: SecurityScheme;
  readonly value: CredentialValue;
}

export type CredentialValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly text: string }
  /** The valid secret, but in a place that the contract does not name. */
  | {
      readonly kind: 'misplaced';
      readonly in: 'header' | 'query' | 'cookie' | 'body';
      readonly name: string;
      /** The secret itself by default. */
      readonly template?: CredentialTemplate;
    }
  /** A header, parameter or cookie derived from the valid secret. */
  | { readonly kind: 'derived'; readonly template: CredentialTemplate };

/** Values that no case of this run or of an earlier run has used. */
export interface FreshValues {
  /** The values of the contract stay unchanged: this implementation accepts only its examples. */
  readonly isVerbatim?: boolean;
  /** Optional texts and those with a pattern are regenerated too: this implementation rejects repeated values. */
  readonly regeneratesTexts?: boolean;
  /** Texts end with a word, also where the example has another shape. */
  readonly appendsWords?: boolean;
  /** The key of the record: in the shape of an example; fixed where no other is accepted. */
  readonly key?: { readonly property: string; readonly isFixed: boolean; next(): Json | undefined } | undefined;
  /** Names of the run's fixture records, which stay unchanged. */
  readonly preservedNames?: ReadonlySet<Json>;
  /** A number that the implementation accepted in this run. */
  acceptedNumber(): number;
  /** A new integer from 1,000,000 to 2^31-1. */
  number(): number;
  /** A short new word of letters and digits. */
  word(): string;
  /** Receives each text that was made in the shape of an example. */
  recordText?(text: string): void;
  uuid(): string;
  /**
   * An index below `size` that this run has not drawn for this size, for schemas with few values; undefined when all
   * are drawn.
   */
  nextIndex(size: number): number | undefined;
}
