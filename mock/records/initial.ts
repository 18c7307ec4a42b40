/**
 * The records that the contract itself shows: those of its examples, and those that its own paths name; and all of a start
 * as one.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract, Operation, Parameter } from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { fillPath, parameterNames, pathParameter, shapeOf, shapesAbove } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { jsonMedia, listViewOf, requestMedia, successesOf } from '../../spec/resources/views.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { type InitialState, type Records, STORAGE_LIMITS } from '../model/storage.ts';
import { createMemoryRecords } from '../storage/memory/records.ts';
import { identified, idIn } from './shelf.ts';
import { atTheStart } from './times.ts';

interface ExampleRecord {
  /** Without the prefix. */
  readonly collection: string;
  readonly id: Json;
  readonly value: JsonObject;
}

/** None for a collection that cannot be read. */
export function initialRecords(contract: Contract, resource: Resource): readonly ExampleRecord[] {
  const { roles } = resource;
  if (!roles.has('read') && !roles.has('list')) return [];
  const named = [...shownPaths(contract, resource), ...namedInBody(resource)];
  const inExamples = exampleRecords(resource);
  const collections = [...new Set(named.map(({ collection }) => collection))];
  return [
    ...collections.flatMap((collection) => inExamples.map((one) => ({ ...one, collection }))),
    ...named.map(({ collection, id }) => ({
      collection,
      id,
      value: identified(resource, sampleRecord(resource), id),
    })),
  ];
}

function sampleRecord(resource: Resource): JsonObject {
  const samples = resource.shown.map((schema) => sampleOf(schema, 'response'));
  return atTheStart(resource, samples.find((value) => isJsonObject(value)) ?? {});
}

interface Named {
  readonly collection: string;
  readonly id: Json;
}

/** By the body of a PUT to the collection. */
function namedInBody(resource: Resource): readonly Named[] {
  const put = resource.roles.get('put');
  const schema = put === undefined ? undefined : requestMedia(put)?.schema;
  const sent = schema === undefined ? undefined : sampleOf(schema, 'request');
  const id = isJsonObject(sent) ? idIn(resource, sent) : undefined;
  return id === undefined ? [] : [{ collection: resource.collection, id }];
}

/** More of them come from a hostile contract only. */
const MOST_NAMED = 50;

/** By every path at or below the collection, such as `/users/{id}/orders` for `/users`. */
function shownPaths({ operations }: Contract, resource: Resource): readonly Named[] {
  const shape = `${shapeOf(resource.collection).replace(/\/$/, '')}/{}`;
  const within = operationsBelow(operations).get(shape) ?? [];
  const parents = parameterNames(resource.collection).length;
  const absent = refusedNames(operations);
  const namedBy = (operation: Operation) => namedIn(operation, { resource, parents, absent });
  const named = within.flatMap(namedBy);
  const own = [...resource.roles.values()].filter(({ path }) => path !== resource.item).slice(0, 1);
  const alone = resource.item === undefined ? own.flatMap(namedBy) : [];
  const all = [...named, ...alone].map((one) => [`${one.collection} ${String(one.id)}`, one] as const);
  return [...new Map(all).values()].slice(0, MOST_NAMED);
}

/** By the shape of what their paths are or lie below. Found once: it is asked for by each of many resources. */
const operationsBelow = remembered((operations: readonly Operation[]) => {
  const pairs = operations.flatMap((operation) =>
    shapesAbove(operation.path).map((shape) => ({ shape, operation })),
  );
  return new Map(
    [...Map.groupBy(pairs, ({ shape }) => shape)].map(
      ([shape, found]) => [shape, found.map(({ operation }) => operation)] as const,
    ),
  );
});

/** The names of examples that stand for an error and for no success: what is asked for by such a name is not there. */
const refusedNames = remembered((operations: readonly Operation[]): ReadonlySet<string> => {
  const namesOf = (isWanted: (status: string) => boolean) =>
    operations.flatMap(({ responses }) =>
      responses
        .filter(({ status }) => isWanted(status))
        .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name))),
    );
  // What stands under `example` has no name of its own.
  const successful = new Set(['example', ...namesOf((status) => status.startsWith('2'))]);
  return new Set(namesOf((status) => /^[45]/.test(status)).filter((name) => !successful.has(name)));
});

interface Shown {
  readonly resource: Resource;
  /** How many parameters the collection has. */
  readonly parents: number;
  /** Names of examples that no record is made for. */
  readonly absent: ReadonlySet<string>;
}

function namedIn(operation: Operation, { resource, parents, absent }: Shown): readonly Named[] {
  const shown = (index: number) => shownValues(pathParameter(operation, index), absent);
  const values = parameterNames(operation.path)
    .slice(0, parents)
    .map((_name, index) => shown(index)[0] ?? 'sample');
  const collection = fillPath(resource.collection, values);
  const ids = resource.item === undefined ? [] : shown(parents);
  const fallback = ids.length === 0 ? [idIn(resource, sampleRecord(resource)) ?? '1'] : ids;
  return fallback.map((id) => ({ collection, id }));
}

/** The values for the parameters of a path: all that the contract shows for the last, with the first of the others. */
export function shownPath({ operations }: Contract, operation: Operation): readonly (readonly Json[])[] {
  const absent = refusedNames(operations);
  const shown = parameterNames(operation.path).map((_name, index) =>
    shownValues(pathParameter(operation, index), absent),
  );
  const [last, ...parents] = shown.toReversed();
  const above = parents.toReversed().map(([first = 'sample']) => first);
  return last === undefined ? [[]] : last.slice(0, MOST_NAMED).map((value) => [...above, value]);
}

/** The declared examples, else the value that the kit's own requests take. */
function shownValues(parameter: Parameter | undefined, absent: ReadonlySet<string>): readonly Json[] {
  const schema = parameter?.schema ?? parameter?.content[0]?.schema;
  const examples = (parameter?.examples ?? [])
    .filter(({ name }) => !absent.has(name))
    .map(({ value }) => value)
    .filter((value) => schema === undefined || isValid(schema, value, 'request'));
  if (examples.length > 0) return examples;
  return [(schema === undefined ? undefined : sampleOf(schema, 'request')) ?? 'sample'];
}

/** Those of what is listed and of what is read, which have an identifier. */
function exampleRecords(resource: Resource): readonly { readonly id: Json; readonly value: JsonObject }[] {
  const values = (['list', 'read'] as const).flatMap((role) => {
    const operation = resource.roles.get(role);
    return operation === undefined ? [] : examplesOf(operation, resource);
  });
  return values.flatMap((value) => {
    const id = idIn(resource, value);
    return id === undefined ? [] : [{ id, value }];
  });
}

function examplesOf(operation: Operation, resource: Resource): readonly JsonObject[] {
  const media = successesOf(operation).flatMap(({ content }) => jsonMedia(content) ?? []);
  return media.flatMap(({ schema, examples }) => {
    const values = examples.map(({ value }) => value);
    const declared = [...values, ...(schema?.examples ?? [])];
    const valid = declared.filter((value) => schema === undefined || isValid(schema, value, 'response'));
    const view = listViewOf(schema, resource.collection);
    const envelope = schema === undefined ? undefined : resource.envelope(schema)?.name;
    const name = operation === resource.roles.get('list') ? view?.name : envelope;
    return valid
      .map((value): Json => (name !== undefined && isJsonObject(value) ? (value[name] ?? null) : value))
      .flatMap((value): readonly Json[] => (isJsonArray(value) ? value : [value]))
      .filter((value) => isJsonObject(value));
  });
}

/** What a storage begins with: what `fill` puts in, and the numbers that it draws. */
export async function collectInitial(
  fill: (records: Records) => Promise<void>,
): Promise<Omit<InitialState, 'rules'>> {
  const records = createMemoryRecords(STORAGE_LIMITS);
  const drawn = new Map<string, number>();
  const nextNumber = async (collection: string) => {
    const number = await records.nextNumber(collection);
    drawn.set(collection, number);
    return number;
  };
  const skipNumbers = async (collection: string, last: number) => {
    await records.skipNumbers(collection, last);
    drawn.set(collection, Math.max(last, drawn.get(collection) ?? 0));
  };
  await fill({ ...records, nextNumber, skipNumbers });
  const lists = (await records.collections()).map(async ({ name }) =>
    (await records.list(name)).map(({ id, value }) => ({ collection: name, id, value })),
  );
  return {
    records: (await Promise.all(lists)).flat(),
    numbers: Array.from(drawn, ([collection, last]) => ({ collection, last })),
  };
}
