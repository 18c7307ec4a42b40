/** Security requirements whose alternatives or schemes share a place, or need more than a request can carry. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import type { Credentials } from '../../contracts/options/credentials.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { tokenCredentials, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const TOKEN = 'Token-7f3KpQ2xVn9s';
const KEY = 'Key-51bWcR8yTz4m';

const components = `components:
  securitySchemes:
    oauthA: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://id.example/a', scopes: {} } } }
    oauthB: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://id.example/b', scopes: {} } } }
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    queryKey: { type: apiKey, in: query, name: api_key }
    rawToken: { type: apiKey, in: header, name: Authorization }
    session: { type: apiKey, in: cookie, name: session }
    certificate: { type: mutualTLS }`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly keys: readonly string[];
  readonly method: string;
}

/** Whether the implementation accepts the credentials of a request. */
type AccessRule = (received: Received) => boolean;

const hasToken: AccessRule = ({ headers }) => /^bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] === TOKEN;
const hasKey: AccessRule = ({ headers }) => headers['x-key'] === KEY;

interface Setup {
  readonly security?: string;
  readonly parameters?: string;
  readonly credentials?: Credentials;
  readonly cookie?: string;
}

const both: Credentials = {
  token: undefined,
  byScheme: new Map([
    ['bearer', TOKEN],
    ['oauthA', TOKEN],
    ['oauthB', TOKEN],
    ['key', KEY],
  ]),
};

async function run(setup: Setup, isAllowed: AccessRule): Promise<RunResult> {
  const { security, parameters = '[]', credentials = tokenCredentials(TOKEN), cookie } = setup;
  const contract = await contractWithPaths(
    `  /it:
    get:
      operationId: read
      parameters: ${parameters}
      ${security === undefined ? '' : `security: ${security}`}
      responses: { '204': { description: Done }, '401': { description: Who }, '422': { description: Invalid } }`,
    components,
  );
  const server = createServer(({ url = '', headers, rawHeaders, method = '' }, response) => {
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const isRepeated = new Set(names).size < names.length;
    const keys = new URL(url, 'http://localhost').searchParams.getAll('api_key');
    const status = !isRepeated && keys.length < 2 && isAllowed({ headers, keys, method }) ? 204 : 401;
    response.writeHead(status, {
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(cookie === undefined || status === 401 ? {} : { 'Set-Cookie': cookie }),
    });
    response.end();
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({ baseUrl, contract, credentials });
}

function errors({ findings }: RunResult): readonly string[] {
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, evidence, received }) => `${check} ${evidence?.caseId} ${received}`);
}

describe('two schemes of one header that are required together', () => {
  const security = '[{ oauthA: [], oauthB: [] }]';

  test('are sent as one credential, and neither is tested without the other', async () => {
    expect(errors(await run({ security }, hasToken))).toEqual([]);
  });

  test('are tested by leaving out or replacing the one credential', async () => {
    const found = errors(
      await run({ security }, ({ headers }) => headers.authorization?.startsWith('Bearer') === true),
    );
    expect(found).toContainEqual(expect.stringContaining('unauthorized-rejected'));
    const open = errors(await run({ security }, () => true));
    expect(open).toContainEqual(expect.stringContaining('unauthorized-rejected'));
  });

  test('need the same credential', async () => {
    const byScheme = new Map([
      ['oauthA', TOKEN],
      ['oauthB', KEY],
    ]);
    await expect(run({ security, credentials: { token: undefined, byScheme } }, hasToken)).rejects.toMatchObject({
      code: 'option-invalid',
      message: expect.stringContaining('oauthA and oauthB'),
    });
  });
});

describe('an alternative that is part of another one', () => {
  const security = '[{ key: [], bearer: [] }, { bearer: [] }]';

  test('is what remains without the other credential', async () => {
    expect(errors(await run({ security, credentials: both }, hasToken))).toEqual([]);
  });

  test('still shows an implementation that accepts the other credential alone', async () => {
    const found = errors(await run({ security, credentials: both }, (one) => hasToken(one) || hasKey(one)));
    expect(found).toContainEqual(expect.stringContaining('unauthorized-rejected read/authentication/bearer'));
  });

  test('may be the whole of what a third alternative leaves untested', async () => {
    const three = '[{ key: [], bearer: [] }, { bearer: [] }, { key: [], oauthA: [] }]';
    expect(errors(await run({ security: three, credentials: both }, hasToken))).toEqual([]);
  });
});

describe('a client certificate', () => {
  test('that is sufficient allows requests without any other credential', async () => {
    expect(errors(await run({ security: '[{ certificate: [] }, { bearer: [] }]' }, () => true))).toEqual([]);
  });

  test('is no reason to leave out a credential that the run has', async () => {
    expect(errors(await run({ security: '[{ certificate: [] }, { bearer: [] }]' }, hasToken))).toEqual([]);
  });

  test('that is required in addition leaves the other credential to test', async () => {
    const security = '[{ certificate: [], bearer: [] }]';
    expect(errors(await run({ security }, hasToken))).toEqual([]);
    expect(errors(await run({ security }, () => true))).toContainEqual(
      expect.stringContaining('unauthorized-rejected'),
    );
  });
});

describe('one secret for schemes of one header', () => {
  test('is valid in the form of either', async () => {
    const security = '[{ bearer: [] }, { rawToken: [] }]';
    const isEither: AccessRule = (one) => hasToken(one) || one.headers.authorization === TOKEN;
    expect(errors(await run({ security }, isEither))).toEqual([]);
  });

  test('may be the password of a user that the run does not know', async () => {
    const isPassword: AccessRule = ({ headers }) =>
      Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
        .toString()
        .split(':')
        .includes(TOKEN);
    const isEither: AccessRule = (one) => hasToken(one) || isPassword(one);
    expect(errors(await run({ security: '[{ bearer: [] }, { basic: [] }]' }, isEither))).toEqual([]);
  });
});

test('a session cookie that the implementation sets is a valid credential', async () => {
  const isUser: AccessRule = ({ headers }) => headers.cookie === `session=${TOKEN}`;
  const security = '[{ session: [] }]';
  expect(errors(await run({ security, cookie: `session=${TOKEN}; Path=/` }, isUser))).toEqual([]);
});

describe('a parameter with the name and the place of an API key', () => {
  const parameters = '[{ name: api_key, in: query, required: true, schema: { type: string } }]';
  const security = '[{ queryKey: [] }]';

  test('is sent once, with the key', async () => {
    expect(errors(await run({ security, parameters }, ({ keys }) => keys[0] === TOKEN))).toEqual([]);
  });

  test('is tested as the key', async () => {
    const found = errors(await run({ security, parameters }, ({ keys }) => keys.length > 0));
    expect(found).toContainEqual(expect.stringContaining('unauthorized-rejected'));
  });
});

describe('a credential that is declared as a header parameter', () => {
  const authorization = '[{ name: authorization, in: header, required: true, schema: { type: string } }]';
  const apiKey = '[{ name: X-API-Key, in: header, required: true, schema: { type: string } }]';
  const hasApiKey: AccessRule = ({ headers }) => headers['x-api-key'] === KEY;

  test('gets the token', async () => {
    const result = await run({ parameters: authorization }, hasToken);
    expect(errors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
  });

  test('gets the token without a scheme in any other header', async () => {
    const result = await run({ parameters: apiKey, credentials: tokenCredentials(KEY) }, hasApiKey);
    expect([...errors(result), ...result.unchecked]).toEqual([]);
  });

  test('gets the credential of its name, unchanged', async () => {
    const named = { token: undefined, byScheme: new Map([['authorization', `Bearer ${TOKEN}`]]) };
    const result = await run({ parameters: authorization, credentials: named }, hasToken);
    expect([...errors(result), ...result.unchecked]).toEqual([]);
  });

  test('gets only the credential of its name beside declared requirements', async () => {
    const credentials = { token: TOKEN, byScheme: new Map([['x-api-key', KEY]]) };
    const result = await run({ parameters: apiKey, security: '[{ bearer: [] }]', credentials }, (one) =>
      [hasToken(one), hasApiKey(one)].every(Boolean),
    );
    expect([...errors(result), ...result.unchecked]).toEqual([]);
  });

  test('is in no report', async () => {
    const echo: AccessRule = (one) => hasToken(one) && one.method === 'GET' && one.headers['accept'] === '*/*';
    const result = await run({ parameters: authorization }, echo).catch((error: unknown) => String(error));
    expect(JSON.stringify(result)).not.toContain(TOKEN);
    const wrong = await run({ parameters: authorization, security: '[{ key: [] }]', credentials: both }, () => true);
    expect(errors(wrong)).not.toEqual([]);
    expect(JSON.stringify(wrong)).not.toContain(KEY);
  });
});
