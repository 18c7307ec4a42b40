/** An implementation of fixtures/conformance/photo-albums.yaml, correct except for one defect. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { loadContract, loadOverlaidContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { readBody } from './test-server.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/conformance/${name}`, import.meta.url));

export const photoAlbums = await loadContract(fixture('photo-albums.yaml'));

/** PATCH and DELETE are the only operations on a photo, and only the list of its album shows it. */
export const photosWithoutRead = await loadOverlaidContract(fixture('photo-albums.yaml'), [
  fixture('photos-without-read.overlay.yaml'),
]);

export type PhotoStoreDefect =
  | 'does not find a photo at its own path'
  | 'does not list a photo of an album among all photos'
  | 'creates each photo in the first album'
  | 'keeps a deleted photo in the list of its album'
  | 'keeps a deleted photo in the list of all photos'
  | 'lists the photos of all albums for each album'
  | 'lists a replaced photo of an album as it was'
  | 'replaces another photo than the one in the path'
  | 'finds a photo again after its deletion'
  | 'deletes a photo that does not exist'
  | 'lists the photos of a deleted album';

interface Photo {
  readonly id: number;
  readonly albumId: number;
  readonly title: string;
}

interface Reply {
  readonly status: number;
  readonly body?: Json;
  readonly location?: string;
}

interface PhotoRequest {
  readonly method: string;
  /** Undefined where the path names none. */
  readonly id: number | undefined;
  readonly sent: Json | undefined;
  readonly query: URLSearchParams;
}

export function createPhotoStore(defect?: PhotoStoreDefect): Server {
  const albums = new Map<number, string>();
  const photos = new Map<number, Photo>();
  /** What each list shows; with a defect, it differs from the photos. */
  const listedInAlbums = new Map<number, Photo>();
  const listed = new Map<number, Photo>();
  let lastId = 0;
  return createServer((request, response) => {
    void readBody(request).then((bytes) => {
      const { status, body, location } = respond(request, bytes);
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(location !== undefined && { location }),
      };
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  function respond({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): Reply {
    const { pathname, searchParams: query } = new URL(url, 'http://store');
    const [, first, id, rest] = /^\/(albums|photos)(?:\/([1-9]\d{0,14}))?(\/photos)?$/.exec(pathname) ?? [];
    if (first === undefined) return { status: 404 };
    const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
    const parsed = isJson ? parseJsonBytes(bytes) : undefined;
    const request = {
      method,
      id: id === undefined ? undefined : Number(id),
      sent: parsed?.ok === true ? parsed.value : undefined,
      query,
    };
    if (first === 'albums') return rest === undefined ? respondAboutAlbum(request) : respondBelowAlbum(request);
    return rest === undefined ? respondAboutPhoto(request) : { status: 404 };
  }

  function respondAboutAlbum({ method, id, sent }: PhotoRequest): Reply {
    if (id === undefined && method === 'GET')
      return { status: 200, body: [...albums].map(([one, name]) => ({ id: one, name })) };
    if (id === undefined && method === 'POST') {
      const name = textOf('createAlbum', 'name', sent);
      if (name === undefined) return { status: 400 };
      albums.set(++lastId, name);
      return { status: 201, body: { id: lastId, name } };
    }
    if (method !== 'GET' && method !== 'DELETE') return { status: 405 };
    const name = id === undefined ? undefined : albums.get(id);
    if (id === undefined || name === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { id, name } };
    albums.delete(id);
    if (defect === 'lists the photos of a deleted album') return { status: 204 };
    for (const one of photos.values()) if (one.albumId === id) removePhoto(one.id);
    return { status: 204 };
  }

  function respondBelowAlbum({ method, id, sent }: PhotoRequest): Reply {
    if (method !== 'GET' && method !== 'POST') return { status: 405 };
    const showsDeleted = method === 'GET' && defect === 'lists the photos of a deleted album';
    if (id === undefined || !(albums.has(id) || showsDeleted)) return { status: 404 };
    if (method === 'GET') {
      const isShown = ({ albumId }: Photo) =>
        albumId === id || defect === 'lists the photos of all albums for each album';
      return { status: 200, body: [...listedInAlbums.values()].filter(isShown).map(toJson) };
    }
    const title = textOf('createPhoto', 'title', sent);
    if (title === undefined) return { status: 400 };
    const [firstAlbum = id] = albums.keys();
    const albumId = defect === 'creates each photo in the first album' ? firstAlbum : id;
    const photo = { id: ++lastId, albumId, title };
    if (defect !== 'does not find a photo at its own path') photos.set(photo.id, photo);
    if (defect !== 'does not list a photo of an album among all photos') listed.set(photo.id, photo);
    listedInAlbums.set(photo.id, photo);
    return { status: 201, body: toJson(photo), location: `/photos/${photo.id}` };
  }

  function respondAboutPhoto({ method, id, sent, query }: PhotoRequest): Reply {
    if (id === undefined) return method === 'GET' ? listPhotos(query.get('albumId')) : { status: 405 };
    if (!['GET', 'PUT', 'PATCH', 'DELETE'].includes(method)) return { status: 405 };
    const isChange = method === 'PUT' || method === 'PATCH';
    const title = isChange ? textOf('replacePhoto', 'title', sent) : undefined;
    if (isChange && title === undefined) return { status: 400 };
    const photo = photos.get(id);
    if (photo === undefined)
      return { status: method === 'DELETE' && defect === 'deletes a photo that does not exist' ? 204 : 404 };
    if (title !== undefined) {
      const replaced = { ...photo, title };
      replacePhoto(replaced);
      return { status: 200, body: toJson(replaced) };
    }
    if (method === 'DELETE') {
      removePhoto(id);
      return { status: 204 };
    }
    return { status: 200, body: toJson(photo) };
  }

  function listPhotos(album: string | null): Reply {
    if (album !== null && !/^-?\d{1,15}$/.test(album)) return { status: 400 };
    const all = [...listed.values()];
    const found = album === null ? all : all.filter(({ albumId }) => albumId === Number(album));
    return { status: 200, body: found.map(toJson) };
  }

  function replacePhoto(photo: Photo): void {
    const [other] = photos.values().filter(({ id }) => id !== photo.id);
    const id = defect === 'replaces another photo than the one in the path' ? (other?.id ?? photo.id) : photo.id;
    const stored = { ...photo, id };
    photos.set(id, stored);
    if (listed.has(id)) listed.set(id, stored);
    if (defect !== 'lists a replaced photo of an album as it was') listedInAlbums.set(id, stored);
  }

  function removePhoto(id: number): void {
    if (defect !== 'finds a photo again after its deletion') photos.delete(id);
    if (defect !== 'keeps a deleted photo in the list of all photos') listed.delete(id);
    if (defect !== 'keeps a deleted photo in the list of its album') listedInAlbums.delete(id);
  }
}

/** The text that a valid request sends; undefined for any other request. */
function textOf(operationId: string, name: string, sent: Json | undefined): string | undefined {
  const { requestBody } = photoAlbums.operations.find(({ id }) => id === operationId) ?? {};
  const schema = requestBody?.content[0]?.schema;
  if (schema === undefined || sent === undefined || !isValid(schema, sent, 'request')) return undefined;
  const text = isJsonObject(sent) ? sent[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function toJson({ id, albumId, title }: Photo): Json {
  return { id, albumId, title };
}
