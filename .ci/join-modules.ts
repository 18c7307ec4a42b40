/**
 * Joins the modules of dist/ into few files: Node spends a third of a short command on finding, reading and linking hundreds
 * of modules. Each entry point of the package stays where it is, and exports what its file in dist/modules/ does.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import manifest from '../package.json' with { type: 'json' };

const root = path.resolve('dist');
const joined = path.join(root, 'modules');

/**
 * They stay modules of their own: the first runs before all others, the second is large, bundled already, and imports no
 * module of the kit.
 */
const NODE_VERSION = 'node-version.js';
const separate: readonly string[] = [NODE_VERSION, 'mock/respond/prism-modules.js'];

/** Needs the compiled modules in dist/, bundled engines included. */
export async function joinModules(): Promise<void> {
  const entryPoints = findEntryPoints().map((file) => ({ file, checksNode: read(file).includes(NODE_VERSION) }));
  const chunks = await writeChunks(entryPoints);
  // The others are helpers of the bundler.
  const included = chunks.flatMap(({ modules }) => Object.keys(modules)).filter((file) => path.isAbsolute(file));
  for (const file of new Set(included)) rmSync(file);
  for (const file of globSync('**/*.js', { cwd: root })) if (hasOnlyTypes(file)) rmSync(path.join(root, file));
  for (const entryPoint of entryPoints) writeEntryPoint(entryPoint, chunks);
  for (const folder of new Set(included.map((file) => path.dirname(file)))) removeEmpty(folder);
}

interface EntryPoint {
  /** The path within dist/. */
  readonly file: string;
  /** Those for browsers do not. */
  readonly checksNode: boolean;
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function hasOnlyTypes(file: string): boolean {
  return read(file).trim() === 'export {};';
}

/** Paths within dist/. */
function findEntryPoints(): readonly string[] {
  const exported = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [path.relative('dist', entry.default)],
  );
  return ['cli/main.js', ...exported].map((file) => file.replaceAll(path.sep, '/'));
}

/** `mock/index.js` is `mock-index`. */
function chunkName(entryPoint: string): string {
  return entryPoint.replace(/\.js$/, '').replaceAll('/', '-');
}

async function writeChunks(entryPoints: readonly EntryPoint[]): Promise<readonly OutputChunk[]> {
  const build = await rolldown({
    input: Object.fromEntries(entryPoints.map(({ file }) => [chunkName(file), path.join(root, file)])),
    // With Node's, all files would import `node:module`, also those for browsers.
    platform: 'neutral',
    plugins: [
      {
        name: 'modules',
        resolveId: (name, importer) => {
          if (importer === undefined) return null;
          // Packages are installed with the kit.
          if (!name.startsWith('.')) return { id: name, external: true };
          const target = path.relative(root, path.resolve(path.dirname(importer), name)).replaceAll(path.sep, '/');
          return separate.includes(target) ? { id: `../${target}`, external: true } : null;
        },
        transform: (code, id) => withOriginalUrl(code, id),
      },
    ],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await build.write({
    dir: joined,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  return output.filter((file) => file.type === 'chunk');
}

/** Modules name the data files and packages that they read relative to themselves. */
function withOriginalUrl(code: string, id: string): string | null {
  if (!code.includes('import.meta.url')) return null;
  const original = path.relative(joined, id).replaceAll(path.sep, '/');
  return code.replaceAll('import.meta.url', `new URL('${original}', import.meta.url).href`);
}

function writeEntryPoint({ file, checksNode }: EntryPoint, chunks: readonly OutputChunk[]): void {
  const name = chunkName(file);
  const chunk = chunks.find((one) => one.isEntry && one.name === name);
  if (chunk === undefined) throw new Error(`${file} was not joined`);
  const up = '../'.repeat(file.split('/').length - 1);
  const target = `${up}modules/${chunk.fileName}`;
  const lines = [
    ...(checksNode ? [`import '${up}${NODE_VERSION}';`] : []),
    ...(chunk.exports.length === 0 ? [`import '${target}';`] : [`export * from '${target}';`]),
    ...(chunk.exports.includes('default') ? [`export { default } from '${target}';`] : []),
  ];
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), `${lines.join('\n')}\n`);
}

function removeEmpty(folder: string): void {
  if (folder === root || !existsSync(folder) || readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmpty(path.dirname(folder));
}
