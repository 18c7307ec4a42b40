/** openapi-backend on node:http: its validation, a security handler, its own mocks as answers. `QUICK`: it does not validate the document. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { OpenAPIBackend } from 'openapi-backend';
import { document, host, port, token } from '../../servers/settings.mjs';

const api = new OpenAPIBackend({ definition: document, quick: process.env.QUICK !== undefined });

api.register({
  createPlant: (context, _request, response) => {
    const { name, tag } = context.request.requestBody;
    send(response, 200, { name, tag });
  },
  notImplemented: (context, _request, response) => {
    const { status, mock } = context.api.mockResponseForOperation(context.operation.operationId);
    send(response, status, mock);
  },
  validationFail: (context, _request, response) =>
    send(response, 400, { error: 400, message: context.validation.errors[0].message }),
  unauthorizedHandler: (_context, _request, response) => send(response, 400, { error: 401, message: 'unauthorised' }),
  notFound: (_context, _request, response) => send(response, 404, { error: 404, message: 'not found' }),
});

for (const scheme of ['bearerAuth', 'basicAuth'])
  api.registerSecurityHandler(scheme, ({ request }) => request.headers.authorization === `Bearer ${token}`);

await api.init();

createServer(async (request, response) => {
  const { method, url, headers } = request;
  await api.handleRequest({ method, path: url, headers, body: await text(request) }, request, response);
}).listen(port, host);

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
