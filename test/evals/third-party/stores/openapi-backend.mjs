/** openapi-backend on node:http, with its validation and a security handler in the manner of its JWT example. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { OpenAPIBackend } from 'openapi-backend';
import { document, host, port, tell, token } from './settings.mjs';

const api = new OpenAPIBackend({ definition: document });

api.register({
  createPlant: (context, _request, response) => {
    const { name, tag } = context.request.requestBody;
    send(response, 200, { name, tag });
  },
  validationFail: (context, _request, response) =>
    send(response, 400, { error: 400, message: context.validation.errors[0].message }),
  unauthorizedHandler: (_context, _request, response) => send(response, 401, { error: 401, message: 'unauthorized' }),
  notFound: (_context, _request, response) => send(response, 404, { error: 404, message: 'not found' }),
  methodNotAllowed: (_context, _request, response) =>
    send(response, 405, { error: 405, message: 'method not allowed' }),
});

api.registerSecurityHandler('bearerAuth', (context) => {
  const { authorization } = context.request.headers;
  return authorization !== undefined && authorization.replace('Bearer ', '') === token;
});

await api.init();

const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  await api.handleRequest({ method, path: url, headers, body: await text(request) }, request, response);
});
server.listen(port, host, () => tell(server.address().port));

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
