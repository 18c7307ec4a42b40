/** What a list request queried, for the checks on its response. */
import type { ListOrder } from '../../../spec/described/list-orders.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import type { Exchange } from './exchange.ts';

export type ListQuery = WholeListQuery | StatedOrderQuery | ParameterQuery;

/** The whole list, without a parameter that selects a part of it. */
interface WholeListQuery {
  readonly kind: 'whole';
  readonly shape: ListShape;
}

/** The list in the order that the contract states for it, without a parameter that sorts. */
interface StatedOrderQuery extends ListOrder {
  readonly kind: 'stated order';
  readonly shape: ListShape;
}

type ParameterQuery = { readonly shape: ListShape; readonly parameter: Parameter } & (
  | { readonly kind: 'limit'; readonly limit: number; readonly isDefault?: boolean }
  /** The whole list, read again after its pages. */
  | ({ readonly kind: 'pages' } & ListPages)
  /** A page far behind, read once more: none of the records that it showed before could be read by id. */
  | { readonly kind: 'invented'; readonly seenNames: readonly string[]; readonly page: number }
  | ({ readonly kind: 'filter' } & ListQueryFilter)
  /** The whole list, read again: is the record that the filter left out still there? */
  | ({ readonly kind: 'omitted'; readonly record: Json } & ListQueryFilter)
  /** A range bound that excludes numbers above zero. */
  | {
      readonly kind: 'bound';
      readonly property: string;
      readonly side: 'from' | 'to';
      readonly bound: number;
    }
  /** The first page; then the whole list again, when that page was not the beginning of the whole list before. */
  | {
      readonly kind: 'start';
      /** That page, when this request reads the whole list. */
      readonly firstPage: readonly Json[] | undefined;
      /** The property that the list is sorted by. */
      readonly sortProperty: string | undefined;
      readonly limit: number;
    }
  | { readonly kind: 'sort'; readonly property: string; readonly direction: 'up' | 'down' | undefined }
);

export interface ListPages {
  /** The items of each page. */
  readonly pages: readonly (readonly Json[])[];
  /** The requests for the pages and their responses, in the same order. */
  readonly pageExchanges: readonly Exchange[];
  /** The whole list, read before the pages. */
  readonly wholeBefore: readonly Json[];
  /** What the pages cover: the list to its end, only its beginning, or another part. */
  readonly coverage: 'whole' | 'beginning' | 'unknown';
  /** The order that the request names, if any. */
  readonly order?: PagesOrder | undefined;
  /** The whole is shorter than another page of the same list, so that it has no further page. */
  readonly isWholeComplete?: boolean | undefined;
  /** The last page is empty, and its cursor leads to the same page. */
  readonly isEndless?: boolean | undefined;
  /** The pages are those behind the links to the next page. */
  readonly isLinked?: boolean | undefined;
}

export interface PagesOrder {
  readonly property: string;
  readonly direction: 'up' | 'down';
}

export interface ListQueryFilter {
  /** The number of records on the first page without the filter, where this request is for the first page too. */
  readonly wholeLength?: number;
  /** The total of the response is checked: it is no older than the list. */
  readonly checksTotal?: boolean;
  readonly property: string;
  /** The filter is this member of the parameter. */
  readonly member?: string;
  readonly value: Json;
  /**
   * How the implementation may compare: `itself` by equality (enums and ids); `any of these` with a list of values; `a
   * part` also as a substring; `a bound` also as a limit (numbers); `a flag` a boolean, which may have another
   * meaning; `from` and `to` as an inclusive bound, `before` as an exclusive one.
   */
  readonly comparison: 'exact' | 'any' | 'substring' | 'bound' | 'flag' | 'from' | 'to' | 'before';
  /** The description of the parameter says what it selects, not its name. */
  readonly isStated?: boolean;
}

/** Where the records of a response are, and how they are named. */
export interface ListShape {
  readonly item: Schema;
  /** The property that names a record. */
  readonly idName: string | undefined;
  /** Items show no id: their content names them, and two records may be equal. */
  readonly isNamedByContent: boolean;
  /** Why a parameter may select other records than its name says; undefined for the list of a collection. */
  readonly uncertainty: string | undefined;
  /** Undefined when there is no list. */
  itemsIn(body: Json | undefined): readonly Json[] | undefined;
  /** Canonical JSON of the id, or of the content; undefined when the item shows none. */
  nameOf(item: Json): string | undefined;
}
