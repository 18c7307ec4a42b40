/** An implementation of `albums.yaml`, correct unless defects are given. */
import { createServer } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

interface Titled {
  readonly id: number;
  readonly title: string;
  readonly deletedAt?: string;
}

interface Photo extends Titled {
  readonly album: number;
  readonly caption: string | undefined;
}

interface Song extends Titled {
  readonly singerId: number;
}

interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
}

/** Its method and path, with `one` for the second parameter: `POST albums/photos`, `GET albums/photos/one/caption`. */
type OperationName = string;

export interface AlbumOverrides {
  /** These operations find deleted albums. */
  readonly findsDeleted?: readonly OperationName[];
  /** These operations find a photo below every album. */
  readonly ignoresAlbum?: readonly OperationName[];
  readonly deletion?: 'rejects contents' | 'moves photos' | 'marks' | 'nothing';
  /** A label creates its album. */
  readonly createsAlbums?: boolean;
  readonly sharesLabels?: boolean;
  /** Captions are stored by album and photo, whether the photo exists or not. */
  readonly storesAnyCaption?: boolean;
  /** Every photo without a caption has this one, whether it exists or not. */
  readonly defaultCaption?: string;
  /** The deletion of a photo below another album succeeds, and deletes nothing. */
  readonly deletesElsewhere?: boolean;
  readonly exports?: 'fail without album' | 'never fail';
  readonly keepsSongs?: 'everywhere' | 'in the list' | 'for a moment';
}

const notFound: Reply = { status: 404 };
const noContent: Reply = { status: 204 };

/** Returns its base URL; it stops with the test. */
export async function startAlbumStore(onEnd: OnTestEnd, overrides: AlbumOverrides = {}): Promise<string> {
  const { findsDeleted = [], ignoresAlbum = [] } = overrides;
  const albums = new Map<number, Titled>();
  const deletedAlbums = new Set<number>();
  const photos = new Map<number, Photo>();
  const labels = new Map<string, string>();
  const captions = new Map<string, string>();
  const exports = new Map<number, string>();
  const singers = new Map<number, Titled>();
  const songs = new Map<number, Song>();
  const formerSongs: Song[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const sent = await readBody(request);
    const { status, json, text } = respond(request.method ?? '', request.url ?? '', sent.toString());
    const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json';
    const body = json === undefined ? text : JSON.stringify(json);
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': type }).end(body);
  });
  return startTestServer(server, onEnd);

  function respond(method: string, url: string, sent: string): Reply {
    const [, collection = '', id = '', below, name = '', content] = url.split('?')[0]?.split('/') ?? [];
    const operation = [collection, below, name === '' ? undefined : 'one', content]
      .filter((part) => part !== undefined)
      .join('/');
    const called = `${method} ${operation}`;
    if (collection === 'singers') return respondAboutSinger(method, id, sent);
    if (collection === 'songs') return respondAboutSong(method, id, sent);
    if (collection === 'exports') return method === 'GET' ? readExport(Number(id)) : { status: 405 };
    if (collection !== 'albums') return notFound;
    if (id === '') return method === 'POST' ? create(albums, sent) : { status: 405 };
    if (below === undefined) return respondAboutAlbum(method, Number(id));
    if (below === 'labels') return respondAboutLabel(called, method, { album: Number(id), name, sent });
    if (below === 'exports') return method === 'POST' ? startExport(called, Number(id)) : { status: 405 };
    if (!findsAlbum(called, Number(id))) return notFound;
    if (name === '') return respondAboutPhotos(method, Number(id), sent);
    return respondAboutPhoto(called, { method, content, album: Number(id), photo: Number(name), sent });
  }

  function findsAlbum(called: OperationName, album: number): boolean {
    return albums.has(album) || (deletedAlbums.has(album) && findsDeleted.includes(called));
  }

  function respondAboutAlbum(method: string, id: number): Reply {
    const album = albums.get(id);
    if (method !== 'GET' && method !== 'DELETE') return { status: 405 };
    if (album === undefined) return notFound;
    if (method === 'GET') return { status: 200, json: album };
    const own = [...photos.values()].filter((photo) => photo.album === id);
    if (overrides.deletion === 'rejects contents' && own.length > 0) return { status: 409 };
    if (overrides.deletion === 'marks') {
      albums.set(id, { ...album, deletedAt: new Date(0).toISOString() });
      return noContent;
    }
    albums.delete(id);
    deletedAlbums.add(id);
    const target = [...albums.keys()][0];
    if (overrides.deletion === 'moves photos' && target !== undefined)
      for (const photo of own) photos.set(photo.id, { ...photo, album: target });
    return noContent;
  }

  function respondAboutPhotos(method: string, album: number, sent: string): Reply {
    if (method === 'GET')
      return { status: 200, json: [...photos.values()].filter((photo) => photo.album === album).map(show) };
    if (method !== 'POST') return { status: 405 };
    const title = stringIn(sent, 'title');
    if (title === undefined) return { status: 422 };
    const photo = { id: ++count, title, album, caption: undefined };
    photos.set(photo.id, photo);
    return { status: 201, json: show(photo) };
  }

  function respondAboutPhoto(
    called: OperationName,
    {
      method,
      content,
      album,
      photo: id,
      sent,
    }: {
      readonly method: string;
      readonly content: string | undefined;
      readonly album: number;
      readonly photo: number;
      readonly sent: string;
    },
  ): Reply {
    const found = photos.get(id);
    const photo = found?.album === album || ignoresAlbum.includes(called) ? found : undefined;
    const key = `${album}/${id}`;
    if (content === 'caption' && method === 'PUT' && overrides.storesAnyCaption) {
      captions.set(key, sent);
      return noContent;
    }
    if (content === 'caption' && method === 'GET') {
      const text = captions.get(key) ?? photo?.caption ?? overrides.defaultCaption ?? photo?.title;
      return text === undefined ? notFound : { status: 200, text };
    }
    if (photo === undefined)
      return method === 'DELETE' && found !== undefined && overrides.deletesElsewhere ? noContent : notFound;
    if (content === 'caption' && method === 'PUT') {
      photos.set(id, { ...photo, caption: sent });
      return noContent;
    }
    if (content === 'prints') return method === 'POST' ? create(new Map(), sent) : { status: 405 };
    if (method === 'GET') return { status: 200, json: show(photo) };
    if (method === 'DELETE') {
      photos.delete(id);
      return noContent;
    }
    const title = stringIn(sent, 'title');
    if (method !== 'PATCH' || title === undefined) return { status: method === 'PATCH' ? 422 : 405 };
    photos.set(id, { ...photo, title });
    return { status: 200, json: show({ ...photo, title }) };
  }

  function respondAboutLabel(
    called: OperationName,
    method: string,
    { album, name, sent }: { readonly album: number; readonly name: string; readonly sent: string },
  ): Reply {
    const key = `${overrides.sharesLabels ? '' : album}/${decoded(name)}`;
    const text = labels.get(key);
    if (method === 'PUT' && overrides.createsAlbums && !albums.has(album))
      albums.set(album, { id: album, title: 'New' });
    if (!findsAlbum(called, album)) return notFound;
    if (method === 'GET') return text === undefined ? notFound : { status: 200, text };
    if (method !== 'PUT') return { status: 405 };
    if (sent === '') return { status: 422 };
    labels.set(key, sent);
    return noContent;
  }

  function startExport(called: OperationName, album: number): Reply {
    const isKnown = findsAlbum(called, album);
    if (!isKnown && overrides.exports === undefined) return notFound;
    const id = ++count;
    exports.set(id, isKnown || overrides.exports === 'never fail' ? 'done' : 'failed');
    return { status: 202, json: { id, state: 'waiting' } };
  }

  function readExport(id: number): Reply {
    const state = exports.get(id);
    return state === undefined ? notFound : { status: 200, json: { id, state } };
  }

  function respondAboutSinger(method: string, id: string, sent: string): Reply {
    if (id === '') return method === 'POST' ? create(singers, sent) : { status: 405 };
    const singer = singers.get(Number(id));
    if (method !== 'GET' && method !== 'DELETE') return { status: 405 };
    if (singer === undefined) return notFound;
    if (method === 'GET') return { status: 200, json: singer };
    singers.delete(singer.id);
    if (overrides.keepsSongs === 'for a moment') setTimeout(() => deleteSongs(singer.id), 300);
    else if (overrides.keepsSongs !== 'everywhere') deleteSongs(singer.id);
    return noContent;
  }

  function deleteSongs(singerId: number): void {
    for (const song of songs.values()) {
      if (song.singerId !== singerId) continue;
      songs.delete(song.id);
      if (overrides.keepsSongs === 'in the list') formerSongs.push(song);
    }
  }

  function respondAboutSong(method: string, id: string, sent: string): Reply {
    const song = songs.get(Number(id));
    if (id !== '')
      return method !== 'GET' ? { status: 405 } : song === undefined ? notFound : { status: 200, json: song };
    if (method === 'GET') return { status: 200, json: [...songs.values(), ...formerSongs] };
    const [title, singerId] = [stringIn(sent, 'title'), Number(/"singerId":(\d+)/.exec(sent)?.[1])];
    if (method !== 'POST' || title === undefined) return { status: method === 'POST' ? 422 : 405 };
    if (!singers.has(singerId)) return { status: 422 };
    const added = { id: ++count, title, singerId };
    songs.set(added.id, added);
    return { status: 201, json: added };
  }

  function create(records: Map<number, Titled>, sent: string): Reply {
    const title = stringIn(sent, 'title');
    if (title === undefined) return { status: 422 };
    const record = { id: ++count, title };
    records.set(record.id, record);
    return { status: 201, json: record };
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function show({ id, title }: Titled): Titled {
  return { id, title };
}

function stringIn(text: string, name: string): string | undefined {
  try {
    const sent: unknown = JSON.parse(text);
    const value = typeof sent === 'object' && sent !== null ? Reflect.get(sent, name) : undefined;
    return typeof value === 'string' && value.length > 0 && value.length <= 80 ? value : undefined;
  } catch {
    return undefined;
  }
}
