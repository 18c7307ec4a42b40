/** The stores that others wrote: which package each of them rests on, and how it is set up. */
export interface Stranger {
  /** The name of its launcher in `stores/`. */
  readonly name: string;
  /** Where its version stands. */
  readonly packages: readonly string[];
  readonly what: string;
}

export const strangers: readonly Stranger[] = [
  { name: 'prism', packages: ['@stoplight/prism-cli'], what: 'its own command, `prism mock`' },
  { name: 'mockoon', packages: ['@mockoon/cli'], what: '`mockoon-cli start --data`' },
  { name: 'scalar', packages: ['@scalar/mock-server', '@hono/node-server'], what: 'served with hono' },
  { name: 'openapi-backend', packages: ['openapi-backend'], what: 'on node:http, with a security handler' },
  {
    name: 'express-openapi-validator',
    packages: ['express', 'express-openapi-validator'],
    what: 'requests and answers validated',
  },
  {
    name: 'express-mended',
    packages: ['express', 'express-openapi-validator'],
    what: 'the same, mended',
  },
  {
    name: 'fastify',
    packages: ['fastify', '@fastify/bearer-auth'],
    what: 'schemas by hand, its default Ajv',
  },
  {
    name: 'fastify-strict',
    packages: ['fastify', '@fastify/bearer-auth'],
    what: 'the same, without conversion of types',
  },
  {
    name: 'fastify-mended',
    packages: ['fastify', '@fastify/bearer-auth'],
    what: 'the same, mended',
  },
  {
    name: 'hono-zod',
    packages: ['hono', '@hono/zod-validator', 'zod', '@hono/node-server'],
    what: 'its bearer middleware and zod',
  },
  {
    name: 'hono-mended',
    packages: ['hono', 'zod', '@hono/node-server'],
    what: 'the same, mended',
  },
];
