/** The actions below an item, the states that they lead to, and the states in which a sentence allows them. */
import type { Json } from '../json/exact-json.ts';
import { type Contract, findResponse, type Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { isCollection } from '../resources/changed-item.ts';
import { templateShape } from '../resources/path-templates.ts';
import { includesSchema, successMedia, successResponses } from '../resources/record-views.ts';
import { flattenSchema } from '../sampling/flatten-schema.ts';
import { findRepetitionRule, findStateRule, type StateRule } from './allowed-states.ts';
import { stateNamedBy } from './verb-forms.ts';

export interface StatedAction {
  readonly operation: Operation;
  /** The last part of its path: `cancel`. */
  readonly verb: string;
  /** Its summary and description. */
  readonly text: string;
  /** The state that has its name. */
  readonly reached: string | undefined;
  readonly rule: StateRule | undefined;
}

export interface StatedActions {
  /** The property with the state. */
  readonly property: string;
  /** Its values, in the order of the contract. */
  readonly states: readonly string[];
  readonly actions: readonly StatedAction[];
}

/**
 * `schema` is that of the record that `read` returns. Undefined when no property has the state of a record, or no action
 * leads to one of its values.
 */
export function readStateActions(contract: Contract, read: Operation, schema: Schema): StatedActions | undefined {
  const operations = actionOperations(read, contract);
  const found = stateProperties(schema).map(({ property, states }) => ({
    property,
    states,
    reachedStates: new Map(operations.map((one) => [one, stateNamedBy(verbOf(one, read), states)])),
  }));
  const best = found
    .toSorted((one, other) => countNamed(other.reachedStates) - countNamed(one.reachedStates))
    .find(({ reachedStates }) => countNamed(reachedStates) > 0);
  if (best === undefined) return undefined;
  const { property, states, reachedStates } = best;
  const noun = singularNoun(read.path);
  const actions = operations.map((operation): StatedAction => {
    const reached = reachedStates.get(operation);
    const text = operation.description ?? '';
    const conflict = findResponse(operation, 409);
    const rule =
      findStateRule(text, { states, reached, noun }) ??
      findRepetitionRule(
        { text, conflict: conflict?.status === '409' ? conflict.description : '' },
        { states, reached },
      );
    return { operation, verb: verbOf(operation, read), text, reached, rule };
  });
  return { property, states, actions };
}

function countNamed(reachedStates: ReadonlyMap<Operation, string | undefined>): number {
  return [...reachedStates.values()].filter((state) => state !== undefined).length;
}

/** POST or PUT below an item, without further parameters, that creates nothing. */
function actionOperations(read: Operation, { operations }: Contract): readonly Operation[] {
  const item = templateShape(read.path).replace(/\/+$/, '');
  const whole = successMedia(read)?.schema;
  return operations.filter((operation) => {
    const { method, path } = operation;
    const rest = templateShape(path).startsWith(item) ? templateShape(path).slice(item.length) : '';
    if (!['POST', 'PUT'].includes(method) || !/^[:/][\w-]+\/?$/.test(rest)) return false;
    if (isCollection(operations, path)) return false;
    const schema = successMedia(operation)?.schema;
    const isAccepted = successResponses(operation).some(({ status }) => status === '202');
    const isCreation = successResponses(operation).some(({ status }) => status === '201');
    const isRecord = schema === undefined || includesSchema(whole, schema) || isPartOf(whole, schema);
    return !isCreation && (isAccepted || isRecord);
  });
}

/** Whether a schema that is written out again declares nothing but properties of the record, and its state. */
function isPartOf(whole: Schema | undefined, part: Schema): boolean {
  if (whole === undefined) return false;
  const names = new Set(flattenSchema(whole).properties.keys());
  const states = new Map(stateProperties(whole).map((one) => [one.property, one.states.toSorted().join('\n')]));
  const hasState = stateProperties(part).some((one) => states.get(one.property) === one.states.toSorted().join('\n'));
  return hasState && [...flattenSchema(part).properties.keys()].every((name) => names.has(name));
}

/** The last part of its path: `cancel`. */
export function verbOf({ path }: Operation, read: Operation): string {
  return templateShape(path)
    .slice(templateShape(read.path).replace(/\/+$/, '').length)
    .replaceAll(/[:/]|^mark[-_]?(?:as[-_]?)?/gi, '')
    .toLowerCase();
}

/** Those with several texts to choose from. */
export function stateProperties(schema: Schema) {
  return [...flattenSchema(schema).properties].flatMap(([property, given]) => {
    const values: readonly Json[] = flattenSchema(given).enum ?? [];
    const states = values.filter((value) => typeof value === 'string');
    return states.length > 1 ? [{ property, states }] : [];
  });
}

/** `/orders/{orderId}` is about an `order`. */
function singularNoun(path: string): string {
  const collection = path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  return collection.replace(/ies$/, 'y').replace(/s$/, '').toLowerCase();
}

/** How an error names the state of the record that caused it, without `-` and `_`, in lower case: `currentstatus`, or `orderstatus` for the status of an order. */
export function stateNames({ path }: Pick<Operation, 'path'>, property: string): readonly string[] {
  const nouns = path
    .split('/')
    .map((segment) => segment.replace(/ies$/, 'y').replace(/s$/, '').toLowerCase())
    .filter((noun) => /^[a-z]+$/.test(noun));
  const state = property.replaceAll(/[_-]/g, '').toLowerCase();
  return [...nouns, 'current'].map((noun) => `${noun}${state}`);
}
