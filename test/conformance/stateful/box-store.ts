/** An implementation of `conditions.yaml`, correct unless defects are given. */
import { createServer } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

interface Box {
  readonly id: number;
  readonly label: string;
  readonly isClosed: boolean;
  readonly version: number;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface BoxOverrides {
  etag?(box: Box, reads: number): string;
  /** Whether If-Match allows a change of the box with this ETag. */
  matches?(condition: string, etag: string, method: string): boolean;
  /** Whether the client has the box with this ETag. */
  hasCurrent?(condition: string, etag: string): boolean;
  /** The change is made before the condition is evaluated. */
  readonly changesFirst?: boolean;
  /** The response to a request for a range. */
  part?(range: string, picture: Buffer): Reply | undefined;
  /** Changes any response before it is sent. */
  finish?(reply: Reply, method: string): Reply;
}

const picture = Buffer.from('0123456789');

/** Returns its base URL; it stops with the test. */
export async function startBoxStore(onEnd: OnTestEnd, overrides: BoxOverrides = {}): Promise<string> {
  const {
    etag = ({ id, version }) => `"${id}.${version}"`,
    matches = includesTag,
    hasCurrent = includesTag,
  } = overrides;
  const boxes = new Map<number, Box>();
  let [count, reads] = [0, 0];
  const server = createServer(async (request, response) => {
    const sent = await readBody(request);
    const { method = '' } = request;
    const right = respond(method, request.url ?? '', request.headers, sent);
    const { status, headers = {}, body = '' } = overrides.finish?.(right, method) ?? right;
    response.writeHead(status, headers).end(body);
  });
  return startTestServer(server, onEnd);

  function respond(method: string, url: string, headers: NodeJS.Dict<string | string[]>, sent: Buffer): Reply {
    const [, collection, id, action] = url.split('/');
    if (collection === 'picture') return method === 'GET' ? respondWithPicture(headers) : { status: 405 };
    if (collection !== 'boxes') return { status: 404 };
    if (id === undefined)
      return method === 'POST' ? write({ id: ++count, isClosed: false, version: 0 }, sent, 201) : { status: 405 };
    const box = boxes.get(Number(id));
    if (box === undefined) return { status: 404 };
    const tag = etag(box, reads);
    const condition = textOf(headers['if-match']);
    if (method !== 'GET' && condition !== undefined && !matches(condition, tag, method)) {
      if (overrides.changesFirst) write(box, sent, 200);
      return { status: 412 };
    }
    if (action !== undefined) return method === 'POST' ? show(keep({ ...box, isClosed: true })) : { status: 405 };
    if (method === 'GET') return read(box, textOf(headers['if-none-match']));
    if (method === 'PUT') return write(box, sent, 200);
    if (method !== 'DELETE') return { status: 405 };
    boxes.delete(box.id);
    return { status: 204 };
  }

  function read(box: Box, condition: string | undefined): Reply {
    reads++;
    const tag = etag(box, reads);
    if (condition !== undefined && hasCurrent(condition, tag)) return { status: 304, headers: { ETag: tag } };
    return show(box);
  }

  function write(box: Omit<Box, 'label'>, sent: Buffer, status: number): Reply {
    const label = labelIn(sent.toString());
    return label === undefined ? { status: 400 } : show(keep({ ...box, label }), status);
  }

  function keep(box: Box): Box {
    const kept = { ...box, version: box.version + 1 };
    boxes.set(box.id, kept);
    return kept;
  }

  function show(box: Box, status = 200): Reply {
    const { version: _version, ...shown } = box;
    const headers = { 'Content-Type': 'application/json', ETag: etag(box, reads) };
    return { status, headers, body: JSON.stringify(shown) };
  }

  function respondWithPicture(headers: NodeJS.Dict<string | string[]>): Reply {
    const range = textOf(headers['range']);
    const part = range === undefined ? undefined : (overrides.part ?? partOf)(range, picture);
    return part ?? { status: 200, headers: { 'Content-Type': 'image/png', 'Accept-Ranges': 'bytes' }, body: picture };
  }
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}

function includesTag(condition: string, etag: string): boolean {
  const tags: readonly string[] = condition.match(/"[^"]*"/g) ?? [];
  return condition === '*' || tags.includes(etag.replace('W/', ''));
}

function labelIn(text: string): string | undefined {
  try {
    const sent: unknown = JSON.parse(text);
    const label = typeof sent === 'object' && sent !== null && 'label' in sent ? sent.label : undefined;
    return typeof label === 'string' && label.length > 0 && label.length <= 80 ? label : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the whole is to be sent. */
export function partOf(range: string, content: Buffer): Reply | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === '' && to === '') return undefined;
  const last = from === '' || to === '' ? content.length - 1 : Math.min(Number(to), content.length - 1);
  const first = from === '' ? Math.max(0, content.length - Number(to)) : Number(from);
  if (first > last) return { status: 416, headers: { 'Content-Range': `bytes */${content.length}` } };
  return sendPart(content.subarray(first, last + 1), `bytes ${first}-${last}/${content.length}`);
}

export function sendPart(body: Buffer, contentRange: string): Reply {
  return { status: 206, headers: { 'Content-Type': 'image/png', 'Content-Range': contentRange }, body };
}
