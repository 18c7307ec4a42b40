/** The page on which a developer chooses the user who logs in: links only, so that it works in a sandbox. */
import { escapeMarkup } from '../format/xml.ts';
import type { RequestTarget } from '../http/request-target.ts';
import type { MockResponse } from '../respond/error-response.ts';

/** Each link is the same request with the name of a user and without `prompt`. */
export function authorizationPage({ query }: RequestTarget, users: readonly string[]): MockResponse {
  const kept = query.filter(({ name }) => name !== 'prompt' && name !== 'login_hint');
  const fields = kept.map(({ name, rawValue }) => `${encodeURIComponent(name)}=${rawValue}`);
  const hint = query.find(({ name }) => name === 'login_hint')?.rawValue;
  const hinted = hint === undefined ? [] : [link([...fields, `login_hint=${hint}`], 'The user of login_hint')];
  const links = users.map((user) => link([...fields, `login_hint=${encodeURIComponent(user)}`], user));
  const shown = [...hinted, ...links];
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    body: page(shown.length > 0 ? shown : [link(fields, 'An unnamed user')]),
  };
}

function link(fields: readonly string[], text: string): string {
  return `<li><a href="?${escapeMarkup(fields.join('&'))}">${escapeMarkup(text)}</a></li>`;
}

function page(items: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Log in to the mock server</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 32rem; margin: 2rem auto; padding: 0 1rem }</style>
<h1>Log in to the mock server</h1>
<p>The mock server needs no password. Log in as:</p>
<ul>
${items.join('\n')}
</ul>
</html>
`;
}
