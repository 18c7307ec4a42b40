/**
 * The types of a document as a declaration file: `paths`, `components` and `operations` in the form that
 * openapi-typescript writes and openapi-fetch reads, and `collections` and `objects` for the records of the mock server.
 */
import type { Contract, Operation } from '../model/contract.ts';
import { methodAndPath } from '../model/operation-names.ts';
import type { Schema } from '../model/schema.ts';
import { parameterNames } from '../resources/path-templates.ts';
import { isObjectLike, successMedia } from '../resources/record-views.ts';
import { findListedCollections, findResources, type Resource } from '../resources/resources.ts';
import { type NamedSchemas, nameSchemas } from './named-schemas.ts';
import { noParameters, operationSchemas, operationType } from './operation-type.ts';
import { schemaDefinition, schemaType } from './schema-type.ts';
import { comment, intersection, objectType, propertyKey, quote } from './type-text.ts';

export function documentTypes(contract: Contract): string {
  const { operations } = contract;
  const resources = [...findResources(contract), ...findListedCollections(contract)];
  const records = resources.flatMap((resource) => recordSchema(resource) ?? []);
  const names = nameSchemas(contract, [...operations.flatMap(operationSchemas), ...records]);
  const objects = singleObjects(operations, resources);
  return `${[
    '/** Written by plant-store types from an OpenAPI document; changes are overwritten. */',
    `export interface paths ${members([...pathGroups(operations)].map(([path, group]) => pathMember(path, group)))}`,
    'export type webhooks = Record<string, never>;',
    `export interface components ${componentsType(names)}`,
    'export type $defs = Record<string, never>;',
    `export interface operations ${members(operations.map((operation) => operationMember(operation, names)))}`,
    `/** The records of each collection. */\nexport type collections = ${collectionsType(resources, names)};`,
    `/** The objects that paths return on their own, such as /me. */\nexport type objects = ${placesType(objects, names)};`,
  ].join('\n\n')}\n`;
}

/** Of an interface, also an empty one. */
function members(list: readonly string[]): string {
  return list.length === 0 ? '{}' : objectType(list);
}

function pathGroups(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  return Map.groupBy(operations, ({ path }) => path);
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function pathMember(path: string, operations: readonly Operation[]): string {
  const byMethod = new Map(operations.map((operation) => [operation.method.toLowerCase(), operation] as const));
  const lines = [...new Set([...methods, ...byMethod.keys()])].map((method) => {
    const operation = byMethod.get(method);
    if (operation === undefined) return `${method}?: never`;
    return `${comment(operation.description)}${propertyKey(method)}: operations[${quote(operation.id)}]`;
  });
  return `${quote(path)}: ${objectType([`parameters: ${noParameters}`, ...lines])}`;
}

function operationMember(operation: Operation, names: NamedSchemas): string {
  const { id } = operation;
  const key = id === methodAndPath(operation) ? quote(id) : propertyKey(id);
  return `${comment(operation.description)}${key}: ${operationType(operation, names)}`;
}

/** `requestSchemas`: those whose required properties are not the same in requests and in responses. */
function componentsType(names: NamedSchemas): string {
  const all = [...names.names];
  const definitions = (direction: 'request' | 'response', list: typeof all) =>
    members(
      list.map(([schema, name]) => {
        const context = { ...names, direction };
        return `${comment(schema.description)}${propertyKey(name)}: ${schemaDefinition(schema, context)}`;
      }),
    );
  const directed = all.filter(([schema]) => names.directed.has(schema));
  return objectType([
    `schemas: ${definitions('response', all)}`,
    ...(directed.length === 0 ? [] : [`requestSchemas: ${definitions('request', directed)}`]),
    ...['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'].map((name) => `${name}: never`),
  ]);
}

function recordSchema({ responseSchemas, requestSchemas }: Resource) {
  return responseSchemas[0] ?? requestSchemas[0];
}

interface Place {
  readonly path: string;
  readonly schema: Schema | undefined;
}

function collectionsType(resources: readonly Resource[], names: NamedSchemas): string {
  const places = resources.map((one): Place => ({ path: one.collection, schema: recordSchema(one) }));
  return placesType(places, names);
}

/** What is read without being a record or a list of them. */
function singleObjects(operations: readonly Operation[], resources: readonly Resource[]): readonly Place[] {
  const ofRecords = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  return operations.flatMap((operation): Place[] => {
    const schema = successMedia(operation)?.schema;
    const isSingle = operation.method === 'GET' && schema !== undefined && isObjectLike(schema);
    return isSingle && !ofRecords.has(operation) ? [{ path: operation.path, schema }] : [];
  });
}

/** In an intersection: a literal path and a template may match the same name. */
function placesType(places: readonly Place[], names: NamedSchemas): string {
  const typed = places.map(({ path, schema }) => {
    const type = schemaType(schema, { ...names, direction: 'response' });
    return { path, type: type === 'unknown' ? objectType(['[key: string]: unknown']) : type };
  });
  const isTemplate = ({ path }: { readonly path: string }) => parameterNames(path).length > 0;
  const literals = typed.filter((one) => !isTemplate(one)).map(({ path, type }) => `${quote(path)}: ${type}`);
  const templates = typed
    .filter(isTemplate)
    .map(({ path, type }) => objectType([`[path: ${templateText(path)}]: ${type}`]));
  return typed.length === 0
    ? 'Record<never, never>'
    : intersection([...(literals.length > 0 ? [objectType(literals)] : []), ...templates]);
}

const ANY_TEXT = '$' + '{string}';

/** As a type: a backtick, a backslash or `${` of the path stays text. */
function templateText(path: string): string {
  const parts = path.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[`\\$]/g, '\\$&').replaceAll(/[\r\n]/g, ' '));
  return `\`${parts.join(ANY_TEXT)}\``;
}
