/** Operations on what is no JSON: which there are, what has to be there before them, and what POST, PUT, GET and DELETE do. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { ContentPath, ContentRole } from '../../../spec/resources/contents.ts';
import { parentOf } from '../../../spec/resources/parents.ts';
import { fillPath, parameterNames, splitPath } from '../../../spec/resources/paths.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { declares, hasError } from '../../../spec/resources/views.ts';
import { Refusal } from '../../http/refusals.ts';
import { removedFrom } from '../../model/storage.ts';
import { changedMeanwhile, entityTag, headersOfRecord, unchanged } from '../headers.ts';
import { command } from '../item.ts';
import { type PlannedAnswer, pathValues, type RecordRequest, type Turn } from '../keeper.ts';
import { type Asked, busy, MOST_TRIES, missingParent, statusFor } from '../shelf.ts';
import { createContent, given, stored, typeOf } from './create.ts';
import { type Asking, type Keeping, type Place, placeIn } from './place.ts';

export interface ContentTask {
  readonly content: ContentPath;
  readonly role: ContentRole;
  readonly parent: Resource | undefined;
}

/** None for an operation that works on records: removing one of those removes this too. */
export function contentTasksOf(
  contents: readonly ContentPath[],
  resources: readonly Resource[],
): ReadonlyMap<Operation, ContentTask> {
  const taken = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  const tasks = contents.flatMap((content) => {
    const parent = parentOf({ collection: content.path }, resources)?.resource;
    const roles = [...content.roles].filter(([, operation]) => !taken.has(operation));
    return roles.map(([role, operation]) => [operation, { content, role, parent }] as const);
  });
  return new Map(tasks);
}

export async function attemptContent(
  { content, role, parent }: ContentTask,
  request: RecordRequest,
  options: Keeping,
): Promise<Turn | Refusal | undefined> {
  const values = pathValues(request);
  const asked = (resource: Resource): Asked => {
    const depth = parameterNames(resource.collection).length;
    const [parents, id] = [values.slice(0, depth), values[depth]];
    const name = `${options.prefix}${fillPath(resource.collection, parents)}`;
    return { ...options, resource, name, parents, request, id };
  };
  const { owner } = content;
  const above = parent === undefined ? undefined : { ...asked(parent), parents: values };
  const missing = above && parent && (await missingParent(above, parent));
  const own = owner && splitPath(request.operation.path).isItem ? asked(owner) : undefined;
  const refusal = missing ?? (own?.id === undefined ? undefined : await command(own, own.id));
  return refusal ?? keepContent(role, { content, request, values, options });
}

type Found = Turn | Refusal | undefined;

async function keepContent(role: ContentRole, asking: Asking): Promise<Found> {
  return { create: createContent, write, read, remove }[role](asking);
}

async function read(asking: Asking): Promise<Found> {
  const { request, options } = asking;
  const place = placeIn(asking);
  const found = await options.records.read(place.name, place.key);
  if (found === undefined) return (await isAbsent(asking, place)) ? unknown(place) : undefined;
  const type = typeOf(found.value);
  if (type === undefined) return undefined;
  const known = unchanged({ request }, found.value);
  if (known !== undefined) return known;
  return {
    status: undefined,
    mediaType: type,
    complete: async (answer) => ({
      ...given(found.value, answer),
      headers: tagged(request, found.value, answer),
    }),
  };
}

async function write(asking: Asking): Promise<Found> {
  const { request, content, options } = asking;
  const value = stored(request);
  if (value === undefined) return undefined;
  const place = placeIn(asking);
  const before = await options.records.read(place.name, place.key);
  const stale = before && changedMeanwhile(asTagged(asking), before.value);
  if (stale !== undefined) return stale;
  const { operation } = request;
  const mustBeThere = content.roles.has('create') && hasError(operation, 404) && !declares(operation, 201);
  if (before === undefined && mustBeThere) return unknown(place);
  return {
    status: statusFor(request, before === undefined),
    complete: async (answer) => {
      if (!(await put(asking, place, value))) return busy(place.key);
      return { body: answer.sample, headers: tagged(request, value, answer) };
    },
  };
}

/** In place of what is there: the later one counts. */
async function put({ options: { records } }: Asking, place: Place, value: JsonObject): Promise<boolean> {
  const { name, key } = place;
  await records.remove(removedFrom(name), key);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const old = await records.read(name, key);
    const isIn =
      old === undefined
        ? await records.insert(name, key, value)
        : await records.update(name, { ...old, value });
    if (isIn) return true;
  }
  return false;
}

async function remove(asking: Asking): Promise<Found> {
  const { records } = asking.options;
  const { name, key } = placeIn(asking);
  const found = await records.read(name, key);
  if (found === undefined && (await isAbsent(asking, { name, key }))) return unknown({ name, key });
  const stale = found && changedMeanwhile(asTagged(asking), found.value);
  if (stale !== undefined) return stale;
  return {
    status: undefined,
    complete: async (answer) => {
      if (!(await records.remove(name, key)) && found !== undefined) return unknown({ name, key });
      await records.insert(removedFrom(name), key, {});
      return { body: answer.sample, headers: {} };
    },
  };
}

/** What lies below a record may have come with it; what has a name of its own was written, or is not there. */
async function isAbsent({ content, request, options }: Asking, { name, key }: Place): Promise<boolean> {
  const isNamed = splitPath(content.path).isItem && content.owner === undefined;
  if (isNamed && hasError(request.operation, 404)) return true;
  return (await options.records.read(removedFrom(name), key)) !== undefined;
}

function tagged(request: RecordRequest, value: JsonObject, answer: PlannedAnswer) {
  return headersOfRecord(request, answer, new Map([['etag', entityTag(value)]]));
}

function asTagged({ request, content }: Asking) {
  return { request, resource: { roles: new Map([['read' as const, content.read]]) } };
}

function unknown({ name, key }: Place): Refusal {
  const path = `${name.replace(/^[^/]*/, '')}/${key}`;
  return new Refusal(
    'record-unknown',
    `path: expected the path of what was written, got ${JSON.stringify(path.slice(0, 100))}`,
  );
}
