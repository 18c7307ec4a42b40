/** Provider states: the calls of the verifier, and the user's endpoint that sets states up. */
import { KitError } from '../../../errors.ts';
import {
  isEqualJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { redactedUrl, sendHttpRequest } from '../../http/http-client.ts';

/** A call of the verifier to set up or tear down a provider state. */
export interface StateCall {
  /** Empty for an interaction without a provider state; the verifier calls for it too. */
  readonly state: string;
  readonly params: JsonObject;
  readonly action: 'setup' | 'teardown';
}

/**
 * The values that a state provides for the generators of its interaction: `${token}` is replaced by the value of
 * `token`.
 */
export type StateValues = Readonly<Record<string, Json>>;

/** Whether a call was for that state. */
export function isCallFor(call: StateCall, state: string, params: JsonObject): boolean {
  return call.state === state && isEqualJson(call.params, params);
}

/** The user's endpoint that sets up provider states, called in the same way as Pact's verifiers call it. */
export interface StateEndpoint {
  /** Returns the values of the response; none if it is not a JSON object. */
  change(call: StateCall): Promise<{ readonly values: StateValues } | { readonly failure: string }>;
}

export interface StateEndpointOptions {
  readonly url: string;
  /** Sent as `consumer` if all states belong to one consumer. */
  readonly consumer: string | undefined;
  readonly timeoutMs: number;
}

const MAX_BYTES = 1_000_000;

const MAX_SHOWN_CHARACTERS = 200;

/** Throws `option-invalid` for an invalid URL. */
export function createStateEndpoint({ url: option, consumer, timeoutMs }: StateEndpointOptions): StateEndpoint {
  const url = parseStatesUrl(option);
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return {
    async change({ action, params, state }) {
      const body = stringifyJson({ ...(consumer === undefined ? {} : { consumer }), state, params, action });
      try {
        const limits = { timeoutMs, maxBytes: MAX_BYTES };
        const response = await sendHttpRequest({ url, method: 'POST', headers, body, ...limits });
        if (response.status < 200 || response.status > 299)
          return { failure: `${redactedUrl(url)} responds with ${response.status}${bodyExcerpt(response.body)}` };
        const parsed = parseJsonBytes(response.body);
        return { values: parsed.ok && isJsonObject(parsed.value) ? parsed.value : {} };
      } catch (error) {
        return { failure: `${redactedUrl(url)}: ${error instanceof Error ? error.message : String(error)}` };
      }
    },
  };
}

/** Parses the URL of `--states`. Its query is kept but never shown. Throws `option-invalid`. */
export function parseStatesUrl(option: string): URL {
  const url = URL.parse(option);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  const shown = option.replace(/[?#].*$/s, '').replace(/^.*@/s, '***@');
  throw new KitError(
    'option-invalid',
    `--states ${JSON.stringify(shown)}: expected an http or https URL without a user name or password`,
  );
}

function bodyExcerpt(body: Buffer): string {
  const text = body.toString('utf8').replace(/\s+/g, ' ').trim();
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}...` : text;
  return shown === '' ? '' : ` ${shown}`;
}
