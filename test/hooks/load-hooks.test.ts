/** Files of hooks: what Node runs, and errors that name the file, the line and the fix. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadHooks } from '../../contracts/hooks/load-hooks.ts';
import { kitErrorOf } from '../pact/support.ts';
import { hooksFile } from './hook-files.ts';

describe('a file is loaded', () => {
  test.each([
    [
      'hooks.ts',
      "import type { Hooks } from 'plant-store/verify';\nexport default { beforeRequest(request): undefined { void request; } } satisfies Hooks;",
    ],
    ['hooks.mts', 'const hooks: object = { beforeRequest: () => undefined };\nexport default hooks;'],
    ['hooks.js', 'export default { beforeRequest: () => undefined };'],
    ['hooks.mjs', 'export default { beforeRequest() {} };'],
    ['hooks.cjs', 'module.exports = { beforeRequest() {} };'],
  ])('%s', async (name, text) => {
    const file = hooksFile(text, name);
    const { hooks, source } = await loadHooks(file);
    expect(hooks.beforeRequest).toBeTypeOf('function');
    expect(source.sha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'));
  });

  test('with others that it imports', async () => {
    const file = hooksFile(
      "import { tenant } from './tenant.ts';\nexport default { beforeRequest: () => ({ headers: { tenant } }) };",
    );
    writeFileSync(path.join(path.dirname(file), 'tenant.ts'), "export const tenant: string = 'acme';");
    const { hooks } = await loadHooks(file);
    expect(hooks.beforeRequest).toBeTypeOf('function');
  });
});

describe('a file is rejected', () => {
  const errorOf = async (text: string, name?: string) => {
    const file = hooksFile(text, name);
    const { code, detail, where, fix } = await kitErrorOf(loadHooks(file));
    return { code, detail: detail.replace(file, 'FILE'), line: where?.replace(`${file}:`, ''), fix };
  };

  test('that does not exist', async () => {
    const { code, detail } = await kitErrorOf(loadHooks('missing/hooks.ts'));
    expect([code, detail]).toEqual(['hooks-unreadable', 'missing/hooks.ts: no such file']);
  });

  test('that is a URL, since no other than the user may give the code', async () => {
    const { code, detail } = await kitErrorOf(loadHooks('https://a:b@a.test/hooks.ts'));
    expect([code, detail]).toEqual(['hooks-unreadable', 'https://***@a.test/hooks.ts: expected a file, got a URL']);
  });

  test('that is no TypeScript or JavaScript', async () => {
    expect(await errorOf('{}', 'hooks.json')).toMatchObject({
      code: 'hooks-unreadable',
      fix: expect.stringContaining('.ts'),
    });
  });

  test('that throws, with its line', async () => {
    expect(await errorOf("const a = 1;\nvoid a;\nthrow new Error('no settings');")).toMatchObject({
      code: 'hooks-invalid',
      line: '3',
      detail: expect.stringContaining('FILE: '),
    });
  });

  test('that imports what does not exist', async () => {
    expect(await errorOf("import './gone.ts';\nexport default {};")).toMatchObject({
      code: 'hooks-invalid',
      detail: expect.stringContaining('gone.ts'),
      fix: expect.stringContaining('Check the path'),
    });
  });

  test.each([
    ['without a default export', 'export const beforeRequest = () => {};', 'FILE: it has no default export', undefined],
    [
      'that exports no object',
      'export default () => {};',
      'FILE: expected an object with hooks, got a function',
      undefined,
    ],
    ['without a hook', 'export default {};', 'FILE: it has no hook', undefined],
    [
      'with a misspelled hook',
      'export default {\n  beforeReqest() {},\n};',
      'FILE: there is no hook "beforeReqest" (did you mean beforeRequest?)',
      '2',
    ],
    [
      'with a hook that is no function',
      "export default {\n  values: { id: 'secret' },\n};",
      'FILE: the hook values is not a function, but an object',
      '2',
    ],
    [
      'with a check that is no function',
      "export default {\n  checks: {\n    'no-trace': 'secret',\n  },\n};",
      'FILE: the check "no-trace" is not a function, but a string',
      '3',
    ],
    [
      'with a check whose name is no id',
      'export default { checks: { noTrace() {} } };',
      'FILE: the check "noTrace" has a name that is no id',
      '1',
    ],
    [
      'with a check that has a misspelled key',
      "export default { checks: { 'no-trace': { check() {}, severty: 'warning' } } };",
      'FILE: the check "no-trace" has an unknown key severty (did you mean severity?)',
      '1',
    ],
    [
      'with a check of another severity',
      "export default { checks: { 'no-trace': { check() {}, severity: 'fatal' } } };",
      'FILE: the check "no-trace" has an unknown severity',
      '1',
    ],
  ])('%s', async (_name, text, detail, line) => {
    expect(await errorOf(text)).toMatchObject({ code: 'hooks-invalid', detail, line });
  });
});
