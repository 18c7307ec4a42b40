import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../spec/load.ts';
import { isValid } from '../../spec/validate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-hostile-'));

test.each(['^(a+)+$', '^([a-zA-Z ]+)*$', '^(a|a)*$', '^(\\w+\\s?)+$'])(
  'the pattern %s comes to an end',
  async (pattern) => {
    const schema = await schemaOf({ type: 'string', pattern });
    expect(isValid(schema, `${'a'.repeat(60)}!`, 'request')).toBe(false);
    expect(isValid(schema, 'aaa', 'request')).toBe(true);
  },
);

test('a pattern counts a character beyond the BMP as one', async () => {
  const schema = await schemaOf({ type: 'string', pattern: '^.{2}$' });
  expect(isValid(schema, '🌵🪴', 'request')).toBe(true);
  expect(isValid(schema, '🌵', 'request')).toBe(false);
});

test.each(['link.yaml', 'linked/secret.yaml'])(
  'a reference may not leave the folder through the link %s',
  async (target) => {
    const outside = path.join(folder, 'outside');
    const inside = path.join(folder, 'inside');
    for (const one of [outside, inside]) mkdirSync(one, { recursive: true });
    writeFileSync(path.join(outside, 'secret.yaml'), 'type: string\n');
    try {
      symlinkSync(path.join(outside, 'secret.yaml'), path.join(inside, 'link.yaml'));
      symlinkSync(outside, path.join(inside, 'linked'));
    } catch {
      // The second of the two tests finds them there.
    }
    const file = path.join(inside, 'api.json');
    writeFileSync(file, JSON.stringify(documentWith({ $ref: `./${target}` })));
    await expect(loadContract(file)).rejects.toMatchObject({ code: 'spec-ref' });
  },
);

async function schemaOf(schema: object) {
  const file = path.join(folder, 'api.json');
  writeFileSync(file, JSON.stringify(documentWith(schema)));
  const contract = await loadContract(file);
  const found = contract.operations[0]?.requestBody?.content[0]?.schema;
  if (found === undefined) throw new Error('the document has no body');
  return found;
}

function documentWith(schema: object) {
  const content = { 'application/json': { schema } };
  return {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/t': { post: { requestBody: { content }, responses: { 200: { description: 'ok' } } } } },
  };
}
