/** The baseline: what a person writes by hand for this one contract, on node:http with a compiled Ajv and a look at the token. */
import { createServer } from 'node:http';
import { Ajv } from 'ajv';
import { host, port, token } from './settings.mjs';

const ajv = new Ajv();
const isPlant = ajv.compile({
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, tag: { type: 'string' } },
});
const right = `Bearer ${token}`;

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.headers.authorization !== right) return refuse(response, 401, 'unauthorised');
    const body = parsed(Buffer.concat(chunks).toString('utf8'));
    if (!isPlant(body)) return refuse(response, 400, ajv.errorsText(isPlant.errors));
    send(response, 200, { name: body.name, tag: body.tag });
  });
}).listen(port, host);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The contract declares 400 alone for what is refused. */
function refuse(response, error, message) {
  send(response, 400, { error, message });
}

function send(response, status, value) {
  const text = JSON.stringify(value);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
}
