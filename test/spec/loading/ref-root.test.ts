/** The folder that references may reach in addition to that of the document. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadOverlaidContract, parseContract } from '../../../spec/loading/load-contract.ts';
import { writeFolder } from '../support.ts';

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n';
const api = `${head}paths:\n  /a: {$ref: ../shared/a.yaml}\n`;
const item = "get: {responses: {'200': {description: ok}}}\n";
const folder = () => writeFolder({ 'one/api.yaml': api, 'shared/a.yaml': item, 'secret.yaml': item });

it('is none by default, and the error names the option', async () => {
  const loading = loadOverlaidContract(path.join(folder(), 'one/api.yaml'), []);
  await expect(loading).rejects.toMatchObject({
    code: 'spec-ref',
    detail: expect.stringContaining('is not allowed'),
    fix: expect.stringContaining('--ref-root DIR'),
  });
});

it.each([
  ['contains both', '.'],
  ['contains only the other file', 'shared'],
])('allows references to it if it %s', async (_case, refRoot) => {
  const top = folder();
  const contract = await loadOverlaidContract(path.join(top, 'one/api.yaml'), [], {
    refRoot: path.join(top, refRoot),
  });
  expect(contract.operations.map(({ id }) => id)).toEqual(['GET /a']);
});

it('allows no references to what is outside of it, also by a link', async () => {
  const top = writeFolder({
    'one/api.yaml': `${head}paths:\n  /a: {$ref: ../secret.yaml}\n  /b: {$ref: ../shared/linked.yaml}\n`,
    'shared/a.yaml': item,
    'secret.yaml': item,
  });
  symlinkSync(path.join(top, 'secret.yaml'), path.join(top, 'shared/linked.yaml'));
  const loading = loadOverlaidContract(path.join(top, 'one/api.yaml'), [], { refRoot: path.join(top, 'shared') });
  await expect(loading).rejects.toMatchObject({
    detail: expect.stringMatching(/secret\.yaml is not allowed: .* and .*\nalso .*linked\.yaml is not allowed/),
  });
});

it('disables only the operations that need what it does not allow, if the document is repaired', async () => {
  const top = writeFolder({ 'one/api.yaml': `${api}  /b: {get: {responses: {'200': {description: ok}}}}\n` });
  const contract = await loadOverlaidContract(path.join(top, 'one/api.yaml'), [], { mode: 'lenient' });
  expect([contract.operations.map(({ id }) => id), contract.disabled?.map(({ id }) => id)]).toEqual([
    ['GET /b'],
    ['/a'],
  ]);
  expect(contract.repairs?.[0]?.effect).toContain('--ref-root DIR');
});

it('is only for documents in files', async () => {
  const loading = parseContract('https://example.com/api.yaml', api, [], { refRoot: '.' });
  await expect(loading).rejects.toMatchObject({ code: 'option-invalid' });
});
