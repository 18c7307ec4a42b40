/** express with express-openapi-validator, both set up as their documentation shows. */
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { document, host, port, tell, token } from './settings.mjs';

/** `json` are the options of `express.json`, `isRight` tells the right Authorization from others. */
export function startExpress({ json = {}, isRight = (header) => header?.split(' ')[1] === token } = {}) {
  const app = express();

  app.use(express.json(json));
  app.use(
    middleware({
      apiSpec: document,
      validateRequests: true,
      validateResponses: true,
      validateSecurity: {
        handlers: { bearerAuth: (request) => isRight(request.headers.authorization) },
      },
    }),
  );

  app.post('/plants', (request, response) => {
    const { name, tag } = request.body;
    response.json({ name, tag });
  });

  app.use((error, _request, response, _next) => {
    const status = error.status ?? 500;
    response.status(status).json({ error: status, message: error.message });
  });

  const server = app.listen(port, host, () => tell(server.address().port));
}
