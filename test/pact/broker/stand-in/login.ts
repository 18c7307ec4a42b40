/** Authentication of the stub. The open source broker supports basic authentication, PactFlow bearer tokens. */
export type Login = { readonly token: string } | { readonly username: string; readonly password: string };

export function isAllowed(login: Login | undefined, given: string | undefined): boolean {
  if (login === undefined) return true;
  if ('token' in login) return given === `Bearer ${login.token}`;
  const pair = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  return given === `Basic ${pair}`;
}
