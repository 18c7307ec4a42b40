/**
 * An implementation of fixtures/conformance/clubs.yaml, correct except for the given defects: clients choose the codes of
 * clubs, a new club has no logo, and a team belongs to an existing club.
 */
import { createServer, type Server } from 'node:http';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { readBody } from './test-server.ts';

export type ClubDefect =
  | 'ignores the filter of clubs'
  | 'ignores the filter of teams'
  | 'returns a part of the logo'
  | 'finds a court below every club'
  | 'creates what it replaces';

interface Reply {
  readonly status: number;
  readonly body?: Json;
  readonly bytes?: Buffer;
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

export function createClubStore(...defects: readonly ClubDefect[]): Server {
  const has = (defect: ClubDefect) => defects.includes(defect);
  const clubs = new Map<string, JsonObject>();
  const logos = new Map<string, Buffer>();
  const teams: JsonObject[] = [];
  const courts: { readonly clubId: string; readonly title: string }[] = [];
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://clubs');
    const bytes = await readBody(request);
    const reply = respond({ method: request.method ?? '', url, type: request.headers['content-type'], bytes });
    const content = reply.bytes ?? (reply.body === undefined ? undefined : Buffer.from(JSON.stringify(reply.body)));
    const type = reply.bytes === undefined ? 'application/json' : 'image/png';
    response.writeHead(reply.status, content === undefined ? {} : { 'Content-Type': type }).end(content);
  });

  function respond(call: Call): Reply {
    const { method, url } = call;
    if (url.pathname === '/clubs') return method === 'GET' ? listClubs(url.searchParams) : { status: 405 };
    if (url.pathname === '/teams') {
      if (method === 'GET') return listTeams(url.searchParams);
      return method === 'POST' ? addTeam(call) : { status: 405 };
    }
    const [, clubId, , courtId] = /^\/clubs\/([^/]+)\/courts(\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (clubId !== undefined) return respondToCourt(call, clubId, courtId);
    const [, code, part] = /^\/clubs\/([^/]+)(\/logo)?$/.exec(url.pathname) ?? [];
    if (code === undefined) return { status: 404 };
    if (method !== 'GET' && method !== 'PUT') return { status: 405 };
    if (!isCode(code)) return { status: 400 };
    return part === undefined ? respondToClub(call, code) : respondToLogo(call, code);
  }

  function respondToClub({ method, bytes }: Call, code: string): Reply {
    const found = clubs.get(code);
    if (method === 'GET') return found === undefined ? { status: 404 } : { status: 200, body: found };
    const { title, indoor } = sentObject(bytes);
    if (!isTitle(title) || typeof indoor !== 'boolean') return { status: 400 };
    const club = { id: code, title, indoor };
    clubs.set(code, club);
    return { status: found === undefined || has('creates what it replaces') ? 201 : 200, body: club };
  }

  function respondToLogo({ method, type, bytes }: Call, code: string): Reply {
    if (!clubs.has(code)) return { status: 404 };
    const logo = logos.get(code);
    if (method === 'GET') return logo === undefined ? { status: 404 } : { status: 200, bytes: logo };
    if (type !== 'image/png') return { status: 415 };
    logos.set(code, has('returns a part of the logo') ? bytes.subarray(0, 20) : bytes);
    return { status: 204 };
  }

  function respondToCourt({ method, bytes }: Call, clubId: string, courtId: string | undefined): Reply {
    if (method !== (courtId === undefined ? 'POST' : 'GET')) return { status: 405 };
    const id = courtId === undefined ? undefined : /^\d{1,10}$/.exec(courtId)?.[0];
    if (!isCode(clubId) || (courtId !== undefined && (id === undefined || Number(id) < 1))) return { status: 400 };
    if (!clubs.has(clubId)) return { status: 404 };
    if (id !== undefined) {
      const court = courts[Number(id) - 1];
      const isHere = court !== undefined && (court.clubId === clubId || has('finds a court below every club'));
      return isHere ? { status: 200, body: { id: Number(id), title: court.title } } : { status: 404 };
    }
    const { title } = sentObject(bytes);
    if (!isTitle(title)) return { status: 400 };
    courts.push({ clubId, title });
    return { status: 201, body: { id: courts.length, title } };
  }

  function listClubs(query: URLSearchParams): Reply {
    const indoor = query.get('indoor');
    if (query.getAll('indoor').length > 1 || (indoor !== null && !/^(?:true|false)$/.test(indoor)))
      return { status: 400 };
    const isAll = indoor === null || has('ignores the filter of clubs');
    return { status: 200, body: [...clubs.values()].filter((club) => isAll || String(club.indoor) === indoor) };
  }

  function listTeams(query: URLSearchParams): Reply {
    const code = query.get('clubId');
    if (query.getAll('clubId').length > 1 || (code !== null && !isCode(code))) return { status: 400 };
    const isAll = code === null || has('ignores the filter of teams');
    return { status: 200, body: teams.filter((team) => isAll || team.clubId === code) };
  }

  function addTeam({ bytes }: Call): Reply {
    const { clubId, title } = sentObject(bytes);
    if (!isTitle(title) || typeof clubId !== 'string' || !isCode(clubId)) return { status: 400 };
    if (!clubs.has(clubId)) return { status: 422 };
    const team = { id: teams.length + 1, clubId, title };
    teams.push(team);
    return { status: 201, body: team };
  }
}

function isCode(text: string): boolean {
  return /^[a-z]{4,20}$/.test(text);
}

function isTitle(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && [...value].length <= 60;
}

function sentObject(bytes: Buffer): JsonObject {
  const parsed = parseJsonBytes(bytes);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
