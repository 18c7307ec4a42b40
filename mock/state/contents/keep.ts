/** POST, PUT, GET and DELETE of what is no JSON. */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { splitPath } from '../../../spec/resources/paths.ts';
import { declares, hasError } from '../../../spec/resources/views.ts';
import { Refusal } from '../../refusals.ts';
import { removedFrom } from '../../storage/storage.ts';
import { changedMeanwhile, entityTag, unchanged } from '../entity-tag.ts';
import { declaredHeaders } from '../headers.ts';
import type { PlannedAnswer, RecordRequest, Turn } from '../keeper.ts';
import { busy, MOST_TRIES, statusFor } from '../shelf.ts';
import { createContent } from './create.ts';
import type { ContentRole } from './derive.ts';
import { type Asking, type Place, placeIn } from './place.ts';
import { given, stored, typeOf } from './stored.ts';

type Found = Turn | Refusal | undefined;

export async function keepContent(role: ContentRole, asking: Asking): Promise<Found> {
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
  return declaredHeaders(request, answer, new Map([['etag', entityTag(value)]]));
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
