/**
 * The initial records of a contract: from its examples and from the parameters of its paths; collected into one initial
 * state.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Contract, Operation, Parameter } from '../../../spec/model/contract.ts';
import {
  ancestorShapes,
  expandPath,
  findPathParameter,
  parameterNames,
  templateShape,
} from '../../../spec/resources/path-templates.ts';
import { detectListView, jsonMedia, requestMedia, successResponses } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isOnlyChanged } from '../../../spec/resources/shallow-nesting.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { type InitialState, type RecordStore, STORAGE_LIMITS } from '../../model/storage.ts';
import { createMemoryRecords } from '../../storage/memory/memory-records.ts';
import { recordId } from '../collection.ts';
import type { InitialRecordPlace } from './made-up-record.ts';

interface ExampleRecord extends InitialRecordPlace {
  /** Undefined if the contract has no example of the record. */
  readonly value: JsonObject | undefined;
}

/** None for a collection that cannot be read, not even below a parent. */
export function initialRecords(contract: Contract, resource: Resource): readonly ExampleRecord[] {
  const { roles } = resource;
  if (!roles.has('read') && !roles.has('list') && !isOnlyChanged(resource)) return [];
  const references = [...referencesInPaths(contract, resource), ...idsInPutBody(resource)];
  const inExamples = exampleRecords(resource);
  const collections = [...new Set(references.map(({ collection }) => collection))];
  return [
    ...collections.flatMap((collection) => inExamples.map((one) => ({ ...one, collection }))),
    ...references.map(({ collection, id }) => ({ collection, id, value: undefined })),
  ];
}

/** The same that requests of this package name. */
function sampleId(resource: Resource): Json | undefined {
  const samples = resource.responseSchemas.map((schema) => sampleValue(schema, 'response'));
  return recordId(resource, samples.find((value) => isJsonObject(value)) ?? {});
}

/** The id in the body of a PUT to the collection. */
function idsInPutBody(resource: Resource): readonly InitialRecordPlace[] {
  const put = resource.roles.get('put');
  const schema = put === undefined ? undefined : requestMedia(put)?.schema;
  const sent = schema === undefined ? undefined : sampleValue(schema, 'request');
  const id = isJsonObject(sent) ? recordId(resource, sent) : undefined;
  return id === undefined ? [] : [{ collection: resource.collection, id }];
}

/** Only a malicious contract has more. */
const MAX_REFERENCES = 50;

/** Ids from every path at or below the collection, such as `/users/{id}/orders` for `/users`. */
function referencesInPaths({ operations }: Contract, resource: Resource): readonly InitialRecordPlace[] {
  const shape = `${templateShape(resource.collection).replace(/\/$/, '')}/{}`;
  const within = operationsBelow(operations).get(shape) ?? [];
  const parents = parameterNames(resource.collection).length;
  const errorExamples = errorExampleNames(operations);
  const operationReferences = (operation: Operation) =>
    referencesInPath(operation, { resource, parents, errorExamples });
  const references = within.flatMap(operationReferences);
  const ownOperations = [...resource.roles.values()].filter(({ path }) => path !== resource.item);
  const withoutItemPath = resource.item === undefined ? ownOperations.slice(0, 1).flatMap(operationReferences) : [];
  const all = [...references, ...withoutItemPath].map((one) => [`${one.collection} ${String(one.id)}`, one] as const);
  return [...new Map(all).values()].slice(0, MAX_REFERENCES);
}

/** By the shapes of their path and its ancestors. Memoized, because many resources use it. */
const operationsBelow = memoize((operations: readonly Operation[]) => {
  const pairs = operations.flatMap((operation) =>
    ancestorShapes(operation.path).map((shape) => ({ shape, operation })),
  );
  return new Map(
    [...Map.groupBy(pairs, ({ shape }) => shape)].map(
      ([shape, found]) => [shape, found.map(({ operation }) => operation)] as const,
    ),
  );
});

/** The names of examples that occur only in error responses: no record is created for them. */
const errorExampleNames = memoize((operations: readonly Operation[]): ReadonlySet<string> => {
  const exampleNames = (includesStatus: (status: string) => boolean) =>
    operations.flatMap(({ responses }) =>
      responses
        .filter(({ status }) => includesStatus(status))
        .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name))),
    );
  // The value of `example` has no name in the document.
  const successful = new Set(['example', ...exampleNames((status) => status.startsWith('2'))]);
  return new Set(exampleNames((status) => /^[45]/.test(status)).filter((name) => !successful.has(name)));
});

interface ReferenceContext {
  readonly resource: Resource;
  /** The number of path parameters of the collection. */
  readonly parents: number;
  /** Names of examples for which no record is created. */
  readonly errorExamples: ReadonlySet<string>;
}

function referencesInPath(
  operation: Operation,
  { resource, parents, errorExamples }: ReferenceContext,
): readonly InitialRecordPlace[] {
  const shown = (index: number) => exampleValues(findPathParameter(operation, index), errorExamples);
  const values = parameterNames(operation.path)
    .slice(0, parents)
    .map((_name, index) => shown(index)[0] ?? 'sample');
  const collection = expandPath(resource.collection, values);
  // Without an operation on the item, a path below it has its parameter.
  const ids = parameterNames(operation.path).length > parents ? shown(parents) : [];
  const fallback = ids.length === 0 ? [sampleId(resource) ?? '1'] : ids;
  return fallback.map((id) => ({ collection, id }));
}

/** Values for the parameters of a path: all examples of the last one, combined with the first of each other. */
export function examplePathValues({ operations }: Contract, operation: Operation): readonly (readonly Json[])[] {
  const errorExamples = errorExampleNames(operations);
  const shown = parameterNames(operation.path).map((_name, index) =>
    exampleValues(findPathParameter(operation, index), errorExamples),
  );
  const [last, ...parents] = shown.toReversed();
  const above = parents.toReversed().map(([first = 'sample']) => first);
  return last === undefined ? [[]] : last.slice(0, MAX_REFERENCES).map((value) => [...above, value]);
}

/** The declared examples, or else the sample that requests of this package use. */
function exampleValues(parameter: Parameter | undefined, errorExamples: ReadonlySet<string>): readonly Json[] {
  const schema = parameter?.schema ?? parameter?.content[0]?.schema;
  const examples = (parameter?.examples ?? [])
    .filter(({ name }) => !errorExamples.has(name))
    .map(({ value }) => value)
    .filter((value) => schema === undefined || isValid(schema, value, 'request'));
  if (examples.length > 0) return examples;
  return [(schema === undefined ? undefined : sampleValue(schema, 'request')) ?? 'sample'];
}

/** The examples of list and read responses that have an id. */
function exampleRecords(resource: Resource): readonly { readonly id: Json; readonly value: JsonObject }[] {
  const values = (['list', 'read'] as const).flatMap((role) => {
    const operation = resource.roles.get(role);
    return operation === undefined ? [] : operationExamples(operation, resource);
  });
  return values.flatMap((value) => {
    const id = recordId(resource, value);
    return id === undefined ? [] : [{ id, value }];
  });
}

function operationExamples(operation: Operation, resource: Resource): readonly JsonObject[] {
  const media = successResponses(operation).flatMap(({ content }) => jsonMedia(content) ?? []);
  return media.flatMap(({ schema, examples }) => {
    const values = examples.map(({ value }) => value);
    const declared = [...values, ...(schema?.examples ?? [])];
    const valid = declared.filter((value) => schema === undefined || isValid(schema, value, 'response'));
    const view = detectListView(schema, resource.collection);
    const envelope = schema === undefined ? undefined : resource.findEnvelope(schema)?.name;
    const name = operation === resource.roles.get('list') ? view?.name : envelope;
    return valid
      .map((value): Json => (name !== undefined && isJsonObject(value) ? (value[name] ?? null) : value))
      .flatMap((value): readonly Json[] => (isJsonArray(value) ? value : [value]))
      .filter((value) => isJsonObject(value));
  });
}

/** The initial state of a storage: the records that `insertRecords` adds, and the numbers that it uses. */
export async function collectInitialState(
  insertRecords: (records: RecordStore) => Promise<void>,
): Promise<Omit<InitialState, 'rules'>> {
  const records = createMemoryRecords(STORAGE_LIMITS);
  const usedNumbers = new Map<string, number>();
  const nextNumber = async (collection: string) => {
    const number = await records.nextNumber(collection);
    usedNumbers.set(collection, number);
    return number;
  };
  const skipNumbers = async (collection: string, last: number) => {
    await records.reserveNumbers(collection, last);
    usedNumbers.set(collection, Math.max(last, usedNumbers.get(collection) ?? 0));
  };
  await insertRecords({ ...records, nextNumber, reserveNumbers: skipNumbers });
  const lists = (await records.collections()).map(async ({ name }) =>
    (await records.list(name)).map(({ id, value }) => ({ collection: name, id, value })),
  );
  return {
    records: (await Promise.all(lists)).flat(),
    numbers: Array.from(usedNumbers, ([collection, last]) => ({ collection, last })),
  };
}
