import { randomUUID } from 'node:crypto';
import { type DeskContext, formFields } from '../context.ts';
import { type DeskResponse, jsonDeskResponse } from '../http.ts';

const HOUR_MS = 3_600_000;

export function openSession(context: DeskContext): DeskResponse {
  const fields = formFields(context, 'session');
  const key = randomUUID();
  context.sessions.add(key);
  const expires = new Date(Date.now() + HOUR_MS).toISOString();
  const headers = {
    'set-cookie': `desk_session=${key}; Path=/; HttpOnly; SameSite=Lax`,
    'cache-control': 'no-store',
  };
  return jsonDeskResponse(201, { ...fields, expires }, headers);
}
