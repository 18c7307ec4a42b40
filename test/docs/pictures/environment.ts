/** What pictures are taken of, and taken away afterwards: a store of the zoo, a folder for reports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startVariant, variants } from '../../evals/zoo/index.ts';

export const kit = path.resolve(import.meta.dirname, '../../..');
export const launcher = path.join(kit, 'cli/plant-store.cjs');

/** Of the commands: nothing of whoever makes the pictures. */
export function pictureEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '' } = process.env;
  return { PATH, TERM: 'xterm-256color', PLANT_STORE_TOKEN: TOKEN };
}

const TOKEN = 'token-of-the-picture';

/** The store of `test/evals/zoo` that has this name runs during the work, which gets its URL. */
export async function withStore<Result>(name: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`the zoo has no variant ${name}`);
  const store = await startVariant(variant, { token: TOKEN });
  try {
    return await work(store.url);
  } finally {
    await store.close();
  }
}

export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'picture-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
