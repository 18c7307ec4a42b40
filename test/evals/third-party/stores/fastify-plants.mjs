/** A fastify application with the schemas of the document, written out as its guide to validation shows. */
import bearerAuth from '@fastify/bearer-auth';
import Fastify from 'fastify';
import { host, port, tell, token } from './settings.mjs';

const plant = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tag: { type: 'string' } },
};
const newPlant = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', format: 'int64' }, ...plant.properties },
};
const problem = {
  type: 'object',
  required: ['error', 'message'],
  properties: { error: { type: 'integer' }, message: { type: 'string' } },
};

/** `extend` is given the application before its routes. */
export async function startFastify({ server = {}, auth = {}, extend = () => {} }) {
  const app = Fastify(server);
  await app.register(bearerAuth, { keys: [token], verifyErrorLogLevel: false, ...auth });
  extend(app);
  app.setErrorHandler((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    reply.code(status).send({ error: status, message: error.message });
  });
  app.post('/plants', { schema: { body: newPlant, response: { 200: plant, 400: problem } } }, (request) => {
    const { name, tag } = request.body;
    return { name, tag };
  });
  await app.listen({ host, port });
  tell(app.server.address().port);
}
