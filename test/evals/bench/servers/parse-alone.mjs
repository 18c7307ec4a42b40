/** The least that any server of a document does before it listens: read it, parse it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { document, host, port } from './settings.mjs';

const { paths } = JSON.parse(readFileSync(document, 'utf8'));
createServer((request, response) => {
  response.writeHead(Object.hasOwn(paths, request.url) ? 200 : 404).end();
}).listen(port, host);
