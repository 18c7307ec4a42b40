/** Provider states: the calls that the verifier makes for them, and the endpoint of a team that sets them up. */
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

/** A call for a provider state, as the verifier makes it, and what comes of it. */
export interface StateCall {
  /** Empty for an interaction without a provider state, for which the verifier calls too. */
  readonly state: string;
  readonly params: JsonObject;
  readonly action: 'setup' | 'teardown';
}

/** What a state gives for the generators of its interaction: `${token}` takes the value of `token`. */
export type StateValues = Readonly<Record<string, Json>>;

/** Whether a call was for that state. */
export function isCallFor(call: StateCall, state: string, params: JsonObject): boolean {
  return call.state === state && isEqualJson(call.params, params);
}

/** The endpoint of the implementation's team that sets up provider states, called as Pact's verifiers call it. */
export interface StateEndpoint {
  /** The values that it answers with; none for an answer that is no JSON object. */
  change(call: StateCall): Promise<{ readonly values: StateValues } | { readonly failure: string }>;
}

export interface StateEndpointOptions {
  readonly url: string;
  /** Sent as `consumer` where all states are for one. */
  readonly consumer: string | undefined;
  readonly timeoutMs: number;
}

const MAX_BYTES = 1_000_000;

const MAX_SHOWN_CHARACTERS = 200;

/** Throws `option-invalid` for what is no URL to post to. */
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
          return { failure: `${redactedUrl(url)} answers ${response.status}${bodyExcerpt(response.body)}` };
        const parsed = parseJsonBytes(response.body);
        return { values: parsed.ok && isJsonObject(parsed.value) ? parsed.value : {} };
      } catch (error) {
        return { failure: `${redactedUrl(url)}: ${error instanceof Error ? error.message : String(error)}` };
      }
    },
  };
}

/** The URL of `--states`. Its query is kept and not shown; throws `option-invalid`. */
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
