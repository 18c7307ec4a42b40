/** The resources of a contract: collections, their items, and what each operation does with them. */
import type { Contract, Operation, Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { propertiesOf } from '../model/schema-view.ts';
import { remembered } from '../remembered.ts';
import { allProperties, type Identifier, identifierOf, identifierWithReason, plain } from './identifiers.ts';
import { parameterNames, pathParameter, shapeOf, shapesAbove, splitPath } from './paths.ts';
import { type Role, type Roles, requestOf, rolesIn, successOf } from './roles.ts';
import {
  declares,
  type Envelope,
  envelopeOf,
  hasError,
  listViewOf,
  partNamed,
  successesOf,
} from './views.ts';

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
  readonly shown: readonly Schema[];
  /** What a request may say of one. */
  readonly asked: readonly Schema[];
  /** Where a body holds the record under a name. */
  readonly envelope: (schema: Schema) => Envelope | undefined;
  /** Other collections lie below its items. */
  readonly hasBelow: boolean;
  /** False where nothing in the contract tells how records come to be: then any item may be there. */
  readonly isClosed: boolean;
  /** Why each of its operations has its role, or has none. */
  readonly because: Roles['because'];
  /** Why `idName` is what names a record. */
  readonly idBecause: string | undefined;
}

/** Of one contract always the same. */
export function resourcesOf(contract: Contract): readonly Resource[] {
  return derived(contract).resources;
}

/** Why operations are no part of a resource: those of paths where no records are kept. */
export function apartFromResources(contract: Contract): ReadonlyMap<Operation, string> {
  return derived(contract).apart;
}

const derived = remembered(derive);

/** The resource whose items a path names, whatever its parameters are called. */
export function resourceAt(contract: Contract, item: string): Resource | undefined {
  return resourcesByItem(contract).get(shapeOf(item).replace(/\/+$/, ''))?.[0];
}

const resourcesByItem = remembered((contract: Contract) =>
  Map.groupBy(resourcesOf(contract), (one) => shapeOf(one.item ?? '').replace(/\/+$/, '')),
);

interface Derived {
  readonly resources: readonly Resource[];
  readonly apart: ReadonlyMap<Operation, string>;
}

function derive({ operations }: Contract): Derived {
  const byShape = Map.groupBy(operations, ({ path }) => shapeOf(splitPath(path).collection));
  const found = [...byShape.values()].map(resourceOf);
  const resources = found.flatMap(({ resource }) => resource ?? []);
  const above = new Set(
    resources.flatMap(({ collection }) =>
      shapesAbove(collection).filter((one) => one !== shapeOf(collection)),
    ),
  );
  return {
    resources: resources.map((resource) => ({
      ...resource,
      hasBelow: resource.item !== undefined && above.has(shapeOf(resource.item)),
    })),
    apart: new Map(found.flatMap(({ resource, because }) => (resource === undefined ? [...because] : []))),
  };
}

interface Found {
  readonly resource: Resource | undefined;
  readonly because: Roles['because'];
}

function resourceOf(group: readonly Operation[]): Found {
  const item = group.find(({ path }) => splitPath(path).isItem);
  const { roles, because } = rolesIn(group, item);
  const [first] = group;
  const [any = first] = [...(roles?.values() ?? [])];
  if (roles === undefined || any === undefined) return { resource: undefined, because };
  const isOwn = group.find(({ path }) => !splitPath(path).isItem) ?? any;
  const { collection } = splitPath(isOwn.path);
  const idParameter =
    item === undefined ? undefined : pathParameter(item, parameterNames(item.path).length - 1);
  const facts = described({ collection, roles, idParameter });
  const put = roles.get('put');
  if (put !== undefined && !canNameRecord(put, facts)) return withoutPut(group, put);
  const resource = {
    collection: collection === '' ? '/' : collection,
    item: item?.path,
    roles,
    idParameter,
    ...facts,
    hasBelow: false,
    isClosed: isClosed(roles, facts.idName),
    because,
  };
  return { resource, because };
}

function withoutPut(group: readonly Operation[], put: Operation): Found {
  const { resource, because } = resourceOf(group.filter((one) => one !== put));
  const all = new Map([...because, [put, 'what it takes has no identifier: it is about something else']]);
  return { resource: resource && { ...resource, because: all }, because: all };
}

/** A PUT of the collection has the identifier in its body: one that declares properties and not this is about something else. */
function canNameRecord(put: Operation, { idName, isIdInMetadata, envelope }: Facts): boolean {
  const asked = requestOf(put);
  if (asked === undefined || idName === undefined) return true;
  const record = envelope(asked)?.schema ?? asked;
  const properties = propertiesOf(record);
  const bearer = isIdInMetadata ? properties.get(METADATA) : record;
  if (properties.size === 0 || bearer === undefined) return properties.size === 0;
  return [...propertiesOf(bearer).keys()].some((name) => plain(name) === plain(idName));
}

type Facts = ReturnType<typeof described>;

/** Something tells how records come to be, and how they are called. */
function isClosed(roles: ReadonlyMap<Role, Operation>, idName: string | undefined): boolean {
  const inClosed: readonly Role[] = ['create', 'list', 'replace'];
  if (!inClosed.some((role) => roles.has(role))) return false;
  const create = roles.get('create');
  if (create === undefined || idName !== undefined) return true;
  // A client that may put new ones names them itself.
  const replace = roles.get('replace');
  if (replace !== undefined && (declares(replace, 201) || !hasError(replace, 404))) return true;
  return successesOf(create).some(
    ({ headers, links = [] }) =>
      links.length > 0 || headers.some(({ name }) => name.toLowerCase() === 'location'),
  );
}

interface Undescribed {
  readonly collection: string;
  readonly roles: ReadonlyMap<Role, Operation>;
  readonly idParameter: Parameter | undefined;
}

function described({ collection, roles, idParameter: parameter }: Undescribed) {
  const bodies = (['read', 'replace', 'change', 'create', 'put'] as const).flatMap(
    (role) => successOf(roles.get(role)) ?? [],
  );
  const items = listViewOf(successOf(roles.get('list')), collection)?.item;
  const requests = (['create', 'replace', 'put'] as const).flatMap(
    (role) => requestOf(roles.get(role)) ?? [],
  );
  const hasIdentifier = (schema: Schema) => identifierOf({ schemas: [schema], parameter }) !== undefined;
  const isNamed = bodies.some((schema) => showsOne(schema, hasIdentifier))
    ? hasIdentifier
    : likeThatSent([...requests, ...[requestOf(roles.get('change'))].filter((one) => one !== undefined)]);
  const plainly = allProperties(bodies.filter((schema) => envelopeOf(schema, isNamed) === undefined));
  const envelopes = bodies.flatMap((schema) => envelopeOf(schema, isNamed) ?? []);
  // A new record has no identifier yet: the answers tell what is around it.
  const envelope = remembered((schema: Schema) => {
    const found = envelopeOf(schema, isNamed) ?? partNamed(envelopes, schema, isNamed);
    // What an answer shows without an envelope is a part of the record, such as the item that a comment is about.
    return found === undefined || plainly.has(found.name) ? undefined : found;
  });
  const open = (schema: Schema) => envelope(schema)?.schema ?? schema;
  const shown = [...bodies.map(open), ...(items === undefined ? [] : [items])];
  const asked = requests.map(open);
  const all = [...shown, ...asked];
  const chosen = asShown(shown, identifierWithReason({ schemas: all, parameter }));
  const own = chosen?.name;
  const within = own === undefined ? metadataOf(all, parameter) : [];
  const { name: idName, reason: idBecause } = chosen ??
    identifierWithReason({ schemas: within, parameter }) ?? { name: undefined, reason: undefined };
  const declared =
    idName === undefined ? undefined : allProperties(own === undefined ? within : all).get(idName);
  const idSchemas = [declared, parameter?.schema].filter((schema) => schema !== undefined);
  return {
    idName,
    idBecause,
    isIdInMetadata: own === undefined && idName !== undefined,
    idSchemas,
    shown,
    asked,
    envelope,
  };
}

/** As a record itself, or in an envelope. */
function showsOne(schema: Schema, isNamed: (schema: Schema) => boolean): boolean {
  return isNamed(schema) || envelopeOf(schema, isNamed) !== undefined;
}

/** Where no property is surely the identifier, a record is what declares a property that is sent. */
function likeThatSent(requests: readonly Schema[]): (schema: Schema) => boolean {
  const sent = allProperties(requests);
  return (schema) => [...propertiesOf(schema).keys()].some((name) => sent.has(name));
}

/** As the answers spell it, where a request spells it otherwise. */
function asShown(shown: readonly Schema[], found: Identifier | undefined): Identifier | undefined {
  const names = [...allProperties(shown).keys()];
  if (found === undefined || names.includes(found.name)) return found;
  return { ...found, name: names.find((one) => plain(one) === plain(found.name)) ?? found.name };
}

/** Kubernetes and its like: `{ "metadata": { "name": "web" } }` is named by the path parameter of that name. */
function metadataOf(schemas: readonly Schema[], parameter: Parameter | undefined): readonly Schema[] {
  const parts = schemas.flatMap((schema) => propertiesOf(schema).get(METADATA) ?? []);
  return parts.filter((part) => parameter !== undefined && propertiesOf(part).has(parameter.name));
}

export const METADATA = 'metadata';
