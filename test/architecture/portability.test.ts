import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { layers } from './layer-order.ts';
import { findPlatformAssumptions } from './portability.ts';
import { readSources, toSource } from './sources.ts';

test('the product runs on every platform', () => {
  expect(findPlatformAssumptions(readSources(Object.keys(layers)))).toEqual([]);
});

describe('is reported:', () => {
  test.each([
    'const file = new URL("./a.txt", import.meta.url).pathname;',
    'await import(path.resolve(file));',
    `const inside = file.startsWith(\`\${folder}/\`);`,
    "const file = folder + '/report.json';",
    "const parts = process.cwd().split('/');",
    'const name = path.relative(process.cwd(), file);',
    "process.kill(-id, 'SIGTERM');",
    "spawn('sh', ['-c', command]);",
    "const temporary = '/tmp/report';",
    "const home = process.env['HOME'];",
    "const lines = readFileSync(file, 'utf8').split('\\n');",
    'await symlink(target, file);',
    'const own = process.getuid() === uid;',
  ])('%s', (line) => {
    expect(findPlatformAssumptions([toSource('spec/a.ts', `${line}\n`)])).toHaveLength(1);
  });
});

describe('is not reported:', () => {
  test.each([
    "const parts = path.split('/');",
    'const own = process.getuid?.();',
    'process.kill(pid, 0);',
    '// Such as /tmp of root.',
    "const target = '/users/{id}';",
    "const isGroup = process.platform !== 'win32';\nprocess.kill(isGroup ? -pid : pid);",
  ])('%s', (text) => {
    expect(findPlatformAssumptions([toSource('spec/a.ts', `${text}\n`)])).toEqual([]);
  });
});

test('a checkout has the same line ends on every platform', () => {
  const attributes = readFileSync(new URL('../../.gitattributes', import.meta.url), 'utf8');
  expect(attributes).toMatch(/^\* text=auto eol=lf$/m);
});
