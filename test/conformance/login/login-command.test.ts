import { describe, expect, test } from 'vitest';
import { createCommandSource } from '../../../contracts/conformance/login/login-command.ts';
import { KitError } from '../../../errors.ts';

const login = { username: 'ann', password: 'Pw-3k8Zt' } as const;

async function failureOf(command: string, timeoutMs?: number): Promise<string> {
  const source = createCommandSource({ command, login, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const error: unknown = await source().catch((reason: unknown) => reason);
  if (!(error instanceof KitError)) throw new Error('it did not fail');
  expect(error.code).toBe('login-failed');
  return error.detail;
}

describe('a login command', () => {
  test('prints the token in its first line', async () => {
    const source = createCommandSource({ command: `printf '\\n  Tk-1  \\nmore\\n'; echo noise >&2`, login });
    expect(await source()).toEqual({ token: 'Tk-1', lifetime: undefined });
  });

  test('that fails is quoted without its output and without the password', async () => {
    const detail = await failureOf(`echo Tk-secret; echo "Tk-secret and ${login.password} are wrong" >&2; exit 3`);
    expect(detail).toMatch(/^--login-command ended with exit code 3\n.* and .* are wrong$/);
    expect(detail).not.toMatch(/Tk-secret|3k8Zt/);
  });

  test('that prints nothing, or what cannot be sent, is an error', async () => {
    expect(await failureOf('true')).toBe('--login-command printed nothing');
    expect(await failureOf(`printf 'a\\tb\\n'`)).toBe('--login-command printed characters that no header can carry');
  });

  test('is ended with its children when it takes too long', async () => {
    expect(await failureOf('sleep 60 & sleep 60', 100)).toBe('--login-command did not end within 0.1 s');
  });
});
