/** fastify with all that the verifier says of it mended: types, the scheme in any case, UTF-8, int64. */
import { decodeUtf8, refuseBeyondInt64 } from './exact.mjs';
import { startFastify } from './fastify-plants.mjs';

await startFastify({
  server: { ajv: { customOptions: { coerceTypes: false } } },
  auth: { specCompliance: 'rfc6749' },
  extend(app) {
    app.removeContentTypeParser(['application/json', 'text/plain']);
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(decodeUtf8(body), refuseBeyondInt64));
      } catch (error) {
        done(Object.assign(error, { statusCode: 400 }));
      }
    });
  },
});
