/** The least that a server can do: read the JSON, answer a constant. */
import { createServer } from 'node:http';
import { host, port } from './settings.mjs';

const answer = '{"name":"Boston fern","tag":"fern"}';
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, headers).end(answer);
  });
}).listen(port, host);
