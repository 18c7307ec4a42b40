/** The actions on the records of a resource: `POST /orders/{id}/cancel`, and the property with the state they change. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { type Contract, findResponse, type Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { isCollection } from '../../../../spec/resources/changed-item.ts';
import { templateShape } from '../../../../spec/resources/path-templates.ts';
import { includesSchema, successMedia, successResponses } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../../request/baseline-request.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';
import { findRepetitionRule, findStateRule, type StateRule } from './allowed-states.ts';
import { isEnding, stateNamedBy } from './verb-forms.ts';

export interface StateAction {
  readonly baseline: BaselineRequest;
  /** The last part of its path: `cancel`. */
  readonly verb: string;
  /** Its summary and description. */
  readonly text: string;
  /** The state that has its name. */
  readonly reached: string | undefined;
  readonly rule: StateRule | undefined;
}

export interface StateActions {
  /** The property with the state. */
  readonly property: string;
  /** Its values, in the order of the contract. */
  readonly states: readonly string[];
  /** In the order of the states that they lead to; those that usually end a record come last. */
  readonly actions: readonly StateAction[];
}

/** Undefined when no property has the state of a record, or no action leads to one of its values. */
export function findStateActions({ baselines }: ResourceOperations, contract: Contract): StateActions | undefined {
  const read = baselines.get('read')?.operation;
  const schema = read && successMedia(read)?.schema;
  if (read === undefined || schema === undefined) return undefined;
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
  const actions = operations.flatMap((operation): readonly StateAction[] => {
    const reached = reachedStates.get(operation);
    const text = operationText(contract, operation);
    const conflict = findResponse(operation, 409);
    const rule =
      findStateRule(text, { states, reached, noun }) ??
      findRepetitionRule(
        { text, conflict: conflict?.status === '409' ? conflict.description : '' },
        { states, reached },
      );
    const baseline = deriveBaseline(operation, [], contract.operations);
    return isBaseline(baseline) ? [{ baseline, verb: verbOf(operation, read), text, reached, rule }] : [];
  });
  const position = ({ verb, reached }: StateAction) =>
    (isEnding(verb) ? 2 * states.length : 0) + (reached === undefined ? states.length : states.indexOf(reached));
  return {
    property,
    states,
    actions: actions.toSorted((one, other) => position(one) - position(other)).slice(0, MAX_ACTIONS),
  };
}

const MAX_ACTIONS = 6;

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

function verbOf({ path }: Operation, read: Operation): string {
  return templateShape(path)
    .slice(templateShape(read.path).replace(/\/+$/, '').length)
    .replaceAll(/[:/]|^mark[-_]?(?:as[-_]?)?/gi, '')
    .toLowerCase();
}

function stateProperties(schema: Schema) {
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

/** Its summary and description; empty where they are in another file. */
export function operationText({ document }: Contract, { path, method }: Operation): string {
  const paths = document['paths'];
  const item = isJsonObject(paths) ? paths[path] : undefined;
  const operation = isJsonObject(item) ? item[method.toLowerCase()] : undefined;
  if (!isJsonObject(operation)) return '';
  const texts = [operation['summary'], operation['description']];
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** The names of the properties of its request body. */
export function sentNames({ body }: BaselineRequest): ReadonlySet<string> {
  return new Set(body === undefined ? [] : declaredProperties(body.schema).keys());
}

/** Whether the contract names this status itself, and not only as one of `4XX`. */
export function declaresExactly(operation: Operation, status: number): boolean {
  return findResponse(operation, status)?.status === String(status);
}
