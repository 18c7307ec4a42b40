/** What every launcher is told: where to listen, the one token that is right, the document. */
import { fileURLToPath } from 'node:url';

export const host = '127.0.0.1';
export const port = Number(process.env.PORT ?? 0);
export const token = process.env.STORE_TOKEN ?? 'Strangers-Token-1a';
export const document = fileURLToPath(new URL('../../../../spec/plant-store.yaml', import.meta.url));

/** Runs the command line program of a package in this process, so that it has one process id. */
export async function runCommand(program, ...options) {
  process.argv = [process.execPath, fileURLToPath(program), ...options];
  await import(program.href);
}

export function tell(boundPort) {
  console.log(`http://${host}:${boundPort}`);
}
