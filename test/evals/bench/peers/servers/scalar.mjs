/** Scalar's mock server, served as its getting-started page shows. */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';
import { document, host, port } from '../../servers/settings.mjs';

const app = await createMockServer({ document: readFileSync(document, 'utf8') });
serve({ fetch: app.fetch, hostname: host, port });
