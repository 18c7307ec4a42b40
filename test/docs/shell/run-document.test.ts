import { expect, test } from 'vitest';
import { fileOf } from '../../pact/support.ts';
import { runDocument } from './run-document.ts';

/** What is wrong, of each line that is. */
async function problemsIn(text: string): Promise<readonly string[]> {
  const problems = await runDocument(fileOf(text, 'page.md'));
  return problems.map((one) =>
    one
      .replace(/^.*page\.md:/, '')
      .split('\n')
      .slice(0, 2)
      .join('\n'),
  );
}

test('accepts a document with the actual results', async () => {
  const text = `
\`\`\`yaml rules.yaml
a: 1
\`\`\`
\`\`\`sh
name=x; false # exit 1
cat rules.yaml | grep a
curl -s -X DELETE localhost:4010/nothing # 404
curl -s https://any.example.com/nothing # 404
\`\`\`
\`\`\`console
$ echo $name
x
$ npm run gate -- --help; echo $((40 + 2))
Run all checks for one verdict…
...
42
\`\`\``;
  expect(await problemsIn(text)).toEqual([]);
});

test('reports every difference with its line', async () => {
  const text = `
\`\`\`sh
false
true # exit 1
curl -s localhost:4010/nothing
curl -s localhost:4999/nothing
'
\`\`\`
\`\`\`console
$ echo a
b
\`\`\``;
  expect(await problemsIn(text)).toEqual([
    '3: false\n  ends with 1 instead of 0:',
    '4: true\n  ends with 0 instead of 1:',
    '5: curl -s localhost:4010/nothing\n  gets 404:',
    '6: curl -s localhost:4999/nothing\n  ends with 7 instead of 0:',
    "7: '\n  ends with 2 instead of 0:",
    '10: echo a\n  prints something else than shown:',
  ]);
});

test('reports a mock that does not start, and keeps one running until the next', async () => {
  const text = `
\`\`\`sh
plant-store mock --spec nothing.yaml
plant-store mock --no-auth
curl -s localhost:4010/plants -H 'Content-Type: application/json' -d '{"id":7,"name":"fern"}'
plant-store mock
curl -s localhost:4010/plants -H 'Content-Type: application/json' -d '{"id":7,"name":"fern"}'
\`\`\``;
  expect(await problemsIn(text)).toEqual([
    '3: plant-store mock --spec nothing.yaml\n  ends with -1 instead of 0:',
    `7: curl -s localhost:4010/plants -H 'Content-Type: application/json' -d '{"id":7,"name":"fern"}'\n  gets 401:`,
  ]);
});
