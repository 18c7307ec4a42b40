import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClose } from '../../../contracts/pact/provider/local-server.ts';
import { startMock } from '../../../mock/index.ts';
import { startVariant, variants } from '../../evals/zoo/index.ts';
import { freePort } from '../../free-port.ts';

/** What the documents give for a token, or what stands for it. */
export const TOKEN = 'plant-store-dev-token';

interface Server {
  close(): Promise<void>;
}

/** The servers that a document mentions, each at a free port instead of that of the document. */
export interface DocumentServers {
  /** With free ports in place of those of the document. */
  readonly replacePorts: (text: string) => string;
  /** Starts the servers that this text addresses and that are not running yet. */
  readonly startServersFor: (text: string) => Promise<void>;
  /** That of the document, free for a server that the document starts itself. */
  readonly releasePort: (port: string) => Promise<void>;
  /** What stands for 4010. */
  readonly mockPort: number;
  readonly close: () => Promise<void>;
}

const addressed = /(?<=(?:127\.0\.0\.1|localhost|\[::1\]):|--port[ =])(\d+)\b/g;
const hosts = /https?:\/\/[\w-]+\.example\.com/g;

/** `text` is the whole document. */
export async function openDocumentServers(text: string): Promise<DocumentServers> {
  const named = [...text.matchAll(addressed)].map(([port]) => port);
  const free = new Map<string, number>();
  for (const port of new Set(['4010', '8080', ...named])) free.set(port, await freePort());
  const servers = new Map<string, Server | 'released'>();
  const replacePorts = (line: string) =>
    line.replaceAll(hosts, 'http://127.0.0.1:8080').replaceAll(addressed, (port) => String(free.get(port) ?? port));
  return {
    replacePorts,
    startServersFor: async (line) => {
      for (const [port] of line.replaceAll(hosts, 'http://127.0.0.1:8080').matchAll(addressed)) {
        if (servers.has(port)) continue;
        const start = serverStarters(text)[port];
        if (start !== undefined) servers.set(port, await start(free.get(port) ?? 0));
      }
    },
    releasePort: async (port) => {
      const server = servers.get(port);
      servers.set(port, 'released');
      if (server !== 'released') await server?.close();
    },
    mockPort: free.get('4010') ?? 0,
    close: async () => {
      for (const server of servers.values()) if (server !== 'released') await server.close();
    },
  };
}

/** By port: the mock, an implementation, an endpoint for provider states. */
function serverStarters(text: string): Readonly<Record<string, (port: number) => Promise<Server>>> {
  const [, wanted = 'right-store'] = /<!-- 8080: ([\w-]+) -->/.exec(text) ?? [];
  const variant = variants.find(({ name }) => name === wanted);
  if (variant === undefined) throw new Error(`the zoo has no ${wanted}`);
  return {
    4010: startMockServer,
    8080: (port) => startVariant(variant, { token: TOKEN, port }),
    4011: startConstantServer,
  };
}

/** With one created plant, which is in the journal. */
async function startMockServer(port: number): Promise<Server> {
  const mock = await startMock({ port });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  await fetch(`${mock.url}/plants`, { method: 'POST', headers, body: '{"id":7,"name":"fern"}' });
  return mock;
}

async function startConstantServer(port: number): Promise<Server> {
  const server = createServer((_request, response) => response.end('{}'));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { close: createClose(server) };
}
