/** Creates records, and their parents first. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import { parameterNames } from '../../../../spec/resources/path-templates.ts';
import { type Exchange, statusOf } from '../../model/exchange.ts';
import type { FreshValues, ToleratedResponse } from '../../model/request-spec.ts';
import type { KnownRecord, Step, StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody } from '../../request/baseline-request.ts';
import type { FilesByField } from '../../request/payload/payload.ts';
import { freshenAll } from '../../request/values/freshen.ts';
import { itemPathValues, type ResourceOperations } from '../model/resource-operations.ts';
import { createdRecord, getProperty, newRecord } from '../model/response-records.ts';
import type { OperationExchange } from '../model/runtime-expressions.ts';
import {
  CONSISTENCY_DELAY_MS,
  toleratesConflict,
  toleratesMissing,
  toleratesRejection,
} from '../model/tolerated-responses.ts';
import { buildCreateRequest, hasFewKeys, MAX_KEYS, maxRecords, type RecordCreator } from './create-request.ts';
import { identifyCreated } from './identify-created.ts';
import type { StepContext } from './step-context.ts';

/** The path values of the created parents, outermost first; the contract's examples when they cannot be created. */
export function* createParents(
  { parent, createBaseline, isPut }: ResourceOperations,
  fresh: FreshValues,
): StepGenerator<readonly Json[]> {
  const names = parameterNames(createBaseline.operation.path).slice(0, isPut ? -1 : undefined);
  const exampleValues = names.map(
    (name) =>
      createBaseline.parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name)?.value ??
      '',
  );
  if (parent === undefined || names.length === 0) return exampleValues;
  const grandparentValues = yield* createParents(parent, fresh);
  const parentRecord = yield* createInSequence(
    {
      resourceOperations: parent,
      fresh,
      parentValues: grandparentValues,
      record: undefined,
      otherRecords: [],
    },
    parentVariant,
  );
  return parentRecord === 'unknown' || parentRecord?.pathValues.length !== names.length
    ? exampleValues
    : parentRecord.pathValues;
}

/** A change to the usual body, and its description. */
export interface CreationVariant {
  readonly description: string;
  changeBody(sent: Json, body: BaselineBody): Json;
  /** The files of a form. */
  readonly files?: FilesByField;
  /** Why the implementation may reject it; by default, the existing records may not allow it. */
  readonly tolerated?: readonly ToleratedResponse[];
}

const defaultVariant: CreationVariant = { description: 'a record is created', changeBody: (sent) => sent };

/** The cases of the operation that creates parents report its rejections. */
const parentVariant: CreationVariant = { ...defaultVariant, tolerated: toleratesRejection };

/** A record that differs from the others of the sequence: also in optional texts, where nothing else would differ. */
export function* createDistinct(context: StepContext): StepGenerator<KnownRecord | 'unknown'> {
  const { createBaseline } = context.resourceOperations;
  const [other] = context.otherRecords;
  const example = createBaseline.body?.full;
  const isSame = other !== undefined && example !== undefined && hasExampleValues(other, example);
  if (isSame && context.fresh.isVerbatim !== true) {
    // An implementation may know the valid texts alone.
    const created = yield* createInSequence(context, distinctVariant(context.fresh));
    if (created !== 'unknown') return created;
  }
  return yield* createInSequence(context);
}

/** Whether nothing that was sent for the record is new. */
function hasExampleValues({ writes: [creation] }: KnownRecord, example: Json): boolean {
  const sent = creation?.requestSpec.value;
  return sent !== undefined && isEqualJson(sent, example);
}

function distinctVariant(fresh: FreshValues): CreationVariant {
  return { ...parentVariant, changeBody: (sent, { schema }) => freshenAll(sent, schema, fresh) };
}

/** `unknown` when it was rejected, or when the response does not name the record. */
export function* createInSequence(
  context: StepContext,
  variant: CreationVariant = defaultVariant,
): StepGenerator<KnownRecord | 'unknown'> {
  // Where a schema allows few keys, an earlier record may have the key.
  const { resourceOperations } = context;
  const mostTries = hasFewKeys(recordCreator(resourceOperations)) ? MAX_KEYS : 1;
  const maxTries = Math.min(mostTries, maxRecords(resourceOperations.createBaseline));
  for (let tries = 1; ; tries++) {
    const created = yield* createOnce(context, variant);
    if (created !== 'key taken') return created;
    if (tries >= maxTries) return 'unknown';
  }
}

function* createOnce(
  context: StepContext,
  variant: CreationVariant,
): StepGenerator<KnownRecord | 'unknown' | 'key taken'> {
  const { resourceOperations, parentValues, fresh } = context;
  const changeBody = variant.changeBody === defaultVariant.changeBody ? undefined : variant.changeBody;
  const request = buildCreateRequest(recordCreator(resourceOperations), {
    parentValues,
    fresh,
    changeBody,
    files: variant.files,
  });
  if (request === undefined) return 'unknown';
  const { requestSpec } = request;
  const { operation, isVerbatim, fixedKey } = resourceOperations.createBaseline;
  const description = `${variant.description}${resourceOperations.parent === undefined ? '' : ' below that record'}`;
  // A PUT may be only for existing records.
  const tolerated = [
    ...toleratesConflict,
    ...(isVerbatim || fixedKey !== undefined ? toleratesRejection : []),
    ...(variant === defaultVariant ? [] : (variant.tolerated ?? toleratesRejection)),
    ...(resourceOperations.isPut ? toleratesMissing : []),
  ];
  const identify = (received: Exchange) =>
    createdRecord(resourceOperations, { operation, requestSpec, exchange: received }, parentValues)?.pathValues.at(-1);
  const expectedState = {
    expects: 'new',
    otherRecords: context.otherRecords,
    requestSpec,
    identify,
  } as const;
  const exchange = yield* sendWithRetry(
    {
      operation,
      requestSpec,
      description,
      tolerated,
      ...(context.otherRecords.length > 0 && { expectedState }),
    },
    resourceOperations.parent !== undefined && !resourceOperations.isPut,
  );
  if (statusOf(exchange) === 409) return 'key taken';
  const creation = { operation, requestSpec, exchange };
  const record =
    createdRecord(resourceOperations, creation, parentValues) ?? (yield* findUnnamedRecord(context, creation));
  return record === undefined || hasSharedName(resourceOperations, record) ? 'unknown' : record;
}

/** The record, when the response does not name it. */
function* findUnnamedRecord(
  { resourceOperations, parentValues, fresh }: StepContext,
  creation: OperationExchange,
): StepGenerator<KnownRecord | undefined> {
  const { createBaseline, isPut, baselines, identifierTarget: target, idName } = resourceOperations;
  if (isPut) return undefined;
  const [read, list] = [baselines.get('read'), baselines.get('list')];
  const name = yield* identifyCreated({ createBaseline, creation, fresh, parentValues, target, idName, read, list });
  return name === undefined
    ? undefined
    : newRecord(resourceOperations, creation, {
        pathValues: itemPathValues(resourceOperations, parentValues, name),
        isConfirmed: true,
      });
}

export function recordCreator({ createBaseline, isPut, identifierTarget, idName }: ResourceOperations): RecordCreator {
  return { createBaseline, isPut, nameParameter: identifierTarget?.parameter, idName };
}

/** A parent created a moment ago may not be visible everywhere yet: then the request is repeated after a delay. */
function* sendWithRetry(step: Step, isBelowNew: boolean): StepGenerator<Exchange> {
  if (!isBelowNew) return yield step;
  const exchange: Exchange = yield { ...step, tolerated: [...(step.tolerated ?? []), ...toleratesMissing] };
  const isMissing = toleratesMissing.some(({ status }) => status === statusOf(exchange));
  return isMissing
    ? yield { ...step, description: `${step.description} after a delay`, delayMs: CONSISTENCY_DELAY_MS }
    : exchange;
}

/** Whether the record has the name of the contract's example: other cases write to that record too. */
function hasSharedName(
  { createBaseline: { body }, idName, isPut }: ResourceOperations,
  { pathValues }: KnownRecord,
): boolean {
  if (isPut || idName === undefined || body === undefined) return false;
  const exampleName = getProperty(body.full, idName);
  return exampleName !== undefined && String(exampleName) === String(pathValues.at(-1));
}
