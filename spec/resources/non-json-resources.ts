/** Paths that store content other than JSON, such as text, images or documents, and return it unchanged. */
import { type Contract, isJsonType, type MediaType, type Operation } from '../model/contract.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';
import { findIdentifier } from './identifiers.ts';
import { splitPath, templateShape } from './path-templates.ts';
import { detectListView, successMedia, successResponses } from './record-views.ts';
import type { Resource } from './resources.ts';

export type NonJsonRole = 'create' | 'write' | 'read' | 'remove';

export interface NonJsonResource {
  /** The template of the path that reads the content. */
  readonly path: string;
  readonly roles: ReadonlyMap<NonJsonRole, Operation>;
  readonly read: Operation;
  /** The resource that has this path as its item: the content belongs to one of its records. */
  readonly owner: Resource | undefined;
}

/** Skips paths without an operation that writes: their responses are generated. */
export function findNonJsonResources(
  { operations }: Contract,
  resources: readonly Resource[],
): readonly NonJsonResource[] {
  // The first of each shape wins.
  const byItem = new Map(
    resources.toReversed().flatMap((one) => (one.item === undefined ? [] : [[templateShape(one.item), one] as const])),
  );
  const byPath = Map.groupBy(operations, ({ path }) => templateShape(path));
  return operations.flatMap((read) => {
    const readable = read.method === 'GET' ? readableMediaTypes(read) : [];
    if (readable.length === 0) return [];
    const samePath = byPath.get(templateShape(read.path)) ?? [];
    const parentOperations = splitPath(read.path).isItem
      ? byPath.get(templateShape(splitPath(read.path).collection))
      : [];
    const acceptsWith = (method: string) => (one: Operation) =>
      one.method === method && acceptsMediaType(one, readable);
    const write = samePath.find(acceptsWith('PUT'));
    const create = parentOperations?.find(acceptsWith('POST'));
    const owner = byItem.get(templateShape(read.path));
    if ((write ?? create) === undefined) return [];
    const remove = samePath.find(({ method }) => method === 'DELETE');
    const named = { create, write, read, remove };
    const roles = nonJsonRoles.flatMap((role) => {
      const operation = named[role];
      return operation === undefined ? [] : [[role, operation] as const];
    });
    return [{ path: read.path, roles: new Map(roles), read, owner }];
  });
}

const nonJsonRoles = ['create', 'write', 'read', 'remove'] as const;

function readableMediaTypes(operation: Operation): readonly MediaType[] {
  return successResponses(operation).flatMap(({ content }) => content.filter(isStoredVerbatim));
}

function acceptsMediaType({ requestBody }: Operation, readable: readonly MediaType[]): boolean {
  const content = (requestBody?.content ?? []).filter(isStoredVerbatim);
  return content.some((requestMedia) =>
    readable.some((responseMedia) => rangesOverlap(requestMedia.range, responseMedia.range)),
  );
}

/** Content that is neither JSON nor a form; a wildcard range only if declared as a string or bytes. */
function isStoredVerbatim({ range, schema }: MediaType): boolean {
  if (isJsonType(range) || formTypes.test(range)) return false;
  if (range !== '*/*' && range !== 'application/*') return true;
  return schema !== undefined && declaredTypes(schema).has('string');
}

const formTypes = /^multipart\/|^application\/x-www-form-urlencoded$/;

function rangesOverlap(one: string, other: string): boolean {
  return rangeCovers(one, other) || rangeCovers(other, one);
}

function rangeCovers(range: string, type: string): boolean {
  return range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** Operations that can follow one that does not send a JSON object. */
interface NonJsonFollowUps {
  readonly followUps: ReadonlyMap<'list' | 'read' | 'replace' | 'remove', Operation>;
  readonly idName: string | undefined;
  readonly reason: string;
}

/** Undefined if the effect of the operation is unknown. */
export function nonJsonFollowUps({ operations }: Contract, operation: Operation): NonJsonFollowUps | undefined {
  const operationsOnPath = operations.filter(({ path }) => path === operation.path);
  const get = operationsOnPath.find(({ method }) => method === 'GET');
  if (get === undefined) return undefined;
  if (operation.method === 'POST') return listOfUploads(get, operation);
  const isNamed = operation.method === 'PUT' && splitPath(operation.path).isItem;
  if (!isNamed || !isReadAsWritten(get, operation)) return undefined;
  const remove = operationsOnPath.find(({ method }) => method === 'DELETE');
  const parts = [
    ['read', get] as const,
    ['replace', operation] as const,
    ...(remove === undefined ? [] : [['remove', remove] as const]),
  ];
  return {
    followUps: new Map(parts),
    idName: undefined,
    reason: 'the path is read and written in the same media type',
  };
}

/** The list shows the same properties as the response to the upload. */
function listOfUploads(list: Operation, create: Operation): NonJsonFollowUps | undefined {
  const { collection } = splitPath(list.path);
  const item = detectListView(successMedia(list)?.schema, collection)?.item;
  const responseMedia = successMedia(create)?.schema;
  if (item === undefined || responseMedia === undefined) return undefined;
  const [inList, inResponse] = [declaredProperties(item), declaredProperties(responseMedia)];
  const id = findIdentifier({ schemas: [item], parameter: undefined });
  const showsAllProperties = [...inList.keys()].every((name) => inResponse.has(name));
  if (id === undefined || !showsAllProperties) return undefined;
  return {
    followUps: new Map([['list', list] as const]),
    idName: id.name,
    reason: 'the list of the same path contains the properties that the upload returns',
  };
}

/** A concrete media type, not a range, that is neither JSON nor XML nor a form. */
function isReadAsWritten(get: Operation, { requestBody }: Operation): boolean {
  const [requestMediaType] = requestBody?.content ?? [];
  const read = successResponses(get).flatMap(({ content }) => content);
  return (
    requestMediaType !== undefined &&
    isTextOrBytes(requestMediaType.range) &&
    !requestMediaType.range.includes('*') &&
    read.some(({ range }) => range === requestMediaType.range)
  );
}

function isTextOrBytes(type: string): boolean {
  // SVG is handled as an image.
  const isXml = xmlType.test(type.trim()) && !type.startsWith('image/');
  return !isJsonType(type) && !isXml && !formFieldTypes.test(type);
}

const xmlType = /^(?:(?:application|text)\/xml|[^/;\s]+\/[^;\s]+\+xml)\s*(?:;|$)/i;
const formFieldTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
