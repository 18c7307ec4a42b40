import { randomUUID } from 'node:crypto';
import { type DeskContext, typedBody } from '../context.ts';
import { DeskError } from '../error.ts';
import { type DeskResponse, jsonDeskResponse } from '../http.ts';

const LARGEST_PHOTO = 1024 * 1024;

/** Any bytes: what is in an image is for those to say who look at it. */
export function uploadPhoto(context: DeskContext): DeskResponse {
  typedBody(context, ['image/png']);
  const { body } = context.request;
  if (body.length > LARGEST_PHOTO)
    throw new DeskError({ status: 413, code: 'too-large', title: 'A photo has at most 1 MiB.' });
  const id = randomUUID();
  context.memory.savePhoto(id, body);
  return jsonDeskResponse(201, { id, bytes: body.length }, { location: `/photos/${id}` });
}

export function readPhoto({ memory, pathName }: DeskContext): DeskResponse {
  const body = memory.photo(pathName.toLowerCase());
  if (body === undefined) throw new DeskError({ status: 404, code: 'not-found', title: 'There is no such photo.' });
  return { status: 200, headers: { 'content-type': 'image/png' }, body };
}
