/** A store of parcels with actions, and of exports, which are jobs. Its behavior can be replaced in parts. */
import { createServer, type Server } from 'node:http';
import { readBody } from '../test-server.ts';

interface Parcel {
  readonly id: number;
  readonly addressee: string;
  readonly status: string;
}

interface Reply {
  readonly status: number;
  readonly body: object;
  readonly location?: string;
}

/** What an implementation does in its own way. */
export interface ParcelBehavior {
  /** Undefined for a conflict. */
  act(parcel: Parcel, verb: string): Parcel | undefined;
  stored(changed: Parcel, before: Parcel): Parcel;
  shown(changed: Parcel, before: Parcel): Parcel;
  onConflict(parcel: Parcel): Parcel;
  conflict(parcel: Parcel): object;
  /** Other parcels, after an action. */
  others(other: Parcel, changed: Parcel): Parcel;
  read(parcel: Parcel): Parcel | undefined;
  exportLocation(id: number): string;
  readExport(found: object): object | undefined;
}

export const rightBehavior: ParcelBehavior = {
  act(parcel, verb) {
    if (verb === 'collect') return parcel.status === 'packed' ? { ...parcel, status: 'collected' } : undefined;
    return parcel.status === 'returned' ? undefined : { ...parcel, status: 'returned' };
  },
  stored: (changed) => changed,
  shown: (changed) => changed,
  onConflict: (parcel) => parcel,
  conflict: ({ status }) => ({ message: 'The status does not allow this.', currentStatus: status }),
  others: (other) => other,
  read: (parcel) => parcel,
  exportLocation: (id) => `/exports/${id}`,
  readExport: (found) => found,
};

export function createParcelServer(overrides: Partial<ParcelBehavior>): Server {
  const behavior = { ...rightBehavior, ...overrides };
  const parcels = new Map<number, Parcel>();
  const exports = new Map<number, object>();
  let lastId = 0;
  const missing: Reply = { status: 404, body: { message: 'There is none.' } };
  const fieldsOf = (bytes: Buffer, name: string): string | undefined => {
    const sent: unknown = JSON.parse(bytes.toString() || '{}');
    const value = new Map<string, unknown>(Object.entries(sent ?? {})).get(name);
    return typeof value === 'string' ? value : undefined;
  };

  function create(path: string, bytes: Buffer): Reply {
    const id = ++lastId;
    if (path === '/exports') {
      const title = fieldsOf(bytes, 'title');
      exports.set(id, { id, title, state: 'done' });
      return { status: 202, body: { id, title, state: 'waiting' }, location: behavior.exportLocation(id) };
    }
    const parcel = { id, addressee: fieldsOf(bytes, 'addressee') ?? '', status: 'packed' };
    parcels.set(id, parcel);
    return { status: 201, body: parcel, location: `/parcels/${id}` };
  }

  function act(parcel: Parcel, verb: string): Reply {
    const changed = behavior.act(parcel, verb);
    parcels.set(parcel.id, changed === undefined ? behavior.onConflict(parcel) : behavior.stored(changed, parcel));
    if (changed === undefined) return { status: 409, body: behavior.conflict(parcel) };
    for (const other of parcels.values())
      if (other.id !== parcel.id) parcels.set(other.id, behavior.others(other, changed));
    return { status: 200, body: behavior.shown(changed, parcel) };
  }

  function respond(method: string, path: string, bytes: Buffer): Reply {
    const [, collection, id = '', verb] = /^\/(parcels|exports)(?:\/(\d+))?(?:[:/]([a-z]+))?$/.exec(path) ?? [];
    if (collection === undefined) return missing;
    if (id === '') return create(path, bytes);
    if (collection === 'exports') {
      const found = exports.get(Number(id));
      const body = found && behavior.readExport(found);
      return body === undefined ? missing : { status: 200, body };
    }
    const parcel = parcels.get(Number(id));
    if (parcel === undefined) return missing;
    if (method === 'POST' && verb !== undefined) return act(parcel, verb);
    const body = behavior.read(parcel);
    return body === undefined ? missing : { status: 200, body };
  }

  return createServer((request, response) => {
    void readBody(request).then((bytes) => {
      const { status, body, location } = respond(request.method ?? '', request.url ?? '', bytes);
      const headers = { 'Content-Type': 'application/json', ...(location !== undefined && { Location: location }) };
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
  });
}
