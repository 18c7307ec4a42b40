/** The first user reads a record or a list, then the second user does the same. */
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { findPathParameter, parameterNames } from '../../../../spec/resources/path-templates.ts';
import { findResourceByItem } from '../../../../spec/resources/resources.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { isSameName } from '../../request/values/identifier-names.ts';
import { createIdentifierTarget, findIdentifier } from '../model/identify-record.ts';
import { pathValues, withParentValues } from '../model/path-items.ts';
import { type ListReading, readListPages } from '../records/read-pages.ts';
import { minimalRequestSpec } from '../records/record-requests.ts';
import { findUniqueName, ownContent, textsIn } from './own-texts.ts';
import { asOtherUser, type IsolationContext, otherUserPlan, showToFirstUser } from './user-steps.ts';

export function* readByOtherUser(context: IsolationContext): StepGenerator<void> {
  const { baseline, fresh, rule, texts } = context;
  const { operation } = baseline;
  const requestSpec = minimalRequestSpec(baseline, fresh);
  const shown = yield* showToFirstUser(operation, requestSpec);
  if (shown === undefined) return;
  yield asOtherUser(context, {
    operation,
    requestSpec,
    description: 'the second user reads it',
    expectedState: { expects: 'hidden from other user', rule, content: ownContent(shown, baseline, texts) },
  });
}

/** `item`: an operation on an item of the list, about the record that the first user has created. */
export function* listByOtherUser(context: IsolationContext, list: BaselineRequest): StepGenerator<void> {
  const { baseline: item, fresh, rule, texts } = context;
  const findItem = createItemFinder(context);
  const reading: ListReading = {
    baseline: withParentValues(list, item),
    fresh,
    records: noRecords,
    isAppendOnly: false,
    description: 'the first user reads the list',
  };
  const ownItem = findItem(yield* readListPages(reading));
  if (ownItem === undefined) return;
  const content = { texts: textsIn(stringifyJson(ownItem), texts), uniqueName: findUniqueName(item) };
  yield* readListPages({
    ...reading,
    description: 'the second user reads the list',
    credentials: otherUserPlan(context),
    expectation: 'unspecified',
    expectedState: ({ itemsIn }) => ({
      expects: 'not listed for other user',
      rule,
      content,
      findItem: (exchange) => findItem(itemsIn(exchange) ?? []),
    }),
  });
}

const noRecords: readonly KnownRecord[] = [];

/** Finds the created record in a list by its id. */
function createItemFinder({ contract, baseline }: IsolationContext): (items: readonly Json[]) => Json | undefined {
  const { operation } = baseline;
  const id = pathValues(baseline).at(-1);
  const item = operation.path.replace(/\/+$/, '');
  const parameter = findPathParameter(operation, parameterNames(operation.path).length - 1);
  if (parameter === undefined || id === undefined) return () => undefined;
  const idName = findResourceByItem(contract, item)?.idName;
  const target = createIdentifierTarget(contract.operations, { item, parameter, idName });
  return (items) =>
    items.find((one) => {
      const found = findIdentifier(one, target);
      return found !== undefined && isSameName(found, id);
    });
}
