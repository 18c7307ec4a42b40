import { expect, test } from 'vitest';
import { matchesShown } from './compare-output.ts';
import { commandsOfScript } from './script.ts';

const script = `# only a comment
npm ci && npm test   # both
curl -d '{"a": "don''t
go"}' \\
  "$store/x#y" ; echo "a && b"
`;

test('splits a script like bash', () => {
  expect(commandsOfScript(script)).toEqual([
    { line: 1, text: 'npm ci && npm test', comment: 'both', parts: ['npm ci', '&&', 'npm test'] },
    {
      line: 2,
      text: `curl -d '{"a": "don''t\ngo"}' "$store/x#y" ; echo "a && b"`,
      comment: '',
      parts: [`curl -d '{"a": "don''t\ngo"}' "$store/x#y"`, ';', 'echo "a && b"'],
    },
  ]);
});

test.each([
  ['a\nb', 'a\nb', true],
  ['a\nb', 'a\nc', false],
  ['a', 'a\nb', false],
  ['a\n...', 'a\nb\nc', true],
  ['...\nc', 'a\nb\nc', true],
  ['...\nb', 'a\nb\nc', false],
  ['took 2 s at http://127.0.0.1:4010', 'took 31 s at http://127.0.0.1:29999', true],
  ['took 2 steps', 'took 3 steps', false],
  ['id …, name', 'id 7, name', true],
  ['id …, name', 'id 7, tag', false],
])('%j, for what is %j: %s', (shown, printed, is) => {
  expect(matchesShown(shown, printed, '/folder')).toBe(is);
});
