/** The console is served beside the control API. */
import type { IncomingMessage } from 'node:http';
import { serveConsole } from '../console/serve.ts';
import { quoted } from '../http/refusals.ts';
import { CONTROL_PATH } from './path.ts';
import { type ControlReply, problem } from './reply.ts';

/** Its files hold nothing secret; what the page then asks for is judged as all else. */
export function consoleReply(path: string, { method = 'GET', headers }: IncomingMessage): ControlReply {
  const found = serveConsole(path, headers['accept-encoding']?.toString());
  if (found === undefined)
    return problem(404, `path: expected a file of the console, got ${quoted(path)}`, {
      fix: `Open ${CONTROL_PATH}/ for the console.`,
    });
  if (method === 'GET' || method === 'HEAD') return found;
  return problem(405, `method: expected GET or HEAD, got ${method}`, {
    fix: 'Call the routes that GET /__store/openapi.json lists.',
    headers: { Allow: 'GET, HEAD' },
  });
}
