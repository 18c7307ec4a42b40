/** A hono application with its bearer middleware; how a body is read and validated is for the launcher to say. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { host, port, tell, token } from './settings.mjs';

export function startHono(validate, plantOf) {
  const app = new Hono();
  app.use(bearerAuth({ token }));
  app.post('/plants', validate, (context) => {
    const { name, tag } = plantOf(context);
    return context.json({ name, tag });
  });
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    return context.json({ error: status, message: error.message }, status);
  });
  serve({ fetch: app.fetch, hostname: host, port }, (address) => tell(address.port));
}
