/** hono with its bearer middleware and zod, a hook and an error handler for the declared Error. */
import { zValidator } from '@hono/zod-validator';
import { z } from 'zod';
import { startHono } from './hono-plants.mjs';

const newPlant = z.object({ id: z.number().int(), name: z.string(), tag: z.string().optional() });

startHono(
  zValidator('json', newPlant, (result, context) => {
    if (!result.success) return context.json({ error: 400, message: result.error.issues[0].message }, 400);
  }),
  (context) => context.req.valid('json'),
);
