import { parseArgs } from 'node:util';
import { startVariant, type Variant, variants } from './index.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' } },
});

const [name] = positionals;
const variant = variants.find((candidate) => candidate.name === name);
if (name === undefined) list();
else if (variant === undefined) refuse(name);
else await start(variant, Number(values.port));

function list(): void {
  for (const { name, what, ...rest } of variants) {
    const kind = rest.kind === 'faulty' ? `faulty ${rest.depth}` : rest.kind;
    console.log(`${kind.padEnd(12)}  ${name.padEnd(38)}  ${what}`);
  }
}

function refuse(name: string): void {
  console.error(
    `received ${JSON.stringify(name)}; the zoo has no such variant. Run without a name for a list.`,
  );
  process.exitCode = 2;
}

async function start(variant: Variant, port: number): Promise<void> {
  const store = await startVariant(variant, { port });
  console.log(`${variant.name}: ${variant.what}\n  URL    ${store.url}\n  token  ${store.token}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void store.close());
}
