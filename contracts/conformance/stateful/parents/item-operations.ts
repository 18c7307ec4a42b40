/** What the contract has on an item, and below it without a further parameter: its content, for example. */
import type { Contract, Operation } from '../../../../spec/model/contract.ts';
import { parameterNames, templateShape } from '../../../../spec/resources/path-templates.ts';
import { declaresStatus, successResponses } from '../../../../spec/resources/record-views.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import { recordRequestSpec } from '../model/non-json-bodies.ts';
import { changeRequestSpec, replaceRequestSpec, withIfMatch, withPathValues } from '../records/record-requests.ts';
import { createsSomething, declaresNotFound, isAboutDeleted } from './relations.ts';

/** Requests about one item of a path, and about what is below it. */
export interface ItemOperations {
  /** GET below the item: `/files/{id}/content`. */
  readonly reads: readonly BaselineRequest[];
  /** PUT and PATCH of the item and of what is below it; POST below it, where that creates something. */
  readonly writes: readonly BaselineRequest[];
}

export function findItemOperations(item: string, contract: Contract): ItemOperations {
  return { reads: readsBelowItem(item, contract), writes: writesOnItem(item, contract) };
}

function readsBelowItem(item: string, contract: Contract): readonly BaselineRequest[] {
  return operationsOnItem(item, contract)
    .filter(({ method, path }) => method === 'GET' && !isItemItself(path, item) && !outlivesItem.test(path))
    .filter((operation) => successResponses(operation).some(({ content }) => content.length > 0))
    .flatMap((operation) => baselineFor(operation, contract))
    .slice(0, MAX_READS);
}

/** What many implementations keep after a deletion. */
const outlivesItem = /(?:histor|audit|log|event|version|revision|activit|status)\w*\/?$/i;

function writesOnItem(item: string, contract: Contract): readonly BaselineRequest[] {
  return operationsOnItem(item, contract)
    .filter((operation) => isWrite(operation, isItemItself(operation.path, item)))
    .flatMap((operation) => baselineFor(operation, contract))
    .slice(0, MAX_WRITES);
}

/** A PUT that declares 201 creates what does not exist. */
function isWrite(operation: Operation, isItem: boolean): boolean {
  if (operation.method === 'POST') return createsSomething(operation) && !isItem;
  return operation.method === 'PATCH' || (operation.method === 'PUT' && !declaresStatus(operation, 201));
}

const MAX_READS = 3;
const MAX_WRITES = 5;

function operationsOnItem(item: string, { operations }: Contract): readonly Operation[] {
  const shape = `${templateShape(item)}/`;
  const depth = parameterNames(item).length;
  return operations.filter(
    (operation) =>
      `${templateShape(operation.path)}/`.startsWith(shape) &&
      parameterNames(operation.path).length === depth &&
      declaresNotFound(operation) &&
      !isAboutDeleted(operation.path),
  );
}

function isItemItself(path: string, item: string): boolean {
  return templateShape(path).replace(/\/+$/, '') === templateShape(item);
}

function baselineFor(operation: Operation, { operations }: Contract): readonly BaselineRequest[] {
  const baseline = deriveBaseline(operation, [], operations);
  return isBaseline(baseline) ? [baseline] : [];
}

/** Writes to the record, or below it, with other values; undefined where there is no valid request. */
export function writeRequestSpec(
  baseline: BaselineRequest,
  record: KnownRecord,
  fresh: FreshValues,
): RequestSpec | undefined {
  const isItem = record.read !== undefined && isItemItself(baseline.operation.path, record.read.path);
  if (isItem && baseline.operation.method === 'PUT') return replaceRequestSpec(baseline, record, fresh);
  if (isItem) return changeRequestSpec(baseline, record, fresh);
  const target = withPathValues(baseline, record.pathValues);
  return target && withIfMatch(recordRequestSpec(target, fresh), target, record);
}
