/** Parents with unique names, of which the usual one is taken: sequences about their children need several of them. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { parseDocument } from '../spec/diff/build-documents.ts';
import { failingChecks, verify } from './support.ts';
import { readBody, startTestServer } from './test-server.ts';

const contract = await parseDocument(`
openapi: 3.1.0
info: { title: Teams, version: '1' }
paths:
  /teams:
    post:
      operationId: createTeam
      description: Names are unique.
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses:
        '201': &record
          description: The record.
          content: { application/json: { schema: { $ref: '#/components/schemas/Record' } } }
        '400': &problem { description: It is not accepted. }
        '409': *problem
  /teams/{teamId}:
    parameters: [&team { name: teamId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readTeam, responses: { '200': *record, '404': *problem } }
  /teams/{teamId}/players:
    parameters: [*team]
    post:
      operationId: createPlayer
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses: { '201': *record, '400': *problem, '404': *problem }
  /teams/{teamId}/players/{playerId}:
    parameters: [*team, { name: playerId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readPlayer, responses: { '200': *record, '404': *problem } }
    delete: { operationId: deletePlayer, responses: { '204': { description: Deleted. }, '404': *problem } }
components:
  schemas:
    New:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 40, pattern: '^[!-~]([ -~]*[!-~])?$' }
    Record:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
`);

interface Stored {
  readonly id: number;
  readonly name: string;
  /** Of a player. */
  readonly team: number | undefined;
}

/** Players are found below every team unless `isScoped`. */
async function checksThatFail(isScoped: boolean): Promise<readonly string[]> {
  const records = new Map<number, Stored>();
  const deleted = new Set<number>();
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const [, , teamId, players, playerId] = (request.url ?? '').split('/');
    const team = teamId === undefined ? undefined : Number(teamId);
    if (team !== undefined && records.get(team)?.team !== undefined) return respond(404);
    if (team !== undefined && !records.has(team)) return respond(404);
    if (request.method === 'POST') {
      const { name } = JSON.parse(String(await readBody(request)));
      if (typeof name !== 'string') return respond(400);
      if (team === undefined && [...records.values()].some((one) => one.name === name && one.team === undefined))
        return respond(409);
      const record = { id: records.size + 1, name, team };
      records.set(record.id, record);
      return respond(201, { id: record.id, name });
    }
    const found = records.get(Number(players === undefined ? teamId : playerId));
    const isElsewhere = players !== undefined && isScoped && found?.team !== team;
    if (found === undefined || deleted.has(found.id) || isElsewhere) return respond(404);
    if (request.method !== 'DELETE') return respond(200, { id: found.id, name: found.name });
    deleted.add(found.id);
    return response.writeHead(204).end();
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return failingChecks(await verify({ contract, baseUrl, categories: ['lifecycles'] }));
}

test('a store that finds players below every team is reported', async () => {
  expect(await checksThatFail(false)).toContain('scoped-to-parent');
});

test('a store that finds players below their team is not reported', async () => {
  expect(await checksThatFail(true)).toEqual([]);
});
