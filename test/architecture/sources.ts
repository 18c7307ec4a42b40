/** The product's own source files: their texts, and which of them import which. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Source {
  /** From the root of the project, such as `spec/loading/load-contract.ts`. */
  readonly file: string;
  readonly text: string;
  /** Files of the project, by their paths from the root. */
  readonly imports: readonly string[];
}

/** Of folders and files at the root. Tests and files of types alone (`.d.ts`) are left out. */
export function readSources(layers: readonly string[]): readonly Source[] {
  return layers.flatMap((layer) => (layer.endsWith('.ts') ? [layer] : filesIn(layer))).map(readSource);
}

export function readSource(file: string): Source {
  return toSource(file, readFileSync(path.join(root, file), 'utf8'));
}

export function toSource(file: string, text: string): Source {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g);
  const imports = [...found].map(([, target = '']) => path.posix.join(path.posix.dirname(file), target));
  return { file, text, imports: [...new Set(imports)] };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(?:d|test)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}
