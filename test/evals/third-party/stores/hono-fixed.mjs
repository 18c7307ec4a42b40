/** The same with all that the verifier says of it mended: int64 and no further, UTF-8. */
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { decodeUtf8, refuseBeyondInt64 } from './exact.mjs';
import { startHono } from './hono-plants.mjs';

const newPlant = z.object({
  id: z.number().refine(Number.isInteger),
  name: z.string(),
  tag: z.string().optional(),
});

startHono(validate, (context) => context.get('plant'));

async function validate(context, next) {
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? ''))
    throw new HTTPException(415, { message: 'expected application/json' });
  const read = newPlant.safeParse(parse(await context.req.arrayBuffer()));
  if (!read.success) throw new HTTPException(400, { message: read.error.issues[0].message });
  context.set('plant', read.data);
  await next();
}

function parse(bytes) {
  try {
    return JSON.parse(decodeUtf8(bytes), refuseBeyondInt64);
  } catch (error) {
    throw new HTTPException(400, { message: error.message });
  }
}
