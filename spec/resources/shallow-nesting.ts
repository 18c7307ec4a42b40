/**
 * Shallow nesting: `POST /albums/{albumId}/photos` creates what `GET /photos/{id}` reads. The two paths are about the
 * same records only if the contract shows it; otherwise they stay two collections.
 */
import type { Operation } from '../model/contract.ts';
import { normalizeName } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { findReferencedResource } from './foreign-keys.ts';
import { mergedProperties } from './identifiers.ts';
import { findParent } from './parents.ts';
import { lastLiteral, parameterNames, splitPath, templateShape } from './path-templates.ts';
import {
  declaresStatus,
  detectListView,
  includesSchema,
  requestMedia,
  successMedia,
  successResponses,
} from './record-views.ts';
import type { Resource } from './resource.ts';
import type { Role } from './roles.ts';

export interface ShallowNesting {
  /**
   * The records below one parent: `/albums/{albumId}/photos`. Described like those of the shorter path, with the
   * operations of its own path.
   */
  readonly nested: Resource;
  /** All records: `/photos`, with the items `/photos/{id}`. */
  readonly shallow: Resource;
  /** Undefined if its path only lists records. */
  readonly create: Operation | undefined;
  /** Undefined if its path only creates records. */
  readonly list: Operation | undefined;
  /** How many parameters of the nested path the path of the items begins with; mostly 0. */
  readonly sharedParameters: number;
  /** The property of a record with the identifier of its parent: `albumId`. */
  readonly reference: string | undefined;
  /** With a similar schema, nothing is wrong with an implementation whose records are separate. */
  readonly evidence: Evidence;
  readonly reason: string;
}

type Evidence = 'same schema' | 'similar schema';

export function matchShallowNestings(
  operations: readonly Operation[],
  resources: readonly Resource[],
): readonly ShallowNesting[] {
  const withItems = resources.filter(
    ({ item, idName, roles }) =>
      item !== undefined && idName !== undefined && itemRoles.some((role) => roles.has(role)),
  );
  const byShape = new Map(withItems.map((resource) => [templateShape(resource.collection), resource]));
  if (byShape.size === 0) return [];
  const groups = Map.groupBy(operations, ({ path }) => templateShape(splitPath(path).collection));
  return [...groups].flatMap(([shape, group]) => {
    if (!BELOW_PARENT.test(shape) || group.some(({ path }) => splitPath(path).isItem)) return [];
    const candidates = shorterShapes(shape).flatMap((one) => byShape.get(one) ?? []);
    const [shallow] = candidates;
    return shallow === undefined || candidates.length > 1 ? [] : (matchNesting(group, shallow, resources) ?? []);
  });
}

const itemRoles: readonly Role[] = ['read', 'change', 'replace', 'remove'];

/** `/albums/{}/photos` */
export const BELOW_PARENT = /\/[^/{}]+\/\{\}\/[^/{}]+$/;

/** `/shops/{}/photos` and `/photos`, for `/shops/{}/albums/{}/photos`. */
export function shorterShapes(shape: string): readonly string[] {
  const segments = shape.split('/').slice(1);
  const last = segments.at(-1) ?? '';
  return segments
    .slice(0, -2)
    .map((_segment, length) => ['', ...segments.slice(0, length), last].join('/'))
    .filter((one) => one !== shape);
}

/** Each nested collection replaces the one with its path, or comes before that of all records. */
export function withNestedCollections(
  resources: readonly Resource[],
  nestings: readonly ShallowNesting[],
): readonly Resource[] {
  const shapes = new Set(resources.map(({ collection }) => templateShape(collection)));
  const byShape = new Map(nestings.map(({ nested }) => [templateShape(nested.collection), nested]));
  return resources.flatMap((resource) => {
    const added = nestings.filter(
      ({ nested, shallow }) => shallow === resource && !shapes.has(templateShape(nested.collection)),
    );
    return [...added.map(({ nested }) => nested), byShape.get(templateShape(resource.collection)) ?? resource];
  });
}

function matchNesting(
  group: readonly Operation[],
  shallow: Resource,
  resources: readonly Resource[],
): ShallowNesting | undefined {
  const find = (method: string) => group.find((operation) => operation.method === method);
  const [post, get] = [find('POST'), find('GET')];
  const path = (post ?? get)?.path.replace(/\/+$/, '');
  if (path === undefined) return undefined;
  const created = post && findCreated(post, { shallow, resources });
  const create = created === undefined ? undefined : post;
  const view = get && detectListView(successMedia(get)?.schema, path);
  if (view !== undefined && !showsIdentifier(shallow, view.item)) return undefined;
  if (post !== undefined && create === undefined) return undefined;
  const list = view === undefined ? undefined : get;
  const reference = findReference(path, shallow, resources);
  // Where the shorter path also shows or creates records, only such a property says whose they are.
  const isOnlyShownHere = list !== undefined && isOnlyChanged(shallow);
  const needsReference = createsOwnRecords(shallow) || (create === undefined && !isOnlyShownHere);
  if (needsReference && reference === undefined) return undefined;
  if (create === undefined && (list === undefined || !shallow.hasKnownRecords)) return undefined;
  const evidence = created ?? (view && compareRecords(shallow, view.item));
  if (evidence === undefined) return undefined;
  const roles = new Map<Role, Operation>([
    ...(create === undefined ? [] : ([['create', create]] as const)),
    ...(list === undefined ? [] : ([['list', list]] as const)),
  ]);
  const reason = `it is about the records of ${shallow.item}, which have ${evidence === 'same schema' ? 'the same' : 'a similar'} schema`;
  return {
    nested: {
      ...shallow,
      collection: path,
      item: undefined,
      roles,
      hasChildCollections: false,
      hasKnownRecords: true,
      reasons: new Map([...roles.values()].map((operation) => [operation, reason])),
    },
    shallow,
    create,
    list,
    sharedParameters: parameterNames(shallow.collection).length,
    reference,
    evidence,
    reason,
  };
}

/** Its path changes or deletes records, but shows none. */
export function isOnlyChanged({ roles }: Resource): boolean {
  return (['read', 'list', 'create', 'put'] as const).every((role) => !roles.has(role));
}

/** A PUT to an unused identifier also creates. */
function createsOwnRecords({ roles }: Resource): boolean {
  const replace = roles.get('replace');
  return roles.has('create') || (replace !== undefined && declaresStatus(replace, 201));
}

interface Shallow {
  readonly shallow: Resource;
  readonly resources: readonly Resource[];
}

/**
 * Undefined unless it creates such records. An operation that adds an existing one to the parent does not: its request is
 * about nothing but identifiers.
 */
function findCreated(operation: Operation, { shallow, resources }: Shallow): Evidence | undefined {
  const requested = requestMedia(operation)?.schema;
  const returned = successMedia(operation)?.schema;
  // 202 is about a job, which may create the record later.
  if (successResponses(operation).every(({ status }) => status === '202')) return undefined;
  if (requested === undefined || returned === undefined) return undefined;
  const names = [...declaredProperties(unwrap(shallow, requested)).keys()];
  const record = mergedProperties(shallow.responseSchemas);
  const namesNewRecord = names.some(
    (name) => record.has(name) && name !== shallow.idName && findReferencedResource([name], resources) === undefined,
  );
  return namesNewRecord ? compareRecords(shallow, unwrap(shallow, returned)) : undefined;
}

function unwrap({ findEnvelope }: Resource, schema: Schema): Schema {
  return findEnvelope(schema)?.schema ?? schema;
}

type RecordSchemas = Pick<Resource, 'idName' | 'isIdInMetadata' | 'responseSchemas'>;

/** Similar schemas have the same identifier and mostly the same properties. */
export function compareRecords(shallow: RecordSchemas, schema: Schema): Evidence | undefined {
  const [known] = shallow.responseSchemas;
  if (known === undefined || !showsIdentifier(shallow, schema)) return undefined;
  if (includesSchema(known, schema) || includesSchema(schema, known)) return 'same schema';
  const [names, knownNames] = [declaredProperties(schema), declaredProperties(known)];
  const shared = [...names.keys()].filter((name) => knownNames.has(name)).length;
  const isSimilar = shared >= MIN_SHARED && shared >= Math.max(names.size, knownNames.size) * MIN_SHARED_PART;
  return isSimilar ? 'similar schema' : undefined;
}

const MIN_SHARED = 4;
const MIN_SHARED_PART = 0.75;

export function showsIdentifier({ idName, isIdInMetadata }: RecordSchemas, schema: Schema): boolean {
  return idName !== undefined && !isIdInMetadata && declaredProperties(schema).has(idName);
}

/** `albumId` of a photo, for `/albums/{albumId}/photos`. */
function findReference(path: string, shallow: Resource, resources: readonly Resource[]): string | undefined {
  const parent = findParent({ collection: path }, resources);
  const parameter = parameterNames(path).at(-1) ?? '';
  const owner = lastLiteral(path.slice(0, path.lastIndexOf('{')));
  const names = [...mergedProperties(shallow.responseSchemas).keys()].filter((name) => name !== shallow.idName);
  const named = names.find((name) => normalizeName(name) === normalizeName(parameter) && isSpecific(parameter, owner));
  if (named !== undefined || parent?.isDirect !== true) return named;
  return names.find((name) => findReferencedResource([name], resources) === parent.resource);
}

/** `albumId` names an album, `name` does not. */
export function isSpecific(parameter: string, owner: string): boolean {
  const noun = normalizeName(owner).replace(/(?:ies|es|s)$/, '');
  return noun.length > 1 && normalizeName(parameter).startsWith(noun);
}
