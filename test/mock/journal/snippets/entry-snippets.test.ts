import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { entrySnippets } from '../../../../mock/journal/snippets/entry-snippets.ts';
import type { JournalEntry, JournalRequest, JournalResponse } from '../../../../mock/model/journal-entry.ts';
import type { SecurityScheme } from '../../../../spec/model/contract.ts';
import { plantStoreSpec, startMockOf } from '../../support.ts';

const origin = 'http://127.0.0.1:4010';
const place = { file: 'x', pointer: '', line: 1 };
const schemes: readonly SecurityScheme[] = [
  { name: 'key', type: 'apiKey', in: 'query', parameterName: 'key', scheme: undefined, place },
];

function entryOf(request: Partial<JournalRequest>, response: Partial<JournalResponse> | null = {}): JournalEntry {
  return {
    ...{ id: 1, kind: 'request', time: '', milliseconds: 0, mount: '', operation: null, valid: true },
    ...{ violations: [], why: null, rule: null, fault: null },
    request: { method: 'GET', target: '/beds', headers: {}, body: null, ...request },
    response: response === null ? null : { status: 200, headers: {}, body: null, ...response },
  };
}

const snippetsOf = (...entry: Parameters<typeof entryOf>) => entrySnippets(entryOf(...entry), { origin, schemes });
const bodyOf = (text: string, isCut = false) => ({ text, bytes: text.length, isCut });

/** Without string literals; throws if it is not TypeScript. */
function codeWithoutTexts(code: string): string {
  stripTypeScriptTypes(code);
  return code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
}

/** Runs a fetch snippet with the functions given. */
async function run(code: string, token: string, send: typeof fetch): Promise<unknown> {
  const source = code.replace(/^console\.log.*$/m, 'return response;');
  const environment = { env: { PLANT_STORE_TOKEN: token } };
  const made = new Function('fetch', 'process', `return (async () => { ${source} })();`);
  return made(send, environment);
}

async function sentBy(code: string, token = ''): Promise<Request> {
  const requests: Request[] = [];
  await run(code, token, async (input, init) => {
    requests.push(new Request(input, init));
    return new Response();
  });
  const [request] = requests;
  if (request === undefined) throw new Error('expected a request, got none');
  return request;
}

describe('the fetch snippet', () => {
  it('sends the request to the mock again, with the credential of the environment', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await fetch(`${mock.url}/plants`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mock.token}`, 'Content-Type': 'application/json' },
      body: `{"id": 9007199254740993, "name": "a\`$\{1}\`\u2028</script>"}`,
    });
    const [entry] = await mock.journal.list();
    if (entry === undefined) throw new Error('expected an entry, got none');
    const code = entrySnippets(entry, { origin: mock.url, schemes: [] }).fetch;
    expect(code).not.toContain(mock.token);
    expect(await run(code, mock.token, fetch)).toMatchObject({ status: 200 });
    const [, again] = await mock.journal.list();
    expect(again?.request.body).toEqual(entry.request.body);
    expect(again?.valid).toBe(true);
  });

  it('fills in a key of the query, and a password with the user of the mock', async () => {
    const { fetch: code } = snippetsOf({ target: '/beds?key=***&n=1', headers: { authorization: 'Basic ***' } });
    const sent = await sentBy(code, 'my token');
    expect(sent.url).toBe(`${origin}/beds?key=my%20token&n=1`);
    expect(sent.headers.get('authorization')).toBe(`Basic ${btoa('mock:my token')}`);
    expect(code).not.toContain('***');
  });

  it('adds no media type to a body without one', async () => {
    const sent = await sentBy(snippetsOf({ method: 'POST', body: bodyOf('x') }).fetch);
    expect([sent.headers.get('content-type'), await sent.text()]).toEqual([null, 'x']);
  });

  it.each([
    ['a cut body', { method: 'POST', body: bodyOf('{"id', true) }, 'does not have the whole body'],
    ['a binary body', { method: 'POST', body: bodyOf('\ufffdPNG') }, 'does not have the whole body'],
    ['the body of a GET', { body: bodyOf('x') }, 'cannot send a body'],
    ['a method that fetch rejects', { method: 'TRACE' }, 'cannot send this method'],
    ['dot segments', { target: '/a/../b' }, 'changes this address'],
    ['a masked secret', { method: 'POST', body: bodyOf('{"pin":"***"}') }, '*** stands for a secret'],
  ])('says in a comment what it cannot repeat: %s', (_what, request, comment) => {
    expect(snippetsOf(request).fetch).toContain(comment);
  });
});

describe('the response as code', () => {
  it('of Playwright and MSW has status, headers and body, without headers of the connection', () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '2', ['__proto__']: 'x' };
    const { playwright, msw } = snippetsOf(
      { target: '/beds?page=2', method: 'POST' },
      { status: 201, headers: Object.fromEntries(Object.entries(headers)), body: bodyOf('{}') },
    );
    for (const code of [playwright, msw]) {
      expect(code).toContain('status: 201');
      expect(code).toContain('"Content-Type": "application/json"');
      expect(code).toContain('"{}"');
      expect(code).toContain('.search');
      expect(code).not.toContain('Content-Length');
    }
    expect(msw).toContain('http.post("*/beds"');
  });

  it('is an error of the connection where no response was sent', () => {
    const { playwright, msw, test } = snippetsOf({}, null);
    expect(playwright).toContain('route.abort()');
    expect(msw).toContain('HttpResponse.error()');
    expect(test).toContain('.rejects.toThrow()');
  });

  it('has no body where the journal has only a part, and says so', () => {
    for (const code of Object.values(snippetsOf({}, { body: bodyOf('{"a', true) })).slice(1)) {
      expect(code).toContain('does not have the whole body');
      expect(code).not.toContain('{\\"a');
    }
  });

  it('is compared as JSON, as text where a number is not exact, and not where it is masked', () => {
    expect(snippetsOf({}, { body: bodyOf('{"a":1}') }).test).toContain('toEqual(JSON.parse("{\\"a\\":1}"))');
    expect(snippetsOf({}, { body: bodyOf('9007199254740993') }).test).toContain('toBe("9007199254740993")');
    expect(snippetsOf({}, { body: bodyOf('{"token":"***"}') }).test).not.toContain('JSON.parse');
  });

  it('matches a path with patterns of MSW exactly', () => {
    const { msw } = snippetsOf({ target: '/a:b/(c)*+d' });
    const [, pattern = ''] = /new RegExp\((".*"), "u"\)/.exec(msw) ?? [];
    const matcher = new RegExp(JSON.parse(pattern), 'u');
    expect(matcher.test('http://x.test/a:b/(c)*+d')).toBe(true);
    expect(matcher.test('http://x.test/a:b/(c)+d')).toBe(false);
  });
});

it.each([
  '"; hurt()//',
  `\`$\{hurt()}\``,
  '</script><!--',
  '\u2028hurt()',
  '*/ hurt() /*',
  '\\',
  '\n hurt()',
  '\u202e',
  '\ud800',
])('hostile text stays text in every snippet: %j', (text) => {
  const snippets = snippetsOf(
    {
      target: `/${text}?q=${text}`,
      method: `M${text}`,
      headers: { [text]: text, 'x-a': text },
      body: bodyOf(text),
    },
    { headers: { [text]: text }, body: bodyOf(text) },
  );
  for (const code of Object.values(snippets)) {
    expect(codeWithoutTexts(code)).not.toMatch(/hurt/);
    expect(code).not.toMatch(/[<\u2028\u202e]/);
  }
});
