/** The implementation of fixtures/conformance/invoices.yaml, whose total and first status may be wrong. */
import { createServer, type Server } from 'node:http';
import { isJsonArray, isJsonObject, type Json, parseJsonBytes, stringifyJson } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { readBody } from './test-server.ts';

export const invoicesContract = await loadContract('test/fixtures/conformance/invoices.yaml');

export interface InvoiceStoreOverrides {
  readonly amountOf?: (quantity: number, price: number) => number;
  readonly firstStatus?: string;
}

const sentSchema = invoicesContract.operations.find(({ id }) => id === 'createInvoice')?.requestBody?.content[0]
  ?.schema;

export function createInvoiceStore({
  amountOf = (quantity, price) => quantity * price,
  firstStatus = 'draft',
}: InvoiceStoreOverrides = {}): Server {
  const invoices: Json[] = [];
  return createServer(async (request, response) => {
    const reply = (status: number, body?: Json) =>
      response
        .writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
        .end(body === undefined ? undefined : stringifyJson(body));
    const bytes = await readBody(request);
    const [, id] = /^\/invoices\/(\d+)$/.exec(request.url ?? '') ?? [];
    const found = invoices[Number(id) - 1];
    if (request.method === 'GET') return found === undefined ? reply(404) : reply(200, found);
    const parsed = parseJsonBytes(bytes);
    const sent = parsed.ok ? parsed.value : null;
    if (sentSchema === undefined || !isJsonObject(sent) || !isValid(sentSchema, sent, 'request')) return reply(400);
    const lines = isJsonArray(sent['lines']) ? sent['lines'].filter(isJsonObject) : [];
    const amounts = lines.map(({ quantity, price }) => amountOf(Number(quantity), Number(price)));
    const total = Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
    invoices.push({ status: firstStatus, ...sent, id: invoices.length + 1, total, revision: 1 });
    return reply(201, invoices.at(-1));
  });
}
