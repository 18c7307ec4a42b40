/**
 * What a schema demands of every value alike, as far as Pact can say it: `oneOf` and `anyOf` have no matcher, so of
 * alternatives there is what all of them share. What is left out here is left to the check against the contract.
 */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { TypeName } from '../../../../spec/model/schema.ts';

export interface Shape {
  /** Undefined where every type may come. */
  readonly types: ReadonlySet<TypeName> | undefined;
  /** The declared values. */
  readonly values: readonly Json[] | undefined;
  /** Regular expressions that every text matches. */
  readonly texts: readonly string[];
  /** Whole numbers that are all within ±10^15, where every spelling of them is known to the verifier. */
  readonly isNarrow: boolean;
  /** Lazily: schemas may lead back to themselves. */
  readonly required: ReadonlyMap<string, () => Shape>;
  /** Of every value of an object that is a map. */
  readonly entries: (() => Shape) | undefined;
  /** A value for such an entry: samples of maps are empty. */
  readonly entrySample: (() => Json | undefined) | undefined;
  readonly items: (() => Shape) | undefined;
  readonly minItems: number;
}

export const anything: Shape = {
  types: undefined,
  values: undefined,
  texts: [],
  isNarrow: false,
  required: new Map(),
  entries: undefined,
  entrySample: undefined,
  items: undefined,
  minItems: 0,
};
