/** Creates the account of a service and logs in, as a client of it does. */
import type { Login, LoginRequest } from './services.ts';

/** Resolves to the credential. */
export async function logIn(
  url: string,
  { signUp, logIn: request, property, prefix = '', records = [] }: Login,
): Promise<string> {
  if (signUp !== undefined) await send(url, signUp);
  const body = await send(url, request);
  const token =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([name]) => name === property) : [];
  if (typeof token?.[1] !== 'string') throw new Error(`no ${property} in the response of ${request.path}`);
  const credential = `${prefix}${token[1]}`;
  for (const record of records) await send(url, record, { Authorization: `Bearer ${token[1]}` });
  return credential;
}

async function send(url: string, { path, body, isForm = false }: LoginRequest, headers = {}): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    ...(isForm
      ? { body: new URLSearchParams(body) }
      : { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}
