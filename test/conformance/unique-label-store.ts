/** An implementation of `things.yaml` that rejects duplicate labels. */
import { createServer } from 'node:http';
import { isJsonObject, type Json, type JsonObject, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { type OnTestEnd, readBody, startTestServer } from './test-server.ts';

export interface UniqueLabelStore {
  readonly url: string;
  /** Loses only the first created thing. */
  forgetFirst(): void;
  /** The received requests, sorted. */
  sent(): readonly string[];
}

interface StoreOptions {
  /** The schema of a thing. */
  readonly schema: Schema;
  /** The response to the list. */
  readonly list: 200 | 400;
  /** What it adds to the sent properties in its responses. */
  readonly added: JsonObject;
}

export async function startUniqueLabelStore(
  onEnd: OnTestEnd,
  { schema, list, added }: StoreOptions,
): Promise<UniqueLabelStore> {
  const labels = new Set<Json>();
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await readBody(request);
    const send = (status: number, body?: Json) =>
      response
        .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : stringifyJson(body));
    if (request.method !== 'POST') return send(list, list === 200 ? { items: [], total: 0 } : undefined);
    sent.push(bytes.toString());
    const parsed = parseJsonBytes(bytes);
    const thing = parsed.ok ? parsed.value : null;
    if (!isValid(schema, thing, 'request') || !isJsonObject(thing)) return send(400);
    const { label = null } = thing;
    if (labels.size === labels.add(label).size) return send(400);
    return send(201, { ...thing, ...added });
  });
  return {
    url: await startTestServer(server, onEnd),
    forgetFirst: () => void labels.delete(labels.values().next().value ?? null),
    sent: () => sent.toSorted(),
  };
}
