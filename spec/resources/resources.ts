/** The resources of a contract: collections, their items, and the role of each operation. */
import { isJsonObject } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { type CollectionRoles, describeRecords, METADATA } from './describe-records.ts';
import { findIdentifierInExamples, mergedProperties } from './identifiers.ts';
import { ancestorShapes, findPathParameter, parameterNames, splitPath, templateShape } from './path-templates.ts';
import { declaresError, declaresStatus, detectListView, successMedia, successResponses } from './record-views.ts';
import type { Resource } from './resource.ts';
import { assignListedRoles, assignRoles, type Role, type Roles, requestSchema } from './roles.ts';
import { matchShallowNestings, type ShallowNesting } from './shallow-nesting.ts';
import { findUnreadItems } from './unread-items.ts';

export type { Resource } from './resource.ts';

/** Cached by contract. */
export function findResources(contract: Contract): readonly Resource[] {
  return deriveResources(contract).resources;
}

/** Why operations belong to no resource: their paths contain no records. */
export function operationsWithoutResource(contract: Contract): ReadonlyMap<Operation, string> {
  return deriveResources(contract).operationsWithoutResource;
}

/** Collections that are no resources, because nothing creates or identifies their records; they are only listed. */
export const findListedCollections = memoize((contract: Contract): readonly Resource[] =>
  groupByCollection(contract.operations)
    .filter((group) => group.every((operation) => operationsWithoutResource(contract).has(operation)))
    .flatMap((group) => buildResource(group, assignListedRoles).resource ?? []),
);

const deriveResources = memoize(computeResources);

/** The collections whose records are read and changed at a shorter path. Cached by contract. */
export const findShallowNestings = memoize((contract: Contract): readonly ShallowNesting[] =>
  matchShallowNestings(contract.operations, findResources(contract)),
);

/** Returns the resource with an item path, ignoring the names of path parameters. */
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
  const groups = groupByCollection(operations);
  const read = groups.map((group) => buildResource(group));
  const unread = findUnreadItems(
    groups.filter((_group, index) => read[index]?.resource === undefined),
    { groups, resources: read.flatMap(({ resource }) => resource ?? []) },
  );
  const result = read.map((one, index): ResourceResult => {
    const resource = unread.get(groups[index] ?? []);
    return resource === undefined ? one : { resource, reasons: resource.reasons };
  });
  const resources = result.flatMap(({ resource }) => resource ?? []);
  const parentShapes = new Set(
    resources.flatMap(({ collection }) =>
      ancestorShapes(collection).filter((one) => one !== templateShape(collection)),
    ),
  );
  const nestings = matchShallowNestings(operations, resources);
  const createdBelowParents = new Set(
    nestings.flatMap(({ create, shallow }) => (create === undefined ? [] : [shallow])),
  );
  return {
    resources: resources.map((resource) => ({
      ...resource,
      hasChildCollections: resource.item !== undefined && parentShapes.has(templateShape(resource.item)),
      hasKnownRecords: resource.hasKnownRecords || createdBelowParents.has(resource),
    })),
    operationsWithoutResource: new Map(
      result.flatMap(({ resource, reasons }) => (resource === undefined ? [...reasons] : [])),
    ),
  };
}

function groupByCollection(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  return [...Map.groupBy(operations, ({ path }) => templateShape(splitPath(path).collection)).values()];
}

interface ResourceResult {
  readonly resource: Resource | undefined;
  readonly reasons: Roles['reasons'];
}

function buildResource(group: readonly Operation[], assign = assignRoles): ResourceResult {
  const item = group.find(({ path }) => splitPath(path).isItem);
  const { roles, reasons } = assign(group, item);
  const [first] = group;
  const [anyOperation = first] = [...(roles?.values() ?? [])];
  if (roles === undefined || anyOperation === undefined) return { resource: undefined, reasons };
  const collectionOperation = group.find(({ path }) => !splitPath(path).isItem) ?? anyOperation;
  const { collection } = splitPath(collectionOperation.path);
  const idParameter = item === undefined ? undefined : findPathParameter(item, parameterNames(item.path).length - 1);
  const description = describeRecords({ collection, roles, idParameter });
  const put = roles.get('put');
  if (put !== undefined && !canNameRecord(put, description)) return buildWithoutPut(group, put, assign);
  const resource = {
    collection: collection === '' ? '/' : collection,
    item: item?.path,
    roles,
    idParameter,
    ...description,
    ...identifierInExamples({ collection, roles, idParameter }, description),
    hasChildCollections: false,
    hasKnownRecords: hasKnownRecords(roles, description.idName),
    reasons,
  };
  return { resource, reasons };
}

function buildWithoutPut(group: readonly Operation[], put: Operation, assign: typeof assignRoles): ResourceResult {
  const { resource, reasons } = buildResource(
    group.filter((one) => one !== put),
    assign,
  );
  const all = new Map([...reasons, [put, 'its request body has no identifier, so it does not replace a record']]);
  return { resource: resource && { ...resource, reasons: all }, reasons: all };
}

/**
 * A PUT of the collection has the identifier in its body: if it declares other properties only, it is about something
 * else.
 */
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

/** Where schemas declare no properties, an example shows which of them is the identifier. */
function identifierInExamples(
  { collection, roles, idParameter }: CollectionRoles,
  { idName, responseSchemas }: RecordDescription,
): Partial<Pick<Resource, 'idName' | 'idReason'>> {
  if (idName !== undefined || mergedProperties(responseSchemas).size > 0) return {};
  const examples = [...roles].flatMap(([role, operation]) => {
    const { schema, examples = [] } = successMedia(operation) ?? {};
    const list = role === 'list' ? detectListView(schema, collection)?.name : undefined;
    const values = [...examples.map(({ value }) => value), ...(schema?.examples ?? [])];
    return values.flatMap((value) => (list !== undefined && isJsonObject(value) ? (value[list] ?? []) : value));
  });
  const found = findIdentifierInExamples(examples.filter(isJsonObject), idParameter);
  return found === undefined ? {} : { idName: found.name, idReason: found.reason };
}

/** Whether the contract shows how records are created and identified. */
function hasKnownRecords(roles: ReadonlyMap<Role, Operation>, idName: string | undefined): boolean {
  const creatingRoles: readonly Role[] = ['create', 'list', 'replace'];
  if (!creatingRoles.some((role) => roles.has(role))) return false;
  const create = roles.get('create');
  if (create === undefined || idName !== undefined) return true;
  // If clients may create items by PUT, they choose the identifiers.
  const replace = roles.get('replace');
  if (replace !== undefined && (declaresStatus(replace, 201) || !declaresError(replace, 404))) return true;
  return successResponses(create).some(
    ({ headers, links = [] }) => links.length > 0 || headers.some(({ name }) => name.toLowerCase() === 'location'),
  );
}
