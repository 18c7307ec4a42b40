/** Alternative credentials, and credentials that only one of two operations accepts. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const KEY = 'Key-7f3KpQ2xVn9s';
const USER = 'anna:Lög-7f3KpQ2xVn9s';

const security = `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: http, scheme: basic }`;

function operation(id: string, alternatives: string): string {
  return `  /${id}:
    get:
      operationId: ${id}
      security: ${alternatives}
      responses: { '204': { description: Done }, '401': { description: Who }, '403': { description: No } }`;
}

const either = '[{ key: [] }, { user: [] }]';

interface Caller {
  readonly hasKey: boolean;
  readonly isUser: boolean;
  readonly isOther: boolean;
}

type AccessRule = (path: string, caller: Caller) => number;

const right: AccessRule = (_path, { hasKey, isUser, isOther }) => (!isOther && (hasKey || isUser) ? 204 : 401);

async function runVerifier(contract: Contract, accessRule: AccessRule, isSame = sameUser): Promise<RunResult> {
  const server = createServer(({ url = '', headers }, response) => {
    const status = accessRule(url, callerOf(headers, isSame));
    response.writeHead(status, status === 401 ? { 'WWW-Authenticate': 'Basic realm="test"' } : {}).end();
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const byScheme = new Map([
    ['key', KEY],
    ['user', USER],
  ]);
  const credentials = { token: undefined, byScheme };
  return verify({ baseUrl, contract, credentials, categories: ['valid-bodies', 'authentication'] });
}

function sameUser(given: string): boolean {
  return given === USER;
}

function callerOf(headers: IncomingHttpHeaders, isSame: (given: string) => boolean): Caller {
  const [, encoded = ''] = /^basic ([\w+/]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  const isUser = isSame(Buffer.from(encoded, 'base64').toString());
  const isOther = headers.authorization !== undefined && !isUser;
  return { hasKey: headers['x-key'] === KEY, isUser, isOther };
}

function reportedFindings({ findings }: RunResult): readonly string[] {
  return findings.map(({ severity, evidence, received }) => `${severity} ${evidence?.caseId} ${received}`);
}

describe('where one of two credentials is sufficient', () => {
  test('reports nothing for an implementation that accepts each of them', async () => {
    expect(
      reportedFindings(await runVerifier(await contractWithPaths(operation('read', either), security), right)),
    ).toEqual([]);
  });

  test('reports an implementation that accepts only the first', async () => {
    const contract = await contractWithPaths(operation('read', either), security);
    const result = await runVerifier(contract, (_path, { hasKey }) => (hasKey ? 204 : 401));
    expect(reportedFindings(result)).toEqual(['error read/authentication/alternative/user status 401']);
  });

  test('reports a warning when the second is forbidden', async () => {
    const contract = await contractWithPaths(operation('read', either), security);
    const result = await runVerifier(contract, (_path, { hasKey, isUser }) => (hasKey ? 204 : isUser ? 403 : 401));
    expect(reportedFindings(result)).toEqual(['warning read/authentication/alternative/user status 403']);
  });
});

describe('where credentials are optional', () => {
  test('reports an implementation that requires them', async () => {
    const contract = await contractWithPaths(operation('read', '[{ key: [] }, {}]'), security);
    const result = await runVerifier(contract, (_path, { hasKey }) => (hasKey ? 204 : 401));
    expect(reportedFindings(result)).toEqual(['error read/authentication/alternative/none status 401']);
  });

  test('reports nothing for an implementation that does not', async () => {
    const contract = await contractWithPaths(operation('read', '[{ key: [] }, {}]'), security);
    expect(reportedFindings(await runVerifier(contract, () => 204))).toEqual([]);
  });
});

describe('rejected credentials', () => {
  const one = operation('first', '[{ key: [] }]');
  const other = operation('second', '[{ key: [] }]');
  const refusing: (status: number) => AccessRule = (status) => (path, caller) =>
    path === '/first' && caller.hasKey ? status : right(path, caller);

  test('are not an error when nothing shows that they are valid', async () => {
    await expect(runVerifier(await contractWithPaths(one, security), refusing(401))).rejects.toMatchObject({
      code: 'credentials-rejected',
    });
  });

  test('are an error when another operation accepts them, in any order', async () => {
    const inOrder = await runVerifier(await contractWithPaths(`${one}\n${other}`, security), refusing(401));
    expect(reportedFindings(inOrder)).toEqual(['error first/valid-bodies/full status 401']);
    expect(inOrder.unchecked).toMatchObject([{ operation: 'first', casesRun: 'some' }]);
    const inTurn = await runVerifier(await contractWithPaths(`${other}\n${one}`, security), refusing(401));
    expect(reportedFindings(inTurn)).toEqual(['error first/valid-bodies/full status 401']);
  });

  test('are a warning when they may lack a role', async () => {
    const result = await runVerifier(await contractWithPaths(`${one}\n${other}`, security), refusing(403));
    expect(reportedFindings(result)).toEqual(['warning first/valid-bodies/full status 403']);
  });
});

test('reports an implementation that replaces non-ASCII characters in passwords', async () => {
  const contract = await contractWithPaths(operation('read', '[{ user: [] }]'), security);
  const inAscii = (text: string) => text.replaceAll(/[^\x00-\x7f]/g, '?');
  const result = await runVerifier(contract, right, (given) => inAscii(given) === inAscii(USER));
  expect(describeErrors(result)).toEqual([expect.stringContaining('a question mark for each non-ASCII character')]);
  expect(reportedFindings(await runVerifier(contract, right))).toEqual([]);
});
