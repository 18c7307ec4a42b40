/** Changes one of two records that share their texts: an update with a wrong condition changes both. */
import { statesUnique } from '../../../../spec/described/unique-values.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { splitWords } from '../../../../spec/model/name-parts.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { isIdentifier, isOnceOnlyName, isSameName, isVersion } from '../../request/values/identifier-names.ts';
import { replaceAt } from '../../request/values/value-locations.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { createChangeRequest, propertyChanges } from './alternative-values.ts';
import { type CreationVariant, createInSequence } from './create-records.ts';
import { readRecord } from './read-record.ts';
import { lastSentProperties, minimalRequestSpec, recordBaseline, withPathValues } from './record-requests.ts';
import type { ActionResult, StepContext } from './step-context.ts';

type RecordContext = StepContext & { readonly record: KnownRecord };

export function* changeOneOfNearDuplicates(context: RecordContext): StepGenerator<ActionResult> {
  const { resourceOperations, record } = context;
  const change = resourceOperations.baselines.get('change');
  const requestSpec = change && changeOfOthers(change, context);
  const sent = lastSentProperties(record);
  if (change === undefined || requestSpec === undefined || record.isMissing === true) return undefined;
  if (resourceOperations.isPut || !resourceOperations.baselines.has('read')) return undefined;
  // An implementation may return the record that has these texts.
  const duplicate = yield* createInSequence({ ...context, otherRecords: [] }, duplicateOf(sent));
  if (duplicate === 'unknown') return undefined;
  if (isSameName(duplicate.pathValues.at(-1) ?? '', record.pathValues.at(-1) ?? ''))
    return { ...record, isMissing: true };
  if (!sharesText(duplicate, sent)) return yield* deleteDuplicate(context, duplicate);
  const exchange = yield {
    operation: change.operation,
    requestSpec,
    description: 'one of two records with the same texts is changed',
    tolerated: [...toleratesMissing, ...toleratesRejection],
  };
  if (!isSuccessfulExchange(exchange)) return yield* deleteDuplicate(context, duplicate);
  const write = { kind: 'change', operation: change.operation, requestSpec, exchange } as const;
  yield* readRecord(context, duplicate);
  yield* deleteDuplicate(context, duplicate);
  // Of several properties changed at once, one may depend on another.
  return { ...record, writes: [...record.writes, write], hasStateChanged: true };
}

/** Flags, numbers and enum values, at once: the texts stay shared. */
function changeOfOthers(change: BaselineRequest, { record, fresh }: RecordContext): RequestSpec | undefined {
  const target = withPathValues(change, record.pathValues);
  const { body } = target ?? {};
  if (target === undefined || body === undefined) return undefined;
  const values = propertyChanges(change, record, fresh)
    .filter(({ property, changedProperty }) => changedProperty === undefined && !isText(body, property))
    .filter(({ property }) => !isRelative(property))
    .map(({ requestSpec }) => requestSpec.value)
    .filter(isJsonObject)
    .toReversed();
  const merged = Object.assign({}, ...values);
  const [value] = [merged, ...values].filter(
    (one) => Object.keys(one).length > 0 && isValid(body.schema, one, 'request'),
  );
  return value && createChangeRequest(target, record, value, fresh);
}

/** One default address replaces another, and a new position moves the others. */
function isRelative(property: string): boolean {
  return splitWords(property).some((word) => relativeWords.has(word));
}

const relativeWords: ReadonlySet<string> = new Set([
  ...['default', 'primary', 'main', 'preferred', 'favourite', 'favorite', 'featured', 'current', 'selected', 'latest'],
  ...['position', 'order', 'rank', 'ranking', 'index', 'sort', 'priority', 'sequence', 'next', 'previous'],
]);

function isText({ schema }: BaselineBody, property: string): boolean {
  const declared = flattenSchema(schema).properties.get(property);
  if (declared === undefined) return true;
  const { types, enum: values } = flattenSchema(declared);
  const isScalar = (['boolean', 'integer', 'number'] as const).some((type) => types?.has(type) === true);
  return !isScalar && values === undefined;
}

/** With the texts of the record that need not be unique. */
function duplicateOf(sent: JsonObject): CreationVariant {
  return {
    description: 'another record with the same texts is created',
    changeBody: (usual, { schema }) =>
      Object.entries(sent)
        .filter(([name, value]) => typeof value === 'string' && !mayBeUnique(name, { schema }))
        .reduce((whole: Json, [name, value]) => {
          const changed = isJsonObject(whole) && Object.hasOwn(whole, name) ? replaceAt(whole, [name], value) : whole;
          return isValid(schema, changed, 'request') ? changed : whole;
        }, usual),
    tolerated: toleratesRejection,
  };
}

function mayBeUnique(name: string, { schema }: Pick<BaselineBody, 'schema'>): boolean {
  const declared = flattenSchema(schema).properties.get(name);
  const { format, description = '' } = declared === undefined ? {} : flattenSchema(declared);
  const hasUniqueFormat = format !== undefined && !/^(?:date|time|duration)/.test(format);
  const isUniqueName = splitWords(name).some((word) => uniqueWords.has(word));
  return (
    isIdentifier(name) ||
    isVersion(name) ||
    isOnceOnlyName(name) ||
    hasUniqueFormat ||
    isUniqueName ||
    statesUnique(description)
  );
}

const uniqueWords: ReadonlySet<string> = new Set([
  ...['mail', 'email', 'login', 'username', 'user', 'account', 'handle', 'nick', 'phone', 'mobile'],
  ...['sku', 'ean', 'isbn', 'number', 'no', 'serial', 'reference', 'token', 'password', 'iban'],
]);

/** A free text, which no other record of the run has. */
function sharesText({ writes: [creation] }: KnownRecord, sent: JsonObject): boolean {
  const value = creation?.requestSpec.value;
  return (
    value !== undefined &&
    isJsonObject(value) &&
    Object.entries(sent).some(([name, text]) => typeof text === 'string' && text.length > 3 && value[name] === text)
  );
}

function* deleteDuplicate(
  { resourceOperations, fresh }: RecordContext,
  duplicate: KnownRecord,
): StepGenerator<undefined> {
  const remove = recordBaseline(resourceOperations, 'remove', duplicate);
  if (remove === undefined) return undefined;
  yield {
    operation: remove.operation,
    requestSpec: minimalRequestSpec(remove, fresh),
    description: 'the new record is deleted',
    expectation: 'unspecified',
  };
  return undefined;
}
