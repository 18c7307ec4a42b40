/** Operations on non-JSON resources: which exist, which parents they require, and what POST, PUT, GET and DELETE do. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { NonJsonResource, NonJsonRole } from '../../../spec/resources/non-json-resources.ts';
import { findParent } from '../../../spec/resources/parents.ts';
import { expandPath, parameterNames, splitPath } from '../../../spec/resources/path-templates.ts';
import { declaresError, declaresStatus } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { HttpError } from '../../http/http-error.ts';
import { removedKeysCollection } from '../../model/storage.ts';
import { MAX_ATTEMPTS, parentNotFound, type RecordContext, successStatus, updateConflict } from '../collection.ts';
import { handleCommand } from '../operations/item-operations.ts';
import { checkIfMatch, checkIfNoneMatch, entityTag, recordHeaders } from '../operations/record-headers.ts';
import { type PreparedOperation, pathValues, type RecordRequest, type SampleResponse } from '../record-handler.ts';
import {
  type ContentContext,
  type ContentLocation,
  type ContentOptions,
  requestedLocation,
} from './content-location.ts';
import { contentResponse, createContent, storedMediaType, toStoredContent } from './create-content.ts';

export interface ContentOperation {
  readonly content: NonJsonResource;
  readonly role: NonJsonRole;
  readonly parent: Resource | undefined;
}

/** Excludes operations on records: removing a record also removes its contents. */
export function contentOperations(
  contents: readonly NonJsonResource[],
  resources: readonly Resource[],
): ReadonlyMap<Operation, ContentOperation> {
  const recordOperations = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  const tasks = contents.flatMap((content) => {
    const parent = findParent({ collection: content.path }, resources)?.resource;
    const roles = [...content.roles].filter(([, operation]) => !recordOperations.has(operation));
    return roles.map(([role, operation]) => [operation, { content, role, parent }] as const);
  });
  return new Map(tasks);
}

export async function prepareContentOperation(
  { content, role, parent }: ContentOperation,
  request: RecordRequest,
  options: ContentOptions,
): Promise<PreparedOperation | HttpError | undefined> {
  const values = pathValues(request);
  const createRecordContext = (resource: Resource): RecordContext => {
    const depth = parameterNames(resource.collection).length;
    const [parents, id] = [values.slice(0, depth), values[depth]];
    const name = `${options.prefix}${expandPath(resource.collection, parents)}`;
    return { ...options, resource, name, parents, request, id };
  };
  const { owner } = content;
  const parentContext = parent === undefined ? undefined : { ...createRecordContext(parent), parents: values };
  const missing = parentContext && parent && (await parentNotFound(parentContext, parent));
  const ownerContext = owner && splitPath(request.operation.path).isItem ? createRecordContext(owner) : undefined;
  const httpError =
    missing ?? (ownerContext?.id === undefined ? undefined : await handleCommand(ownerContext, ownerContext.id));
  return httpError ?? handleContentRole(role, { content, request, values, options });
}

type PreparedResult = PreparedOperation | HttpError | undefined;

async function handleContentRole(role: NonJsonRole, context: ContentContext): Promise<PreparedResult> {
  return { create: createContent, write: writeContent, read: readContent, remove: removeContent }[role](context);
}

async function readContent(context: ContentContext): Promise<PreparedResult> {
  const { request, options } = context;
  const location = requestedLocation(context);
  const found = await options.records.read(location.name, location.key);
  if (found === undefined) return (await isContentNotFound(context, location)) ? contentNotFound(location) : undefined;
  const type = storedMediaType(found.value);
  if (type === undefined) return undefined;
  const notModified = checkIfNoneMatch({ request }, found.value);
  if (notModified !== undefined) return notModified;
  return {
    status: undefined,
    mediaType: type,
    commit: async (response) => ({
      ...contentResponse(found.value, response),
      headers: withEtag(request, found.value, response),
    }),
  };
}

async function writeContent(context: ContentContext): Promise<PreparedResult> {
  const { request, content, options } = context;
  const value = toStoredContent(request);
  if (value === undefined) return undefined;
  const location = requestedLocation(context);
  const before = await options.records.read(location.name, location.key);
  const preconditionError = before && checkIfMatch(conditionalContext(context), before.value);
  if (preconditionError !== undefined) return preconditionError;
  const { operation } = request;
  const mustExist = content.roles.has('create') && declaresError(operation, 404) && !declaresStatus(operation, 201);
  if (before === undefined && mustExist) return contentNotFound(location);
  return {
    status: successStatus(request, before === undefined),
    commit: async (response) => {
      if (!(await putContent(context, location, value))) return updateConflict(location.key);
      return { body: response.sample, headers: withEtag(request, value, response) };
    },
  };
}

/** Replaces existing content: the later request wins. */
async function putContent(
  { options: { records } }: ContentContext,
  location: ContentLocation,
  value: JsonObject,
): Promise<boolean> {
  const { name, key } = location;
  await records.remove(removedKeysCollection(name), key);
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const old = await records.read(name, key);
    const isStored =
      old === undefined ? await records.insert(name, key, value) : await records.update(name, { ...old, value });
    if (isStored) return true;
  }
  return false;
}

async function removeContent(context: ContentContext): Promise<PreparedResult> {
  const { records } = context.options;
  const { name, key } = requestedLocation(context);
  const found = await records.read(name, key);
  if (found === undefined && (await isContentNotFound(context, { name, key }))) return contentNotFound({ name, key });
  const preconditionError = found && checkIfMatch(conditionalContext(context), found.value);
  if (preconditionError !== undefined) return preconditionError;
  return {
    status: undefined,
    commit: async (response) => {
      if (!(await records.remove(name, key)) && found !== undefined) return contentNotFound({ name, key });
      await records.insert(removedKeysCollection(name), key, {});
      return { body: response.sample, headers: {} };
    },
  };
}

/** Content below a record may exist with the record; content with its own id exists only after it was written. */
async function isContentNotFound(
  { content, request, options }: ContentContext,
  { name, key }: ContentLocation,
): Promise<boolean> {
  const isNamed = splitPath(content.path).isItem && content.owner === undefined;
  if (isNamed && declaresError(request.operation, 404)) return true;
  return (await options.records.read(removedKeysCollection(name), key)) !== undefined;
}

function withEtag(request: RecordRequest, value: JsonObject, response: SampleResponse) {
  return recordHeaders(request, response, new Map([['etag', entityTag(value)]]));
}

function conditionalContext({ request, content }: ContentContext) {
  return { request, resource: { roles: new Map([['read' as const, content.read]]) } };
}

function contentNotFound({ name, key }: ContentLocation): HttpError {
  const path = `${name.replace(/^[^/]*/, '')}/${key}`;
  return new HttpError(
    'record-unknown',
    `path: expected the path of existing content, got ${JSON.stringify(path.slice(0, 100))}`,
  );
}
