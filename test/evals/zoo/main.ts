/** Starts one store: `node test/evals/zoo/main.ts NAME`, or `ZOO/NAME`; without a name it lists all of them. */
import { parseArgs } from 'node:util';
import type { VariantInfo, Zoo } from './zoo.ts';
import { zoos } from './zoos.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' } },
});

const [name] = positionals;
const [found] = zoos.flatMap((zoo) =>
  zoo.variants
    .filter((one) => name === one.name || name === `${zoo.name}/${one.name}`)
    .map((variant) => ({ zoo, exhibit: variant })),
);
if (name === undefined) for (const zoo of zoos) list(zoo);
else if (found === undefined) failWith(name);
else await start(found.zoo, found.exhibit);

function list(zoo: Zoo): void {
  console.log(zoo.title);
  for (const { name, description, ...rest } of zoo.variants) {
    const kind = rest.kind === 'faulty' ? `faulty ${rest.depth}` : rest.kind;
    console.log(`${kind.padEnd(12)}  ${name.padEnd(38)}  ${description}`);
  }
}

function failWith(variantName: string): void {
  console.error(`received ${JSON.stringify(variantName)}; the zoo has no such variant. Run without a name for a list.`);
  process.exitCode = 2;
}

async function start(zoo: Zoo, variant: VariantInfo): Promise<void> {
  const store = await zoo.start(variant.name, { port: Number(values.port) });
  const { token, byScheme } = zoo.credentials;
  console.log(`${variant.name}: ${variant.description}\n  URL    ${store.url}`);
  if (token !== undefined) console.log(`  token  ${token}`);
  for (const [scheme, secret] of byScheme) console.log(`  --auth ${scheme}=${secret}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void store.close());
}
