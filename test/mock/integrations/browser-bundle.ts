/** Bundles modules for a browser, and lists what of Node they would need. */
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';

/** The module `plant-store/msw/browser`. */
export const BROWSER_ENTRY = 'mock/integrations/msw-browser.ts';

export interface BrowserBundle {
  readonly chunks: readonly OutputChunk[];
  /** `node:fs < spec/kit.ts`: each module of Node, with the file that imports it. */
  readonly nodeImports: readonly string[];
}

/** The entries are files, by the names of their chunks; `texts` has the text of files that do not exist. */
export async function bundleForBrowser(
  entries: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>> = {},
): Promise<BrowserBundle> {
  const nodeImports: string[] = [];
  const bundle = await rolldown({
    input: { ...entries },
    platform: 'browser',
    resolve: { alias: { 'plant-store/msw/browser': path.resolve(BROWSER_ENTRY) } },
    plugins: [
      {
        name: 'node-imports',
        resolveId: (name, importer) => {
          if (importer === undefined) return path.resolve(name);
          if (!isBuiltin(name)) return null;
          nodeImports.push(`${name} < ${path.relative('', importer)}`);
          return { id: name, external: true };
        },
        load: (id) => texts[path.relative('', id)] ?? null,
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
