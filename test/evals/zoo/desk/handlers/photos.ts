import { randomUUID } from 'node:crypto';
import { type Context, typedBody } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { type Answer, json } from '../wire.ts';

const LARGEST_PHOTO = 1024 * 1024;

/** Any bytes: what is in an image is for those to say who look at it. */
export function uploadPhoto(context: Context): Answer {
  typedBody(context, ['image/png']);
  const { body } = context.request;
  if (body.length > LARGEST_PHOTO)
    throw new Refusal({ status: 413, code: 'too-large', title: 'A photo has at most 1 MiB.' });
  const id = randomUUID();
  context.memory.savePhoto(id, body);
  return json(201, { id, bytes: body.length }, { location: `/photos/${id}` });
}

export function readPhoto({ memory, named }: Context): Answer {
  const body = memory.photo(named.toLowerCase());
  if (body === undefined)
    throw new Refusal({ status: 404, code: 'not-found', title: 'There is no such photo.' });
  return { status: 200, headers: { 'content-type': 'image/png' }, body };
}
