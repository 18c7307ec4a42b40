/** Bundles a module for a browser, and lists what of Node it would need. */
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';

export interface BrowserBundle {
  /** By file name; the first is the entry. */
  readonly chunks: readonly OutputChunk[];
  /** `node:fs < spec/kit.ts`: each module of Node, with the file that imports it. */
  readonly nodeImports: readonly string[];
}

export async function bundleForBrowser(input: string): Promise<BrowserBundle> {
  const nodeImports: string[] = [];
  const bundle = await rolldown({
    input: path.resolve(input),
    platform: 'browser',
    plugins: [
      {
        name: 'node-imports',
        resolveId: (name, importer) => {
          if (importer === undefined || !isBuiltin(name)) return null;
          nodeImports.push(`${name} < ${path.relative('', importer)}`);
          return { id: name, external: true };
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return { chunks: output.filter((one) => one.type === 'chunk'), nodeImports };
}

/** The bytes of these chunks, each compressed as a server sends it. */
export function gzippedBytes(chunks: readonly OutputChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

/** The chunks that contain a module of one of the packages. */
export function chunksWith(chunks: readonly OutputChunk[], packages: readonly string[]): readonly OutputChunk[] {
  return chunks.filter(({ moduleIds }) =>
    packages.some((name) => moduleIds.some((id) => id.includes(`/node_modules/${name}/`))),
  );
}
