/** Reads a list as CSV, where the contract declares that next to JSON. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { successMedia, successResponses } from '../../../../spec/resources/record-views.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import { preferringType } from '../model/non-json-bodies.ts';
import { toleratesRejection } from '../model/tolerated-responses.ts';
import { type ListContext, listRequestSpec } from './read-list.ts';

/** Texts with these characters are in quotes (RFC 4180, section 2). */
export const TEXT_TO_QUOTE = ', "b"';

export function isDeclaredAsTable(operation: Operation): boolean {
  const types = successResponses(operation).flatMap(({ content }) => content.map(({ range }) => range));
  return types.includes('text/csv') && successMedia(operation) !== undefined;
}

export function* checkTable(
  { baseline, shape }: ListContext,
  items: readonly Json[],
  fresh: FreshValues,
): StepGenerator<void> {
  const { operation } = baseline;
  if (!isDeclaredAsTable(operation) || items.length === 0) return;
  yield {
    operation,
    requestSpec: preferringType(listRequestSpec(baseline, [], fresh), operation, 'text/csv'),
    description: 'the list is read as CSV',
    tolerated: toleratesRejection,
    expectedState: { expects: 'table', items, item: shape.item, idName: shape.idName },
  };
}
