/** The resources of a contract: collections, their items, and what each operation does with them. */

import { memoize } from '../memoize.ts';
import type { Contract, Operation, Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { findIdentifier, findIdentifierName, type Identifier, mergedProperties, normalizeName } from './identifiers.ts';
import { ancestorShapes, findPathParameter, parameterNames, splitPath, templateShape } from './path-templates.ts';
import {
  declaresError,
  declaresStatus,
  detectEnvelope,
  detectKnownEnvelope,
  detectListView,
  type Envelope,
  successResponses,
} from './record-views.ts';
import { assignRoles, type Role, type Roles, requestSchema, successSchema } from './roles.ts';

export interface Resource {
  /** The template of the collection: `/users/{userId}/orders`. */
  readonly collection: string;
  /** The template of an item; undefined where the contract has none. */
  readonly item: string | undefined;
  readonly roles: ReadonlyMap<Role, Operation>;
  /** The path parameter that names an item. */
  readonly idParameter: Parameter | undefined;
  /** The property that names a record. */
  readonly idName: string | undefined;
  /** Where it stands within `metadata`, and nowhere else. */
  readonly isIdInMetadata: boolean;
  /** What an identifier has to be. */
  readonly idSchemas: readonly Schema[];
  /** What an answer may say of a record, the fullest account first. */
  readonly responseSchemas: readonly Schema[];
  /** What a request may say of one. */
  readonly requestSchemas: readonly Schema[];
  /** Where a body holds the record under a name. */
  readonly findEnvelope: (schema: Schema) => Envelope | undefined;
  /** Other collections lie below its items. */
  readonly hasChildCollections: boolean;
  /** False where nothing in the contract tells how records come to be: then any item may be there. */
  readonly hasKnownRecords: boolean;
  /** Why each of its operations has its role, or has none. */
  readonly reasons: Roles['reasons'];
  /** Why `idName` is what names a record. */
  readonly idReason: string | undefined;
}

/** Of one contract always the same. */
export function findResources(contract: Contract): readonly Resource[] {
  return deriveResources(contract).resources;
}

/** Why operations are no part of a resource: those of paths where no records are kept. */
export function operationsWithoutResource(contract: Contract): ReadonlyMap<Operation, string> {
  return deriveResources(contract).operationsWithoutResource;
}

const deriveResources = memoize(computeResources);

/** The resource whose items a path names, whatever its parameters are called. */
export function findResourceByItem(contract: Contract, item: string): Resource | undefined {
  return resourcesByItem(contract).get(templateShape(item).replace(/\/+$/, ''))?.[0];
}

const resourcesByItem = memoize((contract: Contract) =>
  Map.groupBy(findResources(contract), (one) => templateShape(one.item ?? '').replace(/\/+$/, '')),
);

interface DerivedResources {
  readonly resources: readonly Resource[];
  readonly operationsWithoutResource: ReadonlyMap<Operation, string>;
}

function computeResources({ operations }: Contract): DerivedResources {
  const byShape = Map.groupBy(operations, ({ path }) => templateShape(splitPath(path).collection));
  const result = [...byShape.values()].map(buildResource);
  const resources = result.flatMap(({ resource }) => resource ?? []);
  const parentShapes = new Set(
    resources.flatMap(({ collection }) =>
      ancestorShapes(collection).filter((one) => one !== templateShape(collection)),
    ),
  );
  return {
    resources: resources.map((resource) => ({
      ...resource,
      hasChildCollections: resource.item !== undefined && parentShapes.has(templateShape(resource.item)),
    })),
    operationsWithoutResource: new Map(
      result.flatMap(({ resource, reasons }) => (resource === undefined ? [...reasons] : [])),
    ),
  };
}

interface ResourceResult {
  readonly resource: Resource | undefined;
  readonly reasons: Roles['reasons'];
}

function buildResource(group: readonly Operation[]): ResourceResult {
  const item = group.find(({ path }) => splitPath(path).isItem);
  const { roles, reasons } = assignRoles(group, item);
  const [first] = group;
  const [anyOperation = first] = [...(roles?.values() ?? [])];
  if (roles === undefined || anyOperation === undefined) return { resource: undefined, reasons };
  const collectionOperation = group.find(({ path }) => !splitPath(path).isItem) ?? anyOperation;
  const { collection } = splitPath(collectionOperation.path);
  const idParameter = item === undefined ? undefined : findPathParameter(item, parameterNames(item.path).length - 1);
  const description = describeRecords({ collection, roles, idParameter });
  const put = roles.get('put');
  if (put !== undefined && !canNameRecord(put, description)) return buildWithoutPut(group, put);
  const resource = {
    collection: collection === '' ? '/' : collection,
    item: item?.path,
    roles,
    idParameter,
    ...description,
    hasChildCollections: false,
    hasKnownRecords: hasKnownRecords(roles, description.idName),
    reasons,
  };
  return { resource, reasons };
}

function buildWithoutPut(group: readonly Operation[], put: Operation): ResourceResult {
  const { resource, reasons } = buildResource(group.filter((one) => one !== put));
  const all = new Map([...reasons, [put, 'what it takes has no identifier: it is about something else']]);
  return { resource: resource && { ...resource, reasons: all }, reasons: all };
}

/** A PUT of the collection has the identifier in its body: one that declares properties and not this is about something else. */
function canNameRecord(put: Operation, { idName, isIdInMetadata, findEnvelope }: RecordDescription): boolean {
  const requestSchemas = requestSchema(put);
  if (requestSchemas === undefined || idName === undefined) return true;
  const record = findEnvelope(requestSchemas)?.schema ?? requestSchemas;
  const properties = declaredProperties(record);
  const idHolder = isIdInMetadata ? properties.get(METADATA) : record;
  if (properties.size === 0 || idHolder === undefined) return properties.size === 0;
  return [...declaredProperties(idHolder).keys()].some((name) => normalizeName(name) === normalizeName(idName));
}

type RecordDescription = ReturnType<typeof describeRecords>;

/** Something tells how records come to be, and how they are called. */
function hasKnownRecords(roles: ReadonlyMap<Role, Operation>, idName: string | undefined): boolean {
  const creatingRoles: readonly Role[] = ['create', 'list', 'replace'];
  if (!creatingRoles.some((role) => roles.has(role))) return false;
  const create = roles.get('create');
  if (create === undefined || idName !== undefined) return true;
  // A client that may put new ones names them itself.
  const replace = roles.get('replace');
  if (replace !== undefined && (declaresStatus(replace, 201) || !declaresError(replace, 404))) return true;
  return successResponses(create).some(
    ({ headers, links = [] }) => links.length > 0 || headers.some(({ name }) => name.toLowerCase() === 'location'),
  );
}

interface CollectionRoles {
  readonly collection: string;
  readonly roles: ReadonlyMap<Role, Operation>;
  readonly idParameter: Parameter | undefined;
}

function describeRecords({ collection, roles, idParameter: parameter }: CollectionRoles) {
  const bodies = (['read', 'replace', 'change', 'create', 'put'] as const).flatMap(
    (role) => successSchema(roles.get(role)) ?? [],
  );
  const items = detectListView(successSchema(roles.get('list')), collection)?.item;
  const requests = (['create', 'replace', 'put'] as const).flatMap((role) => requestSchema(roles.get(role)) ?? []);
  const hasIdentifier = (schema: Schema) => findIdentifierName({ schemas: [schema], parameter }) !== undefined;
  const hasRecordIdentifier = bodies.some((schema) => showsRecord(schema, hasIdentifier))
    ? hasIdentifier
    : sharesSentProperty([...requests, ...[requestSchema(roles.get('change'))].filter((one) => one !== undefined)]);
  const bareProperties = mergedProperties(
    bodies.filter((schema) => detectEnvelope(schema, hasRecordIdentifier) === undefined),
  );
  const envelopes = bodies.flatMap((schema) => detectEnvelope(schema, hasRecordIdentifier) ?? []);
  // A new record has no identifier yet: the answers tell what is around it.
  const findEnvelope = memoize((schema: Schema) => {
    const result =
      detectEnvelope(schema, hasRecordIdentifier) ?? detectKnownEnvelope(envelopes, schema, hasRecordIdentifier);
    // What an answer shows without an envelope is a part of the record, such as the item that a comment is about.
    return result === undefined || bareProperties.has(result.name) ? undefined : result;
  });
  const unwrap = (schema: Schema) => findEnvelope(schema)?.schema ?? schema;
  const responseSchemas = [...bodies.map(unwrap), ...(items === undefined ? [] : [items])];
  const requestSchemas = requests.map(unwrap);
  const all = [...responseSchemas, ...requestSchemas];
  const identifier = asInResponses(responseSchemas, findIdentifier({ schemas: all, parameter }));
  const ownIdName = identifier?.name;
  const metadata = ownIdName === undefined ? metadataSchemas(all, parameter) : [];
  const { name: idName, reason: idReason } = identifier ??
    findIdentifier({ schemas: metadata, parameter }) ?? { name: undefined, reason: undefined };
  const declared =
    idName === undefined ? undefined : mergedProperties(ownIdName === undefined ? metadata : all).get(idName);
  const idSchemas = [declared, parameter?.schema].filter((schema) => schema !== undefined);
  return {
    idName,
    idReason,
    isIdInMetadata: ownIdName === undefined && idName !== undefined,
    idSchemas,
    responseSchemas,
    requestSchemas,
    findEnvelope,
  };
}

/** As a record itself, or in an envelope. */
function showsRecord(schema: Schema, hasRecordIdentifier: (schema: Schema) => boolean): boolean {
  return hasRecordIdentifier(schema) || detectEnvelope(schema, hasRecordIdentifier) !== undefined;
}

/** Where no property is surely the identifier, a record is what declares a property that is sent. */
function sharesSentProperty(requests: readonly Schema[]): (schema: Schema) => boolean {
  const sent = mergedProperties(requests);
  return (schema) => [...declaredProperties(schema).keys()].some((name) => sent.has(name));
}

/** As the answers spell it, where a request spells it otherwise. */
function asInResponses(responseSchemas: readonly Schema[], result: Identifier | undefined): Identifier | undefined {
  const names = [...mergedProperties(responseSchemas).keys()];
  if (result === undefined || names.includes(result.name)) return result;
  return {
    ...result,
    name: names.find((one) => normalizeName(one) === normalizeName(result.name)) ?? result.name,
  };
}

/** Kubernetes and its like: `{ "metadata": { "name": "web" } }` is named by the path parameter of that name. */
function metadataSchemas(schemas: readonly Schema[], parameter: Parameter | undefined): readonly Schema[] {
  const parts = schemas.flatMap((schema) => declaredProperties(schema).get(METADATA) ?? []);
  return parts.filter((part) => parameter !== undefined && declaredProperties(part).has(parameter.name));
}

export const METADATA = 'metadata';
