/** Serves the files of a folder on a free port of 127.0.0.1, as a static host does. */
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface ServedFolder {
  readonly url: string;
  close(): void;
}

export async function serveFolder(folder: string): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const file = fileOf(folder, new URL(request.url ?? '', 'http://localhost').pathname);
    if (file === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close };
}

/** Of a page without an extension, the HTML file. */
export function fileOf(folder: string, pathname: string): string | undefined {
  const named = path.join(folder, decodeURIComponent(pathname));
  const candidates = [named, `${named}.html`, path.join(named, 'index.html')];
  return candidates.find((file) => file.startsWith(folder) && existsSync(file) && statSync(file).isFile());
}
