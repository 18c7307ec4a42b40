/** Reads test suites of other tools in small copies of their forms; the suites themselves are not part of the kit. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareWithComparator } from '../evals/diff/suites/comparator-suite.ts';
import { applyGoEdits } from '../evals/diff/suites/go-edits.ts';
import { compareWithOasdiff } from '../evals/diff/suites/oasdiff-suite.ts';
import { compareWithOpenapiDiff } from '../evals/diff/suites/openapi-diff-suite.ts';

function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-suites-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const document = `openapi: 3.0.3
info: { title: Things, version: '1' }
paths: { /things: { get: { parameters: [{ name: q, in: query, schema: { type: string, maxLength: 9 } }], responses: { '200': { description: ok } } } } }
`;

test('compares the verdict of each test of oasdiff with ours, after its edits', async () => {
  const test = (name: string, edit: string, expected: string) => `// ${name} is tested
func Test${name}(t *testing.T) {
	s1, err := open("../data/base.yaml")
	require.NoError(t, err)
	s2, err := open("../data/base.yaml")
	newMax := uint64(5)
	${edit}
	errs := checker.CheckBackwardCompatibility(allChecksConfig(), d, osm)
	${expected}
}
`;
  const max = 's2.Spec.Paths.Value("/things").Get.Parameters[0].Value.Schema.Value.MaxLength';
  const folder = writeFolder({
    'data/base.yaml': document,
    'checker/rules.go':
      'const MaxDecreasedId = "max-decreased"\nnewBackwardCompatibilityRule(MaxDecreasedId, ERR, Check)\n',
    'checker/max_test.go': [
      test('Decreased', `${max} = &newMax`, 'requireSingleChange(t, errs, checker.MaxDecreasedId)'),
      test('Removed', `${max} = nil`, 'require.Empty(t, errs)'),
      test('Unknown', 'editAll(s2)', 'require.Empty(t, errs)'),
    ].join('\n'),
  });
  const { compared, skipped, rules } = await compareWithOasdiff(folder);
  expect(compared.map(({ test: { name, says }, theirs, ours }) => [name, says, theirs, ours])).toEqual([
    ['TestDecreased', 'Decreased is tested', 'breaking', 'breaking'],
    ['TestRemoved', 'Removed is tested', 'harmless', 'harmless'],
  ]);
  expect(skipped).toEqual([{ name: 'TestUnknown', reason: 'its edits are not understood' }]);
  expect(rules).toEqual([{ id: 'max-decreased', impact: 'breaking' }]);
});

test('compares the verdict on each pair of openapi-diff with ours', async () => {
  const java = `class LengthTest {
  private final String BASE = "base.yaml";

  @Test
  public void decreased() {
    assertSpecIncompatible(BASE, "less.yaml", prop);
  }

  @Test
  public void unchanged() {
    assertSpecUnchanged(BASE, BASE);
  }
}
`;
  const folder = writeFolder({
    'core/src/test/java/org/LengthTest.java': java,
    'core/src/test/resources/base.yaml': document,
    'core/src/test/resources/less.yaml': document.replace('maxLength: 9', 'maxLength: 8'),
  });
  expect((await compareWithOpenapiDiff(folder)).map(({ name, theirs, ours }) => [name, theirs, ours])).toEqual([
    ['LengthTest.decreased', 'breaking', 'breaking'],
    ['LengthTest.unchanged', 'compatible', 'compatible'],
  ]);
});

test('edits documents by paths of the model in Go', () => {
  const schemas = { Thing: { type: 'object', properties: { size: { type: 'string' } } } };
  const s2 = { components: { schemas } };
  const size = 's2.Spec.Components.Schemas["Thing"].Value.Properties["size"].Value';
  const edit = (statement: string) => applyGoEdits([statement], { s1: {}, s2 })?.s2;
  const edited = (changed: object) => ({
    components: { schemas: { Thing: { ...schemas.Thing, properties: { size: changed } } } },
  });
  expect(edit(`${size}.Type = &openapi3.Types{"integer"}`)).toEqual(edited({ type: 'integer' }));
  expect(edit(`${size}.Enum = []any{"a", 1}`)).toEqual(edited({ type: 'string', enum: ['a', 1] }));
  expect(edit(`delete(s2.Spec.Components.Schemas, "Thing")`)).toEqual({ components: { schemas: {} } });
  expect(edit(`${size}.Max = limitOf(3)`)).toBe(undefined);
});

test('compares the verdict on each interaction of a fixture of the comparator with ours', async () => {
  const interaction = (query: string) => ({
    ...{ description: query, request: { method: 'GET', path: '/things', query }, response: { status: 200 } },
  });
  const pact = {
    ...{ consumer: { name: 'c' }, provider: { name: 'p' }, metadata: { pactSpecification: { version: '2.0.0' } } },
    interactions: [interaction('q=a'), interaction('q=0123456789')],
  };
  const location = '[root].interactions[1].request.query.q';
  const result = { code: 'request.query.incompatible', type: 'error', message: 'too long', mockDetails: { location } };
  const folder = writeFolder({
    'src/__tests__/fixtures/oas/query/oas.yaml': document,
    'src/__tests__/fixtures/oas/query/pact.json': JSON.stringify(pact),
    'src/__tests__/fixtures/oas/query/results.json': JSON.stringify([result]),
  });
  const compared = await compareWithComparator(folder);
  expect(compared.map(({ fixture, interaction: at, theirs, ours }) => [fixture, at, theirs, ours])).toEqual([
    ['query', 0, 'none', 'none'],
    ['query', 1, 'error', 'error'],
  ]);
});
