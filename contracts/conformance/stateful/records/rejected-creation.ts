/** Sends creations that have to be rejected, then looks for their records in the list. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { invalidBodyVariants } from '../../cases/shared/invalid-requests.ts';
import { isClientError, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { RejectedRecord, Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { createParents, recordCreator } from './create-records.ts';
import { buildCreateRequest } from './create-request.ts';
import { readListPages } from './read-pages.ts';
import { withPathValues } from './record-requests.ts';
import type { SequenceContext } from './step-context.ts';

/** Undefined unless a list shows the records, and the request has a text that differs each time. */
export function createRejectedSequence(resourceOperations: ResourceOperations): Sequence | undefined {
  const { createBaseline, isPut, baselines } = resourceOperations;
  const { body, isVerbatim } = createBaseline;
  if (body === undefined || isPut || isVerbatim || !baselines.has('list')) return undefined;
  if (freeTexts(body, body.full).length === 0) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      const parentValues = yield* createParents(resourceOperations, fresh);
      yield* createRejected({ resourceOperations, fresh, parentValues }, body);
    },
  };
}

/** An implementation may store what it has read before the invalid value: a value of each place is tried. */
const REQUEST_COUNT = 3;

function* createRejected(context: SequenceContext, body: BaselineBody): StepGenerator<void> {
  const { resourceOperations, fresh, parentValues } = context;
  const { operation } = resourceOperations.createBaseline;
  const list = resourceOperations.baselines.get('list');
  const rejected: RejectedRecord[] = [];
  for (let index = 0; index < REQUEST_COUNT; index++) {
    const request = invalidCreation(context, body, index);
    if (request === undefined) break;
    const { requestSpec, texts } = request;
    const description = 'a record is created with one invalid value';
    const rejection = yield { operation, requestSpec, description, expectation: 'unspecified' };
    // Another check reports the success.
    if (!isRejected(statusOf(rejection))) return;
    rejected.push({ sent: texts, rejection });
  }
  const listBaseline = list === undefined ? undefined : withPathValues(list, parentValues);
  if (rejected.length < 2 || listBaseline === undefined) return;
  yield* readListPages({
    baseline: listBaseline,
    fresh,
    records: [],
    isAppendOnly: false,
    description: 'the list is read after that',
    expectedState: ({ itemsIn }) => ({ expects: 'none of rejected', rejected, requirement: REQUIREMENT, itemsIn }),
  });
}

const REQUIREMENT = 'a rejected request creates nothing';

/** 401, 403 and 429 come before the body is read; with 409 an earlier request may have created the record. */
function isRejected(status: number | undefined): boolean {
  return status !== undefined && isClientError(status) && ![401, 403, 409, 429].includes(status);
}

/** With the texts that only this request has. */
function invalidCreation(
  { resourceOperations, fresh, parentValues }: SequenceContext,
  body: BaselineBody,
  index: number,
): { readonly requestSpec: RequestSpec; readonly texts: RejectedRecord['sent'] } | undefined {
  const creator = recordCreator(resourceOperations);
  const valid = buildCreateRequest(creator, { parentValues, fresh })?.requestSpec;
  if (valid === undefined) return undefined;
  const variants = invalidBodyVariants(resourceOperations.createBaseline, valid);
  const invalid = variants[index % Math.max(1, variants.length)];
  const sent = invalid?.value;
  if (invalid === undefined || sent === undefined) return undefined;
  // A text that is not new may be in other records.
  const usual = new Set(freeTexts(body, body.full).map(([, text]) => text));
  const texts = Object.fromEntries(freeTexts(body, sent).filter(([, text]) => !usual.has(text)));
  const requestSpec: RequestSpec = { ...valid, body: invalid.body, value: invalid.value };
  return Object.keys(texts).length === 0 ? undefined : { requestSpec, texts };
}

/** Other records may have the same short text, date or enum value. */
const MIN_LENGTH = 6;

function freeTexts({ schema }: BaselineBody, value: Json): readonly (readonly [name: string, text: string])[] {
  const declared = declaredProperties(schema);
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, text]) => {
    const property = declared.get(name);
    if (property === undefined || typeof text !== 'string' || text.length < MIN_LENGTH) return [];
    const { enum: options, const: only, format, pattern } = flattenSchema(property);
    const isFree = [options, only, format, pattern].every((keyword) => keyword === undefined);
    return isFree ? [[name, text] as const] : [];
  });
}
