/** fastify as it comes: its Ajv converts types (coercion). */
import { startFastify } from './fastify-plants.mjs';

await startFastify({});
