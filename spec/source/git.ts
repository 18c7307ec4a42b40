/** git as a program of its own, asked for what it knows. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { KitError } from '../../errors.ts';

/** Larger answers are refused. */
export const MAX_BYTES = 50_000_000;

type Asked = { readonly ok: true; readonly stdout: Buffer } | { readonly ok: false; readonly said: string };

/** No shell: what a user gives is one argument. Nobody is asked for a password. Throws `git-unusable` without git. */
export async function git(args: readonly string[]): Promise<Asked> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args], {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    });
    return { ok: true, stdout };
  } catch (error) {
    return { ok: false, said: reasonOf(error).replaceAll('\t', '  ') };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT')
    throw new KitError('git-unusable', 'there is no program "git"');
  return 'stderr' in error && Buffer.isBuffer(error.stderr) && error.stderr.length > 0
    ? error.stderr.toString().trim()
    : error.message;
}
