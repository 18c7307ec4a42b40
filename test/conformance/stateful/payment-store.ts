/** A small implementation of test/fixtures/conformance/payments.yaml: correct, or with one defect. */
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { readBody } from '../test-server.ts';

export type PaymentStoreDefect =
  | 'ignores the key'
  | 'stores the key late'
  | 'rejects repetitions'
  | 'returns the first payment to other bodies';

/** Allowed differences. */
export type PaymentStoreOption = 'rejects while in progress';

interface Reply {
  readonly status: number;
  readonly body?: string;
}

export function createPaymentStore(kind?: PaymentStoreDefect | PaymentStoreOption): Server {
  const payments = new Map<string, string>();
  const replies = new Map<string, { readonly sent: string; readonly reply: Reply | 'pending' }>();
  const pay = async (key: string, bytes: Buffer): Promise<Reply> => {
    const parsed = parseJsonBytes(bytes);
    const reason = parsed.ok && isJsonObject(parsed.value) ? parsed.value['reason'] : undefined;
    const isValid = typeof reason === 'string' && reason.length > 0 && [...reason].length <= 80;
    if (!isValid || key === '' || key.length > 64) return { status: 400 };
    const sent = bytes.toString();
    const known = kind === 'ignores the key' ? undefined : replies.get(key);
    if (known !== undefined) {
      if (known.reply === 'pending') return { status: 409 };
      if (known.sent !== sent && kind !== 'returns the first payment to other bodies') return { status: 422 };
      return kind === 'rejects repetitions' ? { status: 409 } : known.reply;
    }
    const id = String(payments.size + 1);
    const body = JSON.stringify({ id, reason });
    payments.set(id, body);
    const reply = { status: 201, body };
    if (kind === 'rejects while in progress') replies.set(key, { sent, reply: 'pending' });
    if (kind === 'rejects while in progress' || kind === 'stores the key late') await pause(15);
    replies.set(key, { sent, reply });
    return reply;
  };
  return createServer(async (request, response) => {
    const bytes = await readBody(request);
    const [, collection, id] = request.url?.split('/') ?? [];
    const isPayment = collection === 'payments' && request.method === (id === undefined ? 'POST' : 'GET');
    const found = payments.get(id ?? '');
    const read: Reply = found === undefined ? { status: 404 } : { status: 200, body: found };
    const key = String(request.headers['idempotency-key'] ?? '');
    const reply: Reply = !isPayment ? { status: 404 } : id === undefined ? await pay(key, bytes) : read;
    response.writeHead(reply.status, reply.body === undefined ? {} : { 'Content-Type': 'application/json' });
    response.end(reply.body);
  });
}
