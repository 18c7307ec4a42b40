/** References: how they resolve, and what they may not reach. */
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { loadErrorOf, loadText, writeFolder } from '../support.ts';

/** The reference is in line 10. */
function withRef(ref: string, rest = '', openapi = '3.0.3'): string {
  return `openapi: ${openapi}
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              $ref: ${JSON.stringify(ref)}
      responses:
        '200': {description: ok}
${rest}`;
}

function bodySchema(contract: Contract): Schema | undefined {
  return contract.operations[0]?.requestBody?.content[0]?.schema;
}

const loop = `components:
  schemas:
    A: {$ref: '#/components/schemas/B'}
    B: {$ref: '#/components/schemas/A'}
`;

describe('a broken reference', () => {
  it.each([
    ['a schema that does not exist', '#/components/schemas/Nope', '', '"#/components/schemas/Nope" does not exist'],
    ['a name of Object.prototype', '#/toString', '', '"#/toString" does not exist'],
    ['an anchor that does not exist', '#nope', '', '"#nope" does not exist'],
    ['bad percent-encoding', '#/components/%ZZ', '', '"#/components/%ZZ" does not exist'],
    ['a schema that does not exist in the other file', 'other.yaml#/B', '', '"other.yaml#/B" does not exist'],
    ['a loop', '#/components/schemas/A', loop, '"#/components/schemas/B" is a circular reference'],
  ])('is rejected: %s', async (_what, ref, rest, detail) => {
    const loading = loadText(withRef(ref, rest), { 'other.yaml': 'A: {type: string}\n' });
    expect(await loadErrorOf(loading)).toMatchObject({ code: 'spec-ref', detail, where: 'doc.yaml:10' });
  });

  it.each([
    ['an anchor', '#size', 'A: {$anchor: size, type: integer}', 'B: {$anchor: size, type: string}'],
    [
      'an $id',
      'https://a.test/pot',
      'A: {$id: "https://a.test/pot", type: integer}',
      'B: {$id: "https://a.test/pot", type: string}',
    ],
  ])('is rejected: %s that exists twice', async (_what, ref, first, second) => {
    const schemas = `components:\n  schemas:\n    ${first}\n    ${second}\n`;
    const rejected = await loadErrorOf(loadText(withRef(ref, schemas, '3.1.0')));
    expect(rejected).toMatchObject({
      code: 'spec-ref',
      detail: expect.stringMatching(/^".*" is ambiguous: a second target is at .*doc\.yaml:16$/),
      where: 'doc.yaml:10',
      fix: expect.stringMatching(/\$anchor unique/),
    });
    const other = loadText(withRef('#/components/schemas/A', schemas, '3.1.0'));
    expect(bodySchema(await other)?.types).toEqual(new Set(['integer']));
  });

  it('resolves to a schema with the same $anchor and $dynamicAnchor', async () => {
    const schemas = 'components:\n  schemas:\n    A: {$anchor: size, $dynamicAnchor: size, type: integer}\n';
    const loading = loadText(withRef('#size', schemas, '3.1.0'));
    expect(bodySchema(await loading)?.types).toEqual(new Set(['integer']));
  });

  it('is rejected: a file that does not exist', async () => {
    const folder = writeFolder({ 'doc.yaml': withRef('sub/nope.yaml#/A') });
    expect(await loadErrorOf(loadContract(path.join(folder, 'doc.yaml')))).toMatchObject({
      code: 'spec-ref',
      detail: `${folder}/sub/nope.yaml: no such file`,
      where: 'doc.yaml:10',
    });
  });

  it('is rejected even if nothing uses it', async () => {
    const unused = "components:\n  schemas:\n    A: {type: string}\n    B:\n      $ref: '#/components/schemas/C'\n";
    const loading = loadText(withRef('#/components/schemas/A', unused));
    expect(await loadErrorOf(loading)).toMatchObject({
      code: 'spec-ref',
      detail: '"#/components/schemas/C" does not exist',
      where: 'doc.yaml:17',
    });
  });

  it('is rejected in its own file', async () => {
    const other = 'A:\n  type: object\n  properties:\n    b:\n      $ref: "#/B"\n';
    expect(await loadErrorOf(loadText(withRef('other.yaml#/A'), { 'other.yaml': other }))).toMatchObject({
      code: 'spec-ref',
      detail: '"#/B" does not exist',
      where: 'other.yaml:5',
    });
  });

  it('reports a referenced file with a syntax error, with its line', async () => {
    const loading = loadText(withRef('other.yaml#/A'), {
      'other.yaml': 'A:\n  type: string\n  type: string\n',
    });
    expect(await loadErrorOf(loading)).toMatchObject({ code: 'spec-syntax', where: 'other.yaml:3' });
  });

  it('is reported together with the syntax errors of several files', async () => {
    const folder = writeFolder({
      'doc.yaml': withRef('other.yaml#/A', "components: {schemas: {B: {$ref: 'third.yaml'}, C: {$ref: '#/D'}}}\n"),
      'other.yaml': 'A: &a [*a]\n',
      'third.yaml': 'A: 1\nA: 2\n',
    });
    const { code, detail } = await loadErrorOf(loadContract(path.join(folder, 'doc.yaml')));
    expect([code, detail.replaceAll(`${folder}/`, '').split('\nalso ')]).toEqual([
      'spec-syntax',
      [
        'the alias "*a" is inside its own anchor',
        'duplicate key in an object (third.yaml:2)',
        '"#/D" does not exist (doc.yaml:13)',
      ],
    ]);
  });
});

describe('broken references', () => {
  const schemas = (...lines: readonly string[]) => `components:\n  schemas:\n    ${lines.join('\n    ')}\n`;

  const reportedFindings = async (files: Readonly<Record<string, string>>) => {
    const folder = writeFolder(files);
    const refusal = await loadErrorOf(loadContract(path.join(folder, 'doc.yaml')));
    return { ...refusal, details: refusal.detail.replaceAll(`${folder}/`, '').split('\n') };
  };

  it('are reported together, each with its file and line', async () => {
    const broken = ['B', 'C', 'D'].map((name) => `${name}: {$ref: '#/components/schemas/No${name}'}`);
    const refusal = await reportedFindings({
      'doc.yaml': withRef('other.yaml#/A', schemas(...broken)),
      'other.yaml': 'A:\n  properties:\n    b: {$ref: "#/B"}\n    c: {$ref: "third.yaml#/A"}\n',
      'third.yaml': 'B: {}\n',
    });
    expect(refusal).toMatchObject({ code: 'spec-ref', where: 'doc.yaml:15' });
    expect(refusal.details).toEqual([
      '"#/components/schemas/NoB" does not exist',
      'also "#/components/schemas/NoC" does not exist (doc.yaml:16)',
      'also "#/components/schemas/NoD" does not exist (doc.yaml:17)',
      'also "#/B" does not exist (other.yaml:3)',
      'also "third.yaml#/A" does not exist (other.yaml:4)',
    ]);
  });

  it('are reported together with missing files and the broken references of other files', async () => {
    const refs = schemas("B: {$ref: 'no.yaml#/B'}", "C: {$ref: 'other.yaml#/C'}", "D: {$ref: '#/D'}");
    const refusal = await reportedFindings({
      'doc.yaml': withRef('nope.yaml', refs),
      'other.yaml': 'C: {$ref: "#/E"}\n',
    });
    expect(refusal).toMatchObject({ code: 'spec-ref', where: 'doc.yaml:10' });
    expect(refusal.details).toEqual([
      'nope.yaml: no such file',
      'also no.yaml: no such file (doc.yaml:15)',
      'also "#/D" does not exist (doc.yaml:17)',
      'also "#/E" does not exist (other.yaml:1)',
    ]);
  });

  it('are reported once for the same target, and for the same cause', async () => {
    const rest = schemas(
      "B: {$ref: '#/components/schemas/No'}",
      "C: {$ref: '#/components/schemas/No'}",
      "D: {$ref: '#/components/schemas/B/properties/a'}",
    );
    expect(await loadErrorOf(loadText(withRef('#/components/schemas/C', rest)))).toMatchObject({
      detail: '"#/components/schemas/No" does not exist',
      where: 'doc.yaml:15',
    });
  });

  it('are counted beyond the tenth', async () => {
    const many = Array.from({ length: 14 }, (_, index) => `S${index}: {$ref: '#/No${index}'}`);
    const { details } = await reportedFindings({
      'doc.yaml': withRef('#/components/schemas/S0', schemas(...many)),
    });
    expect(details.slice(9)).toEqual(['also "#/No9" does not exist (doc.yaml:24)', 'and 4 more']);
  });
});

describe('a reference out of the folder', () => {
  it.each([
    ['a path upward', '../../../etc/hostname', 'file:///etc/hostname'],
    ['a path down and back up', 'sub/../../other.yaml', 'file:///tmp/other.yaml'],
    ['an encoded path upward', '%2e%2e/%2e%2e/etc/hostname', 'file:///etc/hostname'],
    ['backslashes', '..\\..\\etc\\hostname', 'file:///etc/hostname'],
    ['an absolute path', '/etc/hostname', 'file:///etc/hostname'],
    ['a file URL', 'file:///etc/hostname', 'file:///etc/hostname'],
    ['a file URL in capitals', 'FILE:///etc/hostname', 'file:///etc/hostname'],
    ['a file URL of another host', '//host/share', 'file://host/share'],
    ['an http URL', 'http://127.0.0.1:1/x.yaml', 'http://127.0.0.1:1/x.yaml'],
    ['a data URL', 'data:text/plain,a', 'data:text/plain,a'],
  ])('is rejected before anything is read: %s', async (_what, ref, reached) => {
    const folder = writeFolder({ 'doc.yaml': withRef(ref) });
    const { code, detail, where } = await loadErrorOf(loadContract(path.join(folder, 'doc.yaml')));
    expect({ code, where }).toEqual({ code: 'spec-ref', where: 'doc.yaml:10' });
    expect(detail).toBe(`a reference to ${reached} is not allowed: it is outside file://${folder}/`);
  });

  it('is rejected for an encoded slash, which is not possible in a file name', async () => {
    expect(await loadErrorOf(loadText(withRef('..%2f..%2fetc/hostname')))).toMatchObject({
      code: 'spec-ref',
      where: 'doc.yaml:10',
    });
  });
});

describe('a reference', () => {
  it('resolves to a file in a subfolder, with places in that file', async () => {
    const contract = await loadText(withRef('sub/plants.yaml#/Plant'), {
      'sub/plants.yaml': 'Plant:\n  type: object\n  properties:\n    pot: {$ref: "pots.yaml"}\n',
      'sub/pots.yaml': '# a pot\ntype: integer\nminimum: 3\n',
    });
    const plant = bodySchema(contract);
    const pot = plant?.properties.get('pot');
    expect(plant?.place).toMatchObject({ pointer: '/Plant', line: 1 });
    expect(path.basename(plant?.place.file ?? '')).toBe('plants.yaml');
    expect(path.basename(pot?.place.file ?? '')).toBe('pots.yaml');
    expect(pot?.keywordLines.get('minimum')).toBe(3);
    expect([...contract.sources.keys()].map((name) => path.basename(name))).toEqual([
      'doc.yaml',
      'plants.yaml',
      'pots.yaml',
    ]);
    expect(JSON.stringify(contract.document)).not.toContain('.yaml');
  });

  it.each(['sp ace', 'h#sh', 'q?mark', 'p%20c', 'f\u00fcr', 'sq[br]', 'p%zz'])(
    'works in a folder named "%s"',
    async (name) => {
      const folder = writeFolder({
        [`${name}/doc.yaml`]: withRef('sub dir/other.yaml#/A'),
        [`${name}/sub dir/other.yaml`]: 'A: {type: string}\n',
      });
      const contract = await loadContract(path.join(folder, name, 'doc.yaml'));
      expect(bodySchema(contract)?.types).toEqual(new Set(['string']));
    },
  );

  it('resolves through another reference in its path', async () => {
    const rest = `components:
  schemas:
    A: {$ref: '#/components/schemas/B'}
    B: {properties: {x: {type: integer}}}
`;
    const contract = await loadText(withRef('#/components/schemas/A/properties/x', rest));
    expect(bodySchema(contract)?.place).toMatchObject({
      pointer: '/components/schemas/B/properties/x',
      line: 16,
    });
  });

  it.each([
    ['a slash', 'a~1b', "'a/b'"],
    ['a tilde', 'a~0b', 'a~b'],
    ['a tilde and a digit', 'a~01', 'a~1'],
    ['a space', 'a%20b', 'a b'],
    ['a percent sign', 'a%25b', 'a%b'],
    ['a number', '404', '404'],
    ['__proto__', '__proto__', '__proto__'],
    ['constructor', 'constructor', 'constructor'],
  ])('resolves to a key with %s', async (_what, segment, key) => {
    const contract = await loadText(withRef(`#/x-schemas/${segment}`, `x-schemas:\n  ${key}: {type: integer}\n`));
    expect(bodySchema(contract)?.place.line).toBe(14);
    expect(bodySchema(contract)?.types).toEqual(new Set(['integer']));
  });

  it('creates a recursive schema if circular through properties', async () => {
    const rest = "components:\n  schemas:\n    A: {properties: {next: {$ref: '#/components/schemas/A'}}}\n";
    const schema = bodySchema(await loadText(withRef('#/components/schemas/A', rest)));
    expect(schema?.properties.get('next')).toBe(schema);
  });

  it('resolves to an $anchor and into $defs in 3.1', async () => {
    const rest = `components:
  schemas:
    A:
      $defs:
        pot: {$anchor: pot, type: integer}
      properties: {a: {$ref: '#pot'}, b: {$ref: '#/components/schemas/A/$defs/pot'}}
`;
    const schema = bodySchema(await loadText(withRef('#/components/schemas/A', rest, '3.1.0')));
    expect(schema?.properties.get('a')?.types).toEqual(new Set(['integer']));
    expect(schema?.properties.get('a')).toBe(schema?.properties.get('b'));
  });

  it('applies together with its siblings in 3.1, and alone in 3.0', async () => {
    const rest = `components:
  schemas:
    A: {properties: {x: {$ref: '#/components/schemas/B', maxLength: 3}}}
    B: {type: string}
`;
    const [in30, in31] = await Promise.all(
      ['3.0.3', '3.1.0'].map(async (version) =>
        bodySchema(await loadText(withRef('#/components/schemas/A', rest, version)))?.properties.get('x'),
      ),
    );
    expect(in30).toMatchObject({ maxLength: undefined, types: new Set(['string']) });
    expect(in31).toMatchObject({ maxLength: 3, types: undefined });
    expect(in31?.allOf.map(({ types }) => types)).toEqual([new Set(['string'])]);
  });
});

describe('a document by URL', () => {
  it('may reference files of the same origin, and every place has its URL', async () => {
    const base = await serve({
      '/api/doc.yaml': withRef('../schemas/plant.yaml'),
      '/schemas/plant.yaml': 'type: object\nrequired: [name]\n',
    });
    const contract = await loadContract(`${base}/api/doc.yaml`);
    expect(contract.file).toBe(`${base}/api/doc.yaml`);
    expect(bodySchema(contract)?.place).toEqual({ file: `${base}/schemas/plant.yaml`, pointer: '', line: 1 });
  });

  it('may not reference another origin', async () => {
    const requested: string[] = [];
    const other = await serve({ '/plant.yaml': 'type: object\n' }, requested);
    const base = await serve({ '/doc.yaml': withRef(`${other}/plant.yaml`) });
    expect(await loadErrorOf(loadContract(`${base}/doc.yaml`))).toMatchObject({
      code: 'spec-ref',
      detail: `a reference to ${other}/plant.yaml is not allowed: it is outside ${base}/`,
      where: 'doc.yaml:10',
    });
    expect(requested).toEqual([]);
  });

  it('may not reference a file of this machine', async () => {
    const base = await serve({ '/doc.yaml': withRef('file:///etc/hostname') });
    expect(await loadErrorOf(loadContract(`${base}/doc.yaml`))).toMatchObject({ code: 'spec-ref' });
  });

  it('is rejected if the server redirects', async () => {
    const requested: string[] = [];
    const base = await serve({ '/doc.yaml': 302, '/elsewhere?code=s3cret': withRef('#/x', 'x: {}\n') }, requested);
    const { code, detail } = await loadErrorOf(loadContract(`${base}/doc.yaml`));
    expect({ code, detail }).toEqual({
      code: 'spec-unreadable',
      detail: `${base}/doc.yaml: the server redirects to ${base}/elsewhere; redirects are not followed: give that URL`,
    });
    expect(requested).toEqual(['/doc.yaml']);
  });

  it('is rejected with the status if it does not exist', async () => {
    const base = await serve({});
    expect(await loadErrorOf(loadContract(`${base}/doc.yaml`))).toMatchObject({
      code: 'spec-unreadable',
      detail: `${base}/doc.yaml: the server responds with 404`,
    });
  });

  it('keeps relative servers', async () => {
    const base = await serve({
      '/doc.yaml': `${withRef('#/components/schemas/A', 'components: {schemas: {A: {}}}\n')}servers: [{url: /api}]\n`,
    });
    const contract = await loadContract(`${base}/doc.yaml`);
    const place = { file: `${base}/doc.yaml`, pointer: '/servers/0', line: 14 };
    expect(contract.servers).toEqual([{ url: '/api', basePath: '/api', expandedUrls: ['/api'], place }]);
    expect(contract.document['servers']).toEqual([{ url: '/api' }]);
  });
});

/** A server on loopback with these texts by path (a number: a redirect), closed after the test. */
async function serve(texts: Readonly<Record<string, string | number>>, requested: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    const text = texts[request.url ?? ''];
    requested.push(request.url ?? '');
    if (typeof text === 'number') response.writeHead(text, { Location: '/elsewhere?code=s3cret' }).end();
    else response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
