/** MSW: handlers made of the document by its own package, behind its own middleware. It neither validates nor asks for a token. */
import { readFileSync } from 'node:fs';
import { createServer } from '@mswjs/http-middleware';
import { fromOpenApi } from '@mswjs/source/open-api';
import { document, host, port } from '../../servers/settings.mjs';

const text = readFileSync(document, 'utf8');
const handlers = await fromOpenApi(text.startsWith('{') ? here(JSON.parse(text)) : text);
createServer(...handlers).listen(port, host);

/** Without the servers that a document names: the handlers would wait for requests to those alone. */
function here({ servers: _elsewhere, ...rest }) {
  return rest;
}
