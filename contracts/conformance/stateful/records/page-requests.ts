/** The requests for the pages of a list, one after the other. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters, type PaginationRole } from '../../../../spec/resources/list-parameters.ts';
import type { ListView } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { type CursorList, findNextPage } from '../lists/next-page.ts';
import { minimalRequestSpec } from './record-requests.ts';

export interface PagePosition {
  /** Number of records on the pages so far. */
  readonly recordCount: number;
  readonly pages: readonly Exchange[];
}

export interface PageRequests {
  readonly roles: ReadonlyMap<PaginationRole, Parameter>;
  /** The requested page size; undefined when the implementation chooses. */
  readonly limit: number | undefined;
  /** The parameter that selects the page; undefined when there is none. */
  readonly positionParameter: Parameter | undefined;
  /** Undefined when no parameter selects that page. */
  createRequestSpec(position: PagePosition, fresh: FreshValues): RequestSpec | undefined;
  /** Where cursors select pages: whether the last of these pages has the cursor of another one. */
  hasCursor(pages: readonly Exchange[]): boolean;
}

export function createPageRequests(
  baseline: BaselineRequest,
  view: ListView,
  idName: string | undefined,
): PageRequests {
  const { pagination: roles } = listParameters(baseline.operation, view.item);
  const limit = pageLimit(roles.get('limit'));
  const limited = limit === undefined ? undefined : parameterIfValid(roles.get('limit'), limit);
  const cursor = roles.get('cursor');
  const shape = { idName, itemsIn: (body: Json | undefined) => itemsInBody(body, view) };
  const cursors = cursor && { operation: baseline.operation, cursor, shape };
  return {
    roles,
    limit,
    positionParameter: positionParameter(roles),
    hasCursor: (pages) => cursors !== undefined && findNextPage(pages, cursors).kind === 'cursor',
    createRequestSpec(position, fresh) {
      const isFirst = position.pages.length === 0;
      const selected = isFirst ? undefined : positionValue(roles, position, cursors);
      if (!isFirst && selected === undefined) return undefined;
      const added = [limited, selected].filter((one) => one !== undefined);
      const others = baseline.parameters.filter(({ parameter }) => !added.some((one) => one.parameter === parameter));
      return minimalRequestSpec({ ...baseline, parameters: [...others, ...added] }, fresh);
    },
  };
}

/** The largest page that the contract allows, if it has a maximum. */
function pageLimit(parameter: Parameter | undefined): number | undefined {
  if (parameter?.schema === undefined) return undefined;
  const { maximum } = flattenSchema(parameter.schema);
  return maximum === undefined || !isNumeric(maximum) ? undefined : Math.min(Number(maximum), MAX_PAGE_SIZE);
}

const MAX_PAGE_SIZE = 1_000;

function positionParameter(roles: ReadonlyMap<PaginationRole, Parameter>): Parameter | undefined {
  return roles.get('offset') ?? roles.get('page') ?? roles.get('cursor');
}

function positionValue(
  roles: ReadonlyMap<PaginationRole, Parameter>,
  { recordCount, pages }: PagePosition,
  cursors: CursorList | undefined,
): ParameterValue | undefined {
  const offset = roles.get('offset');
  if (offset !== undefined) return parameterIfValid(offset, recordCount);
  const page = roles.get('page');
  if (page !== undefined) return parameterIfValid(page, pages.length + firstPage(page));
  const next = cursors && findNextPage(pages, cursors);
  return next?.kind === 'cursor' ? parameterIfValid(cursors?.cursor, next.value) : undefined;
}

/** 0 when the contract allows it, otherwise 1. */
function firstPage({ schema }: Parameter): number {
  return schema !== undefined && flattenSchema(schema).minimum === 0 ? 0 : 1;
}

function parameterIfValid(parameter: Parameter | undefined, value: Json) {
  if (parameter?.schema === undefined || !isValid(parameter.schema, value, 'request')) return undefined;
  return { parameter, value };
}

export function itemsInBody(body: Json | undefined, { name }: ListView): readonly Json[] | undefined {
  const list = name !== undefined && isJsonObject(body) ? body[name] : body;
  return isJsonArray(list) ? list : undefined;
}
