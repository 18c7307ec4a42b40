import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { KitError, splitError } from '../../../errors.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { loadContract, loadOverlaidContract } from '../../../spec/loading/load-contract.ts';
import { applyActions } from '../../../spec/overlay/apply-overlay.ts';
import type { OverlayAction } from '../../../spec/overlay/overlay-document.ts';
import { readOverlay } from '../../../spec/overlay/overlay-document.ts';
import { temporaryFolder } from '../../pact/support.ts';

const folder = temporaryFolder();

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

function action(target: string, change: OverlayAction['change']): OverlayAction {
  return {
    target,
    change,
    position: `o.yaml:${target}`,
    createError: (detail) => new KitError('overlay-invalid', detail),
  };
}

const update = (target: string, value: Json) => action(target, { kind: 'update', value });
const remove = (target: string) => action(target, { kind: 'remove' });
const copy = (target: string, from: string) => action(target, { kind: 'copy', from });
const apply = (document: Json, ...actions: readonly OverlayAction[]) => applyActions(document, actions).value;

const document = {
  info: { title: 'A', tags: ['x'] },
  paths: { '/a': { get: { tags: ['one', 'two'] }, post: {} }, '/b': { get: {} } },
  big: 9007199254740993n,
};

describe('an action', () => {
  it('merges objects, extends lists and replaces other values', () => {
    expect(apply(document, update('$.info', { title: 'B', tags: ['y'], more: { z: 1 } }))).toEqual({
      ...document,
      info: { title: 'B', tags: ['x', 'y'], more: { z: 1 } },
    });
    expect(apply(document, update('$.info.tags', 'y'))).toMatchObject({ info: { tags: ['x', 'y'] } });
    expect(apply(document, update('$.info.tags', ['y', 'z']))).toMatchObject({ info: { tags: ['x', 'y', 'z'] } });
    expect(apply(document, update('$.info.title', 'C'))).toMatchObject({ info: { title: 'C' } });
  });

  it('concerns all nodes that its target selects', () => {
    expect(apply(document, update('$.paths.*.get', { safe: true }))).toMatchObject({
      paths: { '/a': { get: { safe: true }, post: {} }, '/b': { get: { safe: true } } },
    });
  });

  it('removes members and items', () => {
    expect(apply(document, remove('$.paths[?@.post]'), remove("$..tags[?@ == 'x']"))).toEqual({
      ...document,
      info: { title: 'A', tags: [] },
      paths: { '/b': { get: {} } },
    });
    expect(apply([1, 2, 3, 4], remove('$[?@ > 1 && @ < 4]'))).toEqual([1, 4]);
  });

  it('copies one node', () => {
    expect(apply(document, copy("$.paths['/b']", "$.paths['/a']"))).toMatchObject({
      paths: { '/b': { get: { tags: ['one', 'two'] }, post: {} } },
    });
  });

  it('does nothing where its target selects nothing, and sees what earlier ones did', () => {
    expect(apply(document, update('$.nothing.here', 1))).toEqual(document);
    const removed = remove('$.info.tags');
    const { unused } = applyActions(document, [removed, removed, update('$.info.title', 'B'), remove('$.none')]);
    expect(unused.map(({ target }) => target)).toEqual(['$.info.tags', '$.none']);
    expect(apply(document, remove('$.info.tags'), update('$.info', { tags: { now: 1 } }))).toMatchObject({
      info: { tags: { now: 1 } },
    });
  });

  it('leaves the document itself, and __proto__, alone', () => {
    const polluting = JSON.parse('{"__proto__": {"polluted": true}}');
    apply(document, update('$.info', polluting));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(document.info).toEqual({ title: 'A', tags: ['x'] });
  });

  it.each<[string, OverlayAction, RegExp]>([
    ['a path that is none', update('$.[', 1), /is not a JSONPath \(RFC 9535\)/],
    ['nodes of several kinds', update('$.info.*', 1), /several kinds/],
    ['an object in place of a value', update('$.info.title', { a: 1 }), /an update of a single value has to be/],
    ['a value in place of a list', update('$.info', { tags: 'y' }), /the update of "tags" has to be a list/],
    ['the whole document', remove('$'), /cannot be removed/],
    ['a copy of several nodes', copy('$.info', '$.paths.*'), /selects 2 nodes; a copy needs exactly one/],
    ['a copy of nothing', copy('$.info', '$.none'), /selects nothing; a copy needs exactly one/],
  ])('rejects %s', (_name, wrong, message) => {
    expect(() => apply(document, wrong)).toThrow(message);
  });
});

describe('an overlay document', () => {
  async function errorsOf(text: string): Promise<readonly string[]> {
    const error = await readOverlay(write('overlay.yaml', text)).catch((one: unknown) => one);
    if (!(error instanceof KitError)) throw new Error('expected an error');
    return splitError(error).map(({ detail, where = '' }) => `${where.replace(/^.*?(?=:\d)/, '')} ${detail}`);
  }

  it('of another version, or none at all, is rejected', async () => {
    expect(await errorsOf('overlay: 2.0.0\nactions: []\n')).toEqual([':1:1 version 2.0.0 is not supported']);
    expect(await errorsOf('openapi: 3.1.0\n')).toEqual([expect.stringContaining('has no "overlay"')]);
    expect(await errorsOf('overlay: 1.0.0\n')).toEqual([expect.stringContaining('has to be a list')]);
  });

  it('lists all errors with line and column', async () => {
    const text = 'overlay: 1.1.0\nactions:\n  - target: $.a\n    updte: 1\n  - update: 1\n    copy: 2\n';
    expect(await errorsOf(text)).toEqual([
      ':4:5 unknown key "updte" (did you mean update?)',
      ':3:3 an action has update, remove or copy',
      ':5:3 "target" has to be a JSONPath',
      ':6:5 "copy" has to be a JSONPath',
      ':5:3 an action has either update or copy',
    ]);
  });
});

describe('a contract with overlays', () => {
  const text = [
    'openapi: 3.1.0',
    'info: { title: Shop, version: "1" }',
    'paths:',
    '  /items:',
    '    get:',
    '      operationId: listItems',
    '      parameters:',
    '        - { name: old, in: query, schema: { type: string } }',
    '        - { name: page, in: query, schema: { type: string } }',
    '      responses: { 200: { description: OK } }',
  ].join('\n');

  it('has their changes, at the lines of the document', async () => {
    const spec = write('openapi.yaml', text);
    const first = write(
      'first.yaml',
      [
        'overlay: 1.0.0',
        'info: { title: T, version: "1" }',
        'actions:',
        "  - target: $.paths.*.get.parameters[?@.name == 'old']",
        '    remove: true',
        "  - target: $.paths['/items'].get.parameters[?@.name == 'page']",
        '    update: { example: 7, schema: { minLength: 1 } }',
      ].join('\n'),
    );
    const second = write(
      'second.yaml',
      'overlay: 1.1.0\nactions:\n  - target: $.paths.*.get\n    update: { parameters: [{ name: q, in: query, schema: {} }] }\n',
    );
    const [plain, contract] = await Promise.all([loadContract(spec), loadOverlaidContract(spec, [first, second])]);
    const parameters = contract.operations[0]?.parameters.map(({ name, place, schema, examples }) => [
      name,
      place.line,
      schema?.minLength,
      examples.map(({ value }) => value),
    ]);
    expect(parameters).toEqual([
      ['page', 9, 1, [7]],
      ['q', 7, undefined, []],
    ]);
    expect(contract.sha256).not.toBe(plain.sha256);
    expect([...contract.sources.keys()]).toEqual([spec, first, second]);
  });

  it('is rejected where they make it invalid', async () => {
    const spec = write('openapi.yaml', text);
    const overlay = write(
      'bad.yaml',
      'overlay: 1.0.0\nactions:\n  - { target: $.paths.*.get, update: { parameters: [{ in: query }] } }\n',
    );
    await expect(loadOverlaidContract(spec, [overlay])).rejects.toMatchObject({ code: 'spec-invalid' });
  });
});
