/** Starts one store: `node test/evals/zoo/main.ts NAME`, or `ZOO/NAME`; without a name it lists all of them. */
import { parseArgs } from 'node:util';
import type { Exhibit, Zoo } from './zoo.ts';
import { zoos } from './zoos.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' } },
});

const [name] = positionals;
const [found] = zoos.flatMap((zoo) =>
  zoo.exhibits
    .filter((one) => name === one.name || name === `${zoo.name}/${one.name}`)
    .map((exhibit) => ({ zoo, exhibit })),
);
if (name === undefined) for (const zoo of zoos) list(zoo);
else if (found === undefined) refuse(name);
else await start(found.zoo, found.exhibit);

function list(zoo: Zoo): void {
  console.log(zoo.words);
  for (const { name, what, ...rest } of zoo.exhibits) {
    const kind = rest.kind === 'faulty' ? `faulty ${rest.depth}` : rest.kind;
    console.log(`${kind.padEnd(12)}  ${name.padEnd(38)}  ${what}`);
  }
}

function refuse(wanted: string): void {
  console.error(
    `received ${JSON.stringify(wanted)}; the zoo has no such variant. Run without a name for a list.`,
  );
  process.exitCode = 2;
}

async function start(zoo: Zoo, exhibit: Exhibit): Promise<void> {
  const store = await zoo.start(exhibit.name, { port: Number(values.port) });
  const { token, byScheme } = zoo.credentials;
  console.log(`${exhibit.name}: ${exhibit.what}\n  URL    ${store.url}`);
  if (token !== undefined) console.log(`  token  ${token}`);
  for (const [scheme, secret] of byScheme) console.log(`  --auth ${scheme}=${secret}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void store.close());
}
