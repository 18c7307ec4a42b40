/** An implementation of `contents.yaml`, correct unless defects are given. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export interface ContentStoreOverrides {
  /** What is stored of a written note or photo, by its previous content. */
  keep?(sent: Buffer, before: Buffer | undefined): Buffer;
  /** The letters that are listed. */
  list?(letters: readonly object[]): readonly object[];
}

/** Returns its base URL; it stops with the test. */
export async function startContentStore(onEnd: OnTestEnd, overrides: ContentStoreOverrides = {}): Promise<string> {
  const contents = new Map<string, Buffer>();
  const letters: object[] = [];
  let made = 0;
  const server = createServer((request, response) => void respond(request, response));
  return startTestServer(server, onEnd);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const sent = await readBody(request);
    if (url === '/letters') onLetters(method, response);
    else if (method === 'GET') show(url, response);
    else if (method === 'PUT') {
      keep(url, sent);
      response.writeHead(204).end();
    } else {
      const id = `p${made++}`;
      keep(`/photos/${id}`, sent);
      sendJson(response, 201, { id }, { Location: `/photos/${id}` });
    }
  }

  function keep(url: string, sent: Buffer): void {
    contents.set(url, overrides.keep?.(sent, contents.get(url)) ?? sent);
  }

  function show(url: string, response: ServerResponse): void {
    const kept = contents.get(url);
    const type = url.startsWith('/notes') ? 'text/plain' : 'image/png';
    if (kept === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type }).end(kept);
  }

  function onLetters(method: string | undefined, response: ServerResponse): void {
    const letter = { id: `l${made++}` };
    if (method === 'POST') letters.push(letter);
    if (method === 'POST') sendJson(response, 201, letter);
    else sendJson(response, 200, overrides.list?.(letters) ?? letters);
  }
}

function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
