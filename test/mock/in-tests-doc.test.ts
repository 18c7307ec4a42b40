/** Runs the unchanged examples of docs/how-to/test-against-the-mock.md with their test runners. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith, outcomesOf } from '../docs/example-run.ts';

const page = await readFile('docs/how-to/test-against-the-mock.md', 'utf8');

function example(name: string): string {
  const [, code = ''] = new RegExp(`^\`\`\`ts ${name}\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return code;
}

/** The page of the Playwright example. */
async function serveApp(): Promise<string> {
  const html = await readFile('test/fixtures/mock/in-tests/app.html');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

it('the Vitest example passes, and the Playwright example in Chromium', async () => {
  const [folder, playwright] = [await folderWith(example('vitest')), await folderWith(example('playwright'))];
  const env = { APP_URL: await serveApp() };
  expect(await outcomesOf([{ folder }, { folder: playwright, env }])).toEqual([
    Array(5).fill('passed'),
    ['passed', 'passed'],
  ]);
});
