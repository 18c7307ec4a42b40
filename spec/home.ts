/** The kit's own contract: the default of every command, and the one that its consumer is written for. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from './contract.ts';

export const homeDocument = new URL('./plant-store.yaml', import.meta.url);

export function isHome({ file }: Contract): boolean {
  return path.resolve(file) === fileURLToPath(homeDocument);
}
