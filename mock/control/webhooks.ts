/** Sends webhooks that the contracts declare. */
import { KitError } from '../../errors.ts';
import { quoteText } from '../http/http-error.ts';
import { outgoingBody } from '../outgoing/outgoing-body.ts';
import { currentTime } from '../records/values/clock.ts';
import type { AdminServiceOptions, WebhooksAdmin } from './admin-service.ts';

export function createWebhooksAdmin({
  contracts,
  madeUp,
  storage: { records },
  seed,
  origin,
  sendOutgoing,
}: Pick<AdminServiceOptions, 'contracts' | 'madeUp' | 'storage' | 'seed' | 'sendOutgoing'> & {
  readonly origin: () => string;
}): WebhooksAdmin {
  const webhooks = () =>
    contracts().flatMap(({ prefix, contract }) =>
      (contract.outgoingCalls ?? [])
        .filter(({ callbackOf }) => callbackOf === undefined)
        .map((call) => ({ ...call, contract, mount: prefix })),
    );
  const names = () => [...new Set(webhooks().map(({ name }) => name))];
  return {
    names,
    send: async (name, { url, body: given, headers = {} }) => {
      const webhook = webhooks().find((one) => one.name === name);
      if (webhook === undefined) throw unknownWebhook(name, names());
      const { operation, mount, contract } = webhook;
      // Receivers ignore an event whose identifier they have seen.
      const number = await records.nextNumber(`webhook:${name}`);
      const { text: body, type } = await outgoingBody(operation, {
        ...{ given, known: [], madeUp, origin: origin() },
        event: { name, contract, time: () => currentTime({ records, seed }) },
        about: { contract, prefix: mount, records, name, key: `${name} ${number}` },
      });
      const named = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value] as const);
      const sent = { ...(type !== undefined && { 'content-type': type }), ...Object.fromEntries(named) };
      return sendOutgoing({ kind: 'webhook', name, operation, mount, url, body, headers: sent });
    },
  };
}

function unknownWebhook(name: string, names: readonly string[]): KitError {
  const expected = names.length === 0 ? 'none (the contract declares no webhooks)' : `one of ${names.join(', ')}`;
  return new KitError('option-invalid', `webhook: expected ${expected}, got ${quoteText(name)}`, {
    fix: 'Use the name of a webhook of the document; GET /__store/webhooks lists them.',
  });
}
