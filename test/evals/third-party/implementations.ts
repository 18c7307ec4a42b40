/** The stores that others wrote: which package each of them rests on, and how it is set up. */
export interface ThirdPartyImplementation {
  /** The name of its launcher in `stores/`. */
  readonly name: string;
  /** Where its version stands. */
  readonly packages: readonly string[];
  readonly description: string;
}

export const thirdPartyImplementations: readonly ThirdPartyImplementation[] = [
  { name: 'prism', packages: ['@stoplight/prism-cli'], description: 'its own command, `prism mock`' },
  { name: 'mockoon', packages: ['@mockoon/cli'], description: '`mockoon-cli start --data`' },
  { name: 'scalar', packages: ['@scalar/mock-server', '@hono/node-server'], description: 'served with Hono' },
  {
    name: 'openapi-backend',
    packages: ['openapi-backend'],
    description: 'on node:http, with a security handler',
  },
  {
    name: 'express-openapi-validator',
    packages: ['express', 'express-openapi-validator'],
    description: 'requests and responses validated',
  },
  {
    name: 'express-fixed',
    packages: ['express', 'express-openapi-validator'],
    description: 'the same, fixed',
  },
  {
    name: 'fastify',
    packages: ['fastify', '@fastify/bearer-auth'],
    description: 'hand-written schemas, its default Ajv',
  },
  {
    name: 'fastify-strict',
    packages: ['fastify', '@fastify/bearer-auth'],
    description: 'the same, without type conversion',
  },
  {
    name: 'fastify-fixed',
    packages: ['fastify', '@fastify/bearer-auth'],
    description: 'the same, fixed',
  },
  {
    name: 'hono-zod',
    packages: ['hono', '@hono/zod-validator', 'zod', '@hono/node-server'],
    description: 'its bearer middleware and zod',
  },
  {
    name: 'hono-fixed',
    packages: ['hono', 'zod', '@hono/node-server'],
    description: 'the same, fixed',
  },
];
