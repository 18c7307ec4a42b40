/** What was asked of a list, for the checks that hold its answer against it. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';

export type ListQuery = { readonly shape: ListShape; readonly parameter: Parameter } & (
  | { readonly kind: 'limit'; readonly limit: number }
  /** Asked for the whole again, after its pages. */
  | ({ readonly kind: 'pages' } & ListPages)
  /** Asked once more for a page far behind, of which nothing that it has shown could be read. */
  | { readonly kind: 'made up'; readonly seenNames: readonly string[]; readonly page: number }
  | ({ readonly kind: 'filter' } & ListQueryFilter)
  /** Asked for the whole again: whether what the filter did not bring is still there. */
  | ({ readonly kind: 'left out'; readonly record: Json } & ListQueryFilter)
  /** A bound within which no number above zero is. */
  | {
      readonly kind: 'bound';
      readonly property: string;
      readonly side: 'from' | 'to';
      readonly bound: number;
    }
  /** Asked for the first page, or then for the whole again, since that page was not the beginning of the whole before. */
  | {
      readonly kind: 'start';
      /** That page, where the whole is asked for. */
      readonly firstPage: readonly Json[] | undefined;
      /** What it is sorted by. */
      readonly sortProperty: string | undefined;
      readonly limit: number;
    }
  | { readonly kind: 'sort'; readonly property: string; readonly direction: 'up' | 'down' | undefined }
);

export interface ListPages {
  /** What was on each of them. */
  readonly pages: readonly (readonly Json[])[];
  /** The whole before them. */
  readonly wholeBefore: readonly Json[];
  /** The last one was the end, and the first the beginning. */
  readonly isComplete: boolean;
}

export interface ListQueryFilter {
  readonly property: string;
  readonly value: Json;
  /**
   * The values are few or names, asked for alone or as a list of which any will do; any text may also be looked for as a
   * part; a number or a flag may mean more than itself.
   */
  readonly comparison: 'itself' | 'any of these' | 'a part' | 'a bound' | 'a flag';
}

/** Where the records of an answer are, and what they are called. */
export interface ListShape {
  readonly item: Schema;
  /** The property that names a record. */
  readonly idName: string | undefined;
  /** Undefined where there is no list. */
  itemsIn(body: Json | undefined): readonly Json[] | undefined;
  /** Undefined where it cannot be told. */
  nameOf(item: Json): string | undefined;
}
