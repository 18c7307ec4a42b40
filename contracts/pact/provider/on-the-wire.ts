/** A request of the verifier as it is kept, without any secret, and as it goes out, with the real credentials. */
import type { HeaderLine } from '../../http/headers.ts';
import { type Placement, type RequestLine, shownValue, withPlacements } from './credentials-for.ts';
import type { Outgoing } from './send-on.ts';
import type { StandIns } from './stand-ins.ts';

/** As it is kept: without any secret. */
export function recordedLine(
  line: RequestLine,
  placements: readonly Placement[],
  { recorded, unified }: StandIns,
): RequestLine {
  const { target, headers } = withPlacements(line, placements, (one) => shownValue(one, recorded));
  return { target: unified(target), headers: headers.map(([name, value]) => [name, unified(value)]) };
}

/** As it goes on the wire. */
export function outgoing(
  { method, target, headers, body }: RequestLine & Pick<Outgoing, 'method' | 'body'>,
  placements: readonly Placement[],
  { revealed }: StandIns,
): Outgoing {
  const line = withPlacements(
    {
      target: revealed(target, encodeURIComponent),
      headers: headers.map(([name, value]) => [name, revealed(value)]),
    },
    placements,
  );
  const told = changedBytes(body, (text) => revealed(text, inJson));
  return { method, path: line.target, headers: withLength(line.headers, told), body: told };
}

/** A body that holds a credential is JSON, or plain and the credential ASCII. */
function inJson(secret: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, escaped);
}

/** Bytes of any encoding that keeps ASCII as it is. */
export function changedBytes(bytes: Uint8Array, change: (text: string) => string): Buffer {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function withLength(headers: readonly HeaderLine[], body: Buffer): readonly HeaderLine[] {
  return headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'content-length' ? String(body.byteLength) : value,
  ]);
}
