/** Repairs the files of a document, and replaces them in the loader. */
import type { Repair } from '../model/contract.ts';
import { type FileLoader, loadReferencedFiles } from '../refs/file-loader.ts';
import { repairFiles } from './repair-files.ts';

export async function repairLoaded(loader: FileLoader, openapi: '3.0' | '3.1'): Promise<readonly Repair[]> {
  await loadReferencedFiles(loader);
  const { main, files } = loader;
  const repaired = repairFiles(main, files, openapi);
  for (const [url, file] of repaired.files) files.set(url, file);
  return repaired.repairs;
}
