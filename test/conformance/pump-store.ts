/** An implementation of fixtures/conformance/pumps.yaml, correct except for the given defects: records in an envelope. */
import { createServer, type Server } from 'node:http';
import { isJsonObject, type Json, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { readBody } from './test-server.ts';

export type PumpDefect = 'shows a lock that is not stored' | 'locks twice' | 'locks nothing';

interface Pump {
  readonly id: number;
  readonly label: string;
  readonly mode: string;
}

interface Reply {
  readonly status: number;
  readonly pump?: Pump;
}

export function createPumpStore(...defects: readonly PumpDefect[]): Server {
  const has = (defect: PumpDefect) => defects.includes(defect);
  const pumps = new Map<number, Pump>();
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pumps');
    const { status, pump } = respond(`${request.method} ${pathname}`, await readBody(request));
    response.writeHead(status, pump === undefined ? {} : { 'Content-Type': 'application/json' });
    response.end(pump === undefined ? undefined : JSON.stringify({ data: pump }));
  });

  function respond(line: string, bytes: Buffer): Reply {
    if (line === 'POST /pumps') return add(bytes);
    const [, method, name = '', action] = /^(\w+) \/pumps\/([^/]+)(\/lock)?$/.exec(line) ?? [];
    if (method === undefined) return { status: 404 };
    if (method !== (action === undefined ? 'GET' : 'POST')) return { status: 405 };
    const id = /^\d{1,10}$/.test(name) ? Number(name) : 0;
    if (id < 1 || id > 2_000_000_000) return { status: 400 };
    const pump = pumps.get(id);
    if (pump === undefined) return { status: 404 };
    return action === undefined ? { status: 200, pump } : lock(pump);
  }

  function lock(pump: Pump): Reply {
    if (pump.mode === 'locked' && !has('locks twice')) return { status: 409 };
    if (has('locks nothing')) return { status: 200, pump };
    const locked = { ...pump, mode: 'locked' };
    if (!has('shows a lock that is not stored')) pumps.set(pump.id, locked);
    return { status: 200, pump: locked };
  }

  function add(bytes: Buffer): Reply {
    const parsed = parseJsonBytes(bytes);
    const label: Json | undefined = parsed.ok && isJsonObject(parsed.value) ? parsed.value.label : undefined;
    if (typeof label !== 'string' || label === '' || [...label].length > 60) return { status: 400 };
    const pump = { id: pumps.size + 1, label, mode: 'idle' };
    pumps.set(pump.id, pump);
    return { status: 201, pump };
  }
}
