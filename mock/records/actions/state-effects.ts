/** What the actions of a contract change in a record: its state, flags and times, and in which states they are allowed. */

import { escapeRegExp } from '../../../sanitize.ts';
import { readStateActions, stateProperties, verbOf } from '../../../spec/described/state-actions.ts';
import { letters } from '../../../spec/described/verb-forms.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import { type Contract, findResponse, type Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes } from '../../../spec/model/schema-view.ts';
import { isCollection } from '../../../spec/resources/changed-item.ts';
import { findOperation } from '../../../spec/resources/operations.ts';
import { lastLiteral, templateShape } from '../../../spec/resources/path-templates.ts';
import { declaresError, declaresStatus, successMedia, successResponses } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { findNamedResources } from '../record-resources.ts';
import { namesFlag, namesTime, oppositeOf, resultWords } from './verb-words.ts';

export interface StateEffect {
  readonly resource: Resource;
  /** The schema of the record. */
  readonly schema: Schema;
  /** States and flags after the action. */
  readonly values: ReadonlyMap<string, Json>;
  /** Properties that are set to the present time. */
  readonly times: readonly string[];
  /** Times of what the action undoes. */
  readonly clearedTimes: readonly string[];
  readonly conflict: StateConflict | undefined;
}

/** The action is a conflict where the property has another value. */
export interface StateConflict {
  readonly property: string;
  /** All values, of which others than `allows` are conflicts. */
  readonly states: readonly string[];
  readonly allows: ReadonlySet<string>;
}

/** By the operation of the action; only of those that change something, or may be a conflict. */
export const findStateEffects = memoize((contract: Contract): ReadonlyMap<Operation, StateEffect> => {
  const effects = findNamedResources(contract).flatMap((resource) => {
    const shown = shownRecord(resource);
    if (shown === undefined) return [];
    const { read, schema } = shown;
    // The verifier reads sentences about items that have a GET only.
    const stated = resource.item === undefined ? undefined : readStateActions(contract, read, schema);
    return actionsOf(contract, read).flatMap(({ operation, verb, undoes }) => {
      const found = stated?.actions.find((one) => one.operation === operation);
      const reached = stated && found?.reached !== undefined ? ([stated.property, found.reached] as const) : undefined;
      const change = changeOf({ verb, undoes }, schema, reached);
      const conflict = found && stated && conflictOf(operation, { ...found, ...stated });
      const isEmpty = change.values.size + change.times.length === 0 && conflict === undefined;
      return isEmpty ? [] : [[operation, { resource, schema, conflict, ...change }] as const];
    });
  });
  return new Map(effects);
});

interface ShownRecord {
  /** With the path of an item. */
  readonly read: Operation;
  readonly schema: Schema;
}

/** As its GET shows it, or else the list of a collection that is only listed. */
function shownRecord({ collection, item, roles, responseSchemas, findEnvelope }: Resource): ShownRecord | undefined {
  const [read, list] = [roles.get('read'), roles.get('list')];
  const body = read && successMedia(read)?.schema;
  if (read !== undefined && body !== undefined && item !== undefined)
    return { read, schema: findEnvelope(body)?.schema ?? body };
  const [schema] = responseSchemas;
  if (item !== undefined || list === undefined || schema === undefined || roles.size > 1) return undefined;
  return { read: { ...list, path: `${collection.replace(/\/+$/, '')}/{id}` }, schema };
}

interface Action {
  readonly operation: Operation;
  readonly verb: string;
  /** A DELETE of the path undoes what a PUT or POST of it does. */
  readonly undoes: boolean;
}

/** Operations at a word below the item that neither create nor list anything. */
function actionsOf(contract: Contract, read: Operation): readonly Action[] {
  const item = templateShape(read.path).replace(/\/+$/, '');
  return (operationsBelow(contract).get(item) ?? []).flatMap((operation): readonly Action[] => {
    const { method, path } = operation;
    const isRead = findOperation(contract, 'GET', path) !== undefined;
    if (isRead || isCollection(contract.operations, path) || declaresStatus(operation, 201)) return [];
    if (successResponses(operation).length === 0) return [];
    const isDelete = method === 'DELETE';
    if (isDelete && !['PUT', 'POST'].some((one) => findOperation(contract, one, path) !== undefined)) return [];
    const noun = lastLiteral(read.path).replace(/ies$/, 'y').replace(/s$/, '');
    const word = letters(verbOf(operation, read)).replace(/^mark(?:as)?(?=...)/, '');
    const verb = word.replace(new RegExp(`(?<=...)${escapeRegExp(letters(noun))}$`), '');
    return [{ operation, verb, undoes: isDelete }];
  });
}

const operationsBelow = memoize(({ operations }: Contract) => {
  const actions = operations.flatMap((operation) => {
    const [, item] = /^(.*\{\})[:/][\w-]+\/?$/.exec(templateShape(operation.path)) ?? [];
    return item === undefined || operation.method === 'GET' ? [] : [{ item, operation }];
  });
  return new Map(
    [...Map.groupBy(actions, ({ item }) => item)].map(([item, all]) => [item, all.map(({ operation }) => operation)]),
  );
});

type Change = Pick<StateEffect, 'values' | 'times' | 'clearedTimes'>;

function changeOf(
  { verb, undoes }: Omit<Action, 'operation'>,
  schema: Schema,
  reached: readonly [string, string] | undefined,
): Change {
  const opposite = oppositeOf(verb);
  const [done, undone] = undoes ? [opposite, verb] : [verb, opposite];
  const [doneWords, undoneWords] = [wordsOf(done), wordsOf(undone)];
  const state = reached ?? namedState(doneWords, schema);
  const properties = [...declaredProperties(schema)];
  const flags = properties.flatMap(([name, part]): [string, boolean][] => {
    if (!declaredTypes(part).has('boolean')) return [];
    if (namesFlag(name, doneWords)) return [[name, true]];
    return namesFlag(name, undoneWords) ? [[name, false]] : [];
  });
  const isTime = (part: Schema) =>
    composedSchemas(part).some(({ format }) => format === 'date-time' || format === 'date');
  const times = (words: readonly string[]) =>
    properties.filter(([name, part]) => isTime(part) && namesTime(name, words)).map(([name]) => name);
  const changes = [...(state === undefined ? [] : [state]), ...flags];
  return { values: new Map<string, Json>(changes), times: times(doneWords), clearedTimes: times(undoneWords) };
}

function wordsOf(verb: string | undefined): readonly string[] {
  return verb === undefined ? [] : resultWords(verb);
}

/** Only of a property that is named after the state. */
function namedState(words: readonly string[], schema: Schema): readonly [string, string] | undefined {
  const named = stateProperties(schema).filter(({ property }) => /(?:status|state|phase|stage)$/i.test(property));
  for (const word of words) {
    const found = named.flatMap(({ property, states }) =>
      states.filter((value) => letters(value) === word).map((value) => [property, value] as const),
    );
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

type Stated = NonNullable<ReturnType<typeof readStateActions>>;

/** What the verifier reads as a conflict too; with two states and a declared 409, the repetition is the only possible one. */
function conflictOf(
  operation: Operation,
  { property, states, rule, reached }: Pick<Stated, 'property' | 'states'> & Stated['actions'][number],
): StateConflict | undefined {
  if (!declaresError(operation, 409)) return undefined;
  if (rule !== undefined) {
    const isAllowed = (state: string) => !rule.excludesRepetition || state !== reached;
    return { property, states, allows: new Set([...rule.allows].filter(isAllowed)) };
  }
  const isOnlyConflict = states.length === 2 && findResponse(operation, 409)?.status === '409';
  if (!isOnlyConflict || reached === undefined) return undefined;
  return { property, states, allows: new Set(states.filter((state) => state !== reached)) };
}
