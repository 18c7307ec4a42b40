import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPactSources } from '../../../contracts/pact/file/pact-sources.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { fileOf, kitErrorOf, startHttpServer, temporaryFolder } from '../support.ts';
import { pactText, pactWithInteraction } from './support.ts';

const other = pactText({ description: 'another list' });

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

describe('a folder', () => {
  test('returns only its .json files, sorted by name', async () => {
    const folder = folderOf({ 'b.json': other, 'a.json': pactText(), 'notes.txt': 'no pact' });
    const { pacts } = await readPactSources([folder]);
    expect(pacts.map(({ file }) => path.basename(file))).toEqual(['a.json', 'b.json']);
  });

  test.each([
    ['is empty', {}],
    ['has no .json file', { 'notes.txt': '' }],
  ])('that %s is an error with its name', async (_what, files) => {
    const folder = folderOf(files);
    expect(await kitErrorOf(readPactSources([folder]))).toMatchObject({
      code: 'pact-unreadable',
      detail: `${folder}: the folder contains no .json file`,
    });
  });

  test('with a file that is not a pact is an error with the name of the file', async () => {
    const folder = folderOf({ 'a.json': pactText(), 'package.json': '{"name":"shop"}' });
    const error = await kitErrorOf(readPactSources([folder]));
    expect(error.where).toBe(`${path.join(folder, 'package.json')}:1`);
  });
});

describe('one pact', () => {
  test('with two names is read once, with a note', async () => {
    const file = fileOf(pactText());
    const link = path.join(temporaryFolder(), 'link.json');
    symlinkSync(file, link);
    const { pacts, notes } = await readPactSources([file, link, file]);
    expect(pacts).toHaveLength(1);
    expect(notes).toEqual([
      `${link} is the same pact as ${file} and used once`,
      `${file} is given twice and used once`,
    ]);
  });

  test('in two files is read once, even if formatted differently', async () => {
    const [a, b] = [fileOf(pactText()), fileOf(JSON.stringify(JSON.parse(pactText())))];
    const { pacts, notes } = await readPactSources([a, b]);
    expect([pacts.length, notes]).toEqual([1, [`${b} is the same pact as ${a} and used once`]]);
  });
});

test('two different pacts of the same participants are both read, with a note', async () => {
  const [a, b] = [fileOf(pactText()), fileOf(other)];
  const { pacts, notes } = await readPactSources([a, b]);
  expect([pacts.length, notes]).toEqual([2, [`2 different pacts of shop and store, all of them checked: ${a}, ${b}`]]);
});

test('pacts for another provider are read', async () => {
  const files = [fileOf(pactText()), fileOf(pactText({}, { provider: { name: 'else' } }))];
  expect(await readPactSources(files)).toMatchObject({ pacts: [{}, { provider: 'else' }], notes: [] });
});

test('a byte order mark is ignored', async () => {
  const { pacts } = await readPactSources([fileOf(`\ufeff${pactText()}`)]);
  expect(pacts[0]?.text.startsWith('{')).toBe(true);
});

describe('a URL', () => {
  test('is read, without secrets in its name', async () => {
    const requested: (string | undefined)[] = [];
    const url = await startHttpServer((request, response) => {
      requested.push(request.url, request.headers.authorization);
      response.setHeader('content-type', 'application/hal+json').end(pactText());
    });
    const { pacts } = await readPactSources([`${url}/pacts/shop?key=secret`]);
    expect(pacts).toMatchObject([{ file: `${url}/pacts/shop`, consumer: 'shop' }]);
    expect(requested).toEqual(['/pacts/shop?key=secret', undefined]);
  });

  test('is requested with its own headers', async () => {
    const url = await startHttpServer((request, response) => {
      response.writeHead(request.headers.authorization === 'Bearer b' ? 200 : 401).end(pactText());
    });
    const headersFor = ({ origin }: URL): Record<string, string> =>
      origin === url ? { authorization: 'Bearer b' } : {};
    expect((await readPactSources([`${url}/p`], headersFor)).pacts).toHaveLength(1);
  });

  test('can redirect within its origin', async () => {
    const url = await startHttpServer((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.end(pactText());
    });
    expect((await readPactSources([`${url}/old`])).pacts).toMatchObject([{ file: `${url}/old` }]);
  });

  test('cannot redirect to another origin', async () => {
    const visits: (string | undefined)[] = [];
    const elsewhere = await startHttpServer((request, response) => {
      visits.push(request.url);
      response.end(pactText());
    });
    const url = await startHttpServer((_request, response) =>
      response.writeHead(302, { location: `${elsewhere}/x?key=secret` }).end(),
    );
    const { detail } = await kitErrorOf(readPactSources([url]));
    expect(detail).toBe(`${url}/: the server redirects to ${elsewhere}; only redirects within its origin are followed`);
    expect(visits).toEqual([]);
  });

  test.each([
    ['that redirects endlessly', 302, { location: '/' }, '', 'more than 5 redirects'],
    ['that does not exist', 404, {}, '', 'the server responds with 404'],
    ['behind a login page', 200, { 'content-type': 'text/html' }, '<html>', 'Content-Type: text/html'],
    ['that is not UTF-8', 200, {}, Buffer.from([0xff, 0xfe]), 'the response is not UTF-8'],
    ['that is too large', 200, {}, Buffer.alloc(20_000_001, 0x20), 'larger than 20000000 bytes'],
  ])('%s is an error with the reason', async (_what, status, headers, body, reason) => {
    const url = await startHttpServer((_request, response) => response.writeHead(status, headers).end(body));
    expect(await kitErrorOf(readPactSources([`${url}/?key=secret`]))).toMatchObject({
      code: 'pact-unreadable',
      detail: expect.stringContaining(reason),
    });
  });

  test('that is unreachable is an error with its name', async () => {
    const url = UNUSED_URL;
    expect(await kitErrorOf(readPactSources([`${url}/p?key=secret`]))).toMatchObject({
      code: 'pact-unreadable',
      detail: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/p: .*ECONNREFUSED/),
    });
  });

  test.each(['http://ann:secret@127.0.0.1/p', 'http://secret@127.0.0.1/p', 'http://[secret@x/p'])(
    'with credentials is rejected without showing them: %s',
    async (url) => {
      const error = await kitErrorOf(readPactSources([url]));
      expect([error.code, error.message]).toEqual(['pact-unreadable', expect.not.stringContaining('secret')]);
    },
  );
});

test('interactions with one description and states in a different order are two', async () => {
  const states = (...names: readonly string[]) => ({ providerStates: names.map((name) => ({ name })) });
  const text = pactText(
    {},
    { interactions: [pactWithInteraction(states('a', 'b')), pactWithInteraction(states('b', 'a'))] },
  );
  expect((await readPactSources([fileOf(text)])).pacts[0]?.interactions).toHaveLength(2);
});
