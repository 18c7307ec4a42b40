/** fastify with the conversion of types switched off. */
import { startFastify } from './fastify-plants.mjs';

await startFastify({ server: { ajv: { customOptions: { coerceTypes: false } } } });
