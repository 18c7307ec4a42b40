/** Routes for the webhooks that the contracts declare. */
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { WebhooksAdmin } from '../admin-service.ts';
import { type ControlRoutes, jsonResponse, textParameter } from '../control-response.ts';

export function webhookRoutes(webhooks: WebhooksAdmin): ControlRoutes {
  return {
    listWebhooks: async () => jsonResponse(200, { webhooks: webhooks.names() }),
    sendWebhook: async (request) => {
      const { url, headers, given } = readDelivery(request.body);
      const name = textParameter(request, 'path.name') ?? '';
      const receipt = await webhooks.send(name, { url, headers, ...(given !== undefined && { body: given }) });
      return jsonResponse(200, { ...receipt });
    },
  };
}

/** The body conforms to openapi.yaml. */
function readDelivery(body: Json | undefined) {
  const { url = '', headers = {}, body: given } = isJsonObject(body) ? body : {};
  const named = isJsonObject(headers) ? Object.entries(headers) : [];
  return { url: String(url), headers: Object.fromEntries(named.map(([name, value]) => [name, String(value)])), given };
}
