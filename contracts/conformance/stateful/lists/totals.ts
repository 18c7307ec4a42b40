/** The totals that responses of a list give, and the number of records that they may give. */
import {
  isInteger,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
} from '../../../../spec/json/exact-json.ts';
import type { MediaType, Response } from '../../../../spec/model/contract.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import type { ReceivedResponse } from '../../model/exchange.ts';
import type { ListPages, ListShape } from '../../model/list-query.ts';
import { recordNames } from './list-shape.ts';

export interface RecordCount {
  /** Records that were in the list before and after its pages were read. */
  readonly minimum: number;
  /** Their number, if no others appeared and the pages cover the list. */
  readonly exact: number | undefined;
}

export function countRecords(
  { wholeBefore, pages, coverage }: ListPages,
  after: readonly Json[],
  shape: ListShape,
): RecordCount {
  const [before, paged, later] = [wholeBefore, pages.flat(), after].map((items) => new Set(recordNames(items, shape)));
  if (before === undefined || paged === undefined || later === undefined) return { minimum: 0, exact: undefined };
  const minimum = before.intersection(later).size;
  const isSame = coverage === 'whole' && [before, paged].every(({ size }) => size === later.size);
  const isUnchanged = isSame && minimum === later.size && paged.isSubsetOf(later) && after.length === later.size;
  return { minimum, exact: isUnchanged ? minimum : undefined };
}

export interface Total {
  readonly name: string;
  readonly value: number;
  readonly isHeader: boolean;
  /** The contract says that it counts the records of all pages, as `X-Total-Count` does, or its description. */
  readonly isStated: boolean;
}

/** A total that only has its name may count hidden records too. */
export function isPossibleTotal({ value, isStated }: Total, { minimum, exact }: RecordCount): boolean {
  return isStated && exact !== undefined ? value === exact : value >= minimum;
}

/** What the contract declares for the response. */
interface DeclaredTotals {
  readonly declared: Response | undefined;
  readonly media: MediaType | undefined;
}

/** Whether a total on a page differs from the list: one from a cache is right after a moment. */
export function hasUnexpectedTotal(listPages: ListPages, shape: ListShape): boolean {
  const counted = countRecords(listPages, listPages.wholeBefore, shape);
  return listPages.pageExchanges.some(({ outcome }) => {
    const totals = outcome.kind === 'response' ? totalsIn(outcome.response) : [];
    return totals.some((total) => !isPossibleTotal({ ...total, isStated: true }, counted));
  });
}

export function findTotals(response: ReceivedResponse, { declared, media }: DeclaredTotals): readonly Total[] {
  const isHeaderDeclared = declared?.headers.some(({ name }) => isTotalHeader(name)) === true;
  const properties = media?.schema === undefined ? undefined : declaredProperties(media.schema);
  return totalsIn(response)
    .filter(({ isHeader }) => isHeaderDeclared || !isHeader)
    .map((total) => {
      const { description = '' } = properties?.get(total.name) ?? {};
      return { ...total, isStated: total.isHeader || COUNT_OF_ALL.test(description) };
    });
}

export function totalsIn({ headers, body }: ReceivedResponse): readonly Omit<Total, 'isStated'>[] {
  const inHeaders = headers.filter(([name, value]) => isTotalHeader(name) && /^\d{1,15}$/.test(value));
  const parsed = parseJsonBytes(body);
  const inBody = parsed.ok && isJsonObject(parsed.value) ? totalsInBody(parsed.value) : [];
  return [
    ...inHeaders.map(([name, value]) => ({ name, value: Number(value), isHeader: true })),
    ...inBody.map(([name, value]) => ({ name, value, isHeader: false })),
  ];
}

function isTotalHeader(name: string): boolean {
  return name.toLowerCase() === 'x-total-count';
}

/** "The number of orders that the filters select, on all pages": a bare `total` may be a sum, or count other records. */
const COUNT_OF_ALL = /\b(?:number|count) of\b.*\b(?:all pages|filters?|match(?:es|ing)?|quer(?:y|ies))\b/is;

function totalsInBody(body: JsonObject): readonly (readonly [string, number])[] {
  return [body, ...Object.values(body).filter(isJsonObject)].flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      /^total(?:_?(?:count|items|results|records|elements|hits))?$/i.test(name) && isInteger(value)
        ? [[name, Number(value)] as const]
        : [],
    ),
  );
}

/** A total that is not the length of a complete list. */
export function differsFromTotal(response: ReceivedResponse, { length }: readonly Json[]): boolean {
  return totalsIn(response).some(({ value }) => value !== length);
}
