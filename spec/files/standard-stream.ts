/** The names by which systems know what a process writes on. */
import { readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * The stream that a name stands for, also by a link. Opened by its name, a file behind it would be written from another
 * place than the stream writes on from, and one would overwrite the other.
 */
export function standardStream(file: string): NodeJS.WriteStream | undefined {
  return streamNamed(file) ?? streamNamed(targetOf(file));
}

function streamNamed(file: string): NodeJS.WriteStream | undefined {
  const [, name] = /^\/(?:dev|dev\/fd|proc\/self\/fd)\/(stdout|stderr|1|2)$/.exec(path.resolve(file)) ?? [];
  if (name === undefined) return undefined;
  return name === 'stdout' || name === '1' ? process.stdout : process.stderr;
}

function targetOf(file: string): string {
  try {
    return path.resolve(path.dirname(file), readlinkSync(file));
  } catch {
    return file;
  }
}

/** Resolves when the system has taken all of it. */
export async function writeToStream(
  stream: NodeJS.WriteStream,
  pieces: Iterable<string | Uint8Array>,
): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve, reject) => {
      stream.write(piece, (error) => (error ? reject(error) : resolve()));
    });
}
