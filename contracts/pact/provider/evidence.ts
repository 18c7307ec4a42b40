/** The exchange of an interaction for a finding, without secrets, and the commands that reproduce it. */
import { base64Encoded, unchanged, urlEncoded } from '../../../shell/credential-form.ts';
import {
  type CredentialText,
  mapLiterals,
  replacePlaceholder,
  TOKEN_VARIABLE,
} from '../../../shell/credential-text.ts';
import { type CurlRequest, curlCommand } from '../../../shell/curl.ts';
import { formatKitCommand } from '../../../shell/kit-command.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { curlConnection, maskBytes, trackMasking } from '../../conformance/findings/evidence/printed-request.ts';
import { createShownBody, describeBinary } from '../../conformance/findings/evidence/shown-body.ts';
import {
  connectionOptions,
  createTiming,
  joinRemarks,
  loginOptions,
  MASKED_REMARK,
  maskCookie,
  specOptions,
} from '../../conformance/findings/evidence.ts';
import type { ReceivedResponse, SentRequest } from '../../conformance/model/exchange.ts';
import { addedHeaders, describeHiddenHeaders } from '../../conformance/request/credentials/added-headers.ts';
import { describeHiddenCredentials } from '../../conformance/request/credentials/credential-mask.ts';
import type { Evidence, ResponsePart, ShownRequest, ShownResponse } from '../../finding/finding.ts';
import { valueSpan } from '../../http/json-path.ts';
import type { Credentials } from '../../options/credentials.ts';
import { interactionName } from '../file/interaction.ts';
import type { CheckedInteraction } from './interaction-result.ts';

/** What is needed to show an exchange without secrets. */
export interface EvidenceContext {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The placeholder of each credential in recorded exchanges. */
  readonly placeholder: string;
  mask(text: string): string;
  /** The URL of the endpoint that sets up provider states, if configured. */
  readonly statesUrl: string | undefined;
}

/** Undefined if nothing was sent. */
export function createPactEvidence(
  { interaction, exchange, pactFile, operation }: CheckedInteraction,
  context: EvidenceContext,
  at: ResponsePart | undefined,
): Omit<Evidence, 'reproduction'> | undefined {
  if (exchange === undefined) return undefined;
  const { contract, credentials, mask } = context;
  const { outcome, request } = exchange;
  const { masked, hasMasked } = trackMasking(mask);
  const curl = curlCommand(toCurlRequest(request, { ...context, mask: masked }));
  const schemes = contract.operations
    .filter(({ id }) => id === operation)
    .flatMap(({ security }) => security.flatMap((one) => one.schemes));
  const needsStateSetup = interaction.states.length > 0 && context.statesUrl !== undefined;
  return {
    caseId: interaction.description,
    category: 'pact',
    mutation: mask(interactionName(interaction)),
    request: toShownRequest(request, mask),
    response: outcome.kind === 'response' ? toShownResponse(outcome.response, mask, at) : undefined,
    curl,
    curlLimitations: joinRemarks(
      needsStateSetup ? 'only this request; replay also sets up the provider states' : undefined,
      hasMasked() ? MASKED_REMARK : undefined,
      describeHiddenCredentials({ curl }, schemes, credentials),
      describeHiddenHeaders(curl, credentials),
    ),
    timing: createTiming(exchange),
    replay: replayCommand(pactFile, interaction.description, context),
  };
}

function replayCommand(
  pact: string,
  only: string,
  { contract, baseUrl, statesUrl, credentials }: EvidenceContext,
): string {
  const states = statesUrl === undefined ? [] : [['states', statesUrl] as const];
  const options = [
    ['pact', pact],
    ['only', only],
    ...states,
    ...specOptions(contract),
    ...loginOptions(credentials),
    ...connectionOptions(credentials),
  ] as const;
  return formatKitCommand({ command: 'pact verify', positionals: [baseUrl], options });
}

function toShownRequest({ method, url, headers, body }: SentRequest, mask: EvidenceContext['mask']): ShownRequest {
  const text = body === undefined || body.byteLength === 0 ? undefined : mask(utf8Text(body));
  const binary = describeBinary(body ?? new Uint8Array(), mask);
  const shownBody = text === undefined ? undefined : (binary ?? createShownBody(text, undefined).body);
  return {
    body: shownBody,
    method,
    url: mask(url),
    headers: visibleHeaders(headers).map(([name, value]) => [mask(name), mask(value)]),
  };
}

function toShownResponse(
  { status, headers, body }: ReceivedResponse,
  mask: EvidenceContext['mask'],
  at: ResponsePart | undefined,
): ShownResponse {
  const text = mask(utf8Text(body));
  const binary = describeBinary(body, mask);
  const mark = at?.in === 'body' && 'path' in at ? valueSpan(text, at.path) : undefined;
  return {
    status,
    headers: headers.map(([name, value]) => [mask(name), maskCookie(name, mask(value))]),
    ...(binary === undefined ? createShownBody(text, mark) : { body: binary }),
  };
}

/** HTTP clients set these themselves. */
const connectionHeaders = new Set(['host', 'content-length', 'accept-encoding', 'user-agent']);

/** curl does not send it without a body. */
function isEmptyBodyLength(name: string, value: string): boolean {
  return name.toLowerCase() === 'content-length' && value === '0';
}

/** Sorted by name, because the order differs between runs of the verifier. */
function visibleHeaders(headers: SentRequest['headers']): SentRequest['headers'] {
  return headers
    .filter(([name, value]) => !connectionHeaders.has(name.toLowerCase()) || isEmptyBodyLength(name, value))
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

/** Replaces the placeholder, which is random for each run, with a shell variable. */
function toCurlRequest(
  { method, url, headers, body }: SentRequest,
  { placeholder, credentials, mask }: EvidenceContext,
): CurlRequest {
  const { origin } = new URL(url);
  const secrets = [credentials.token, ...credentials.byScheme.values()];
  // The placeholder stands for any secret: use one that has to be encoded in a URL, if there is one.
  const secret = secrets.find((one = '') => encodeURIComponent(one) !== one) ?? placeholder;
  const variableReference = { variable: TOKEN_VARIABLE, secret };
  const fillPlaceholder = (text: string, template = [unchanged]) =>
    mapLiterals(replacePlaceholder(text, placeholder, { template, namedSecret: variableReference }), mask);
  const headerText = (value: string) =>
    value.startsWith(`Basic ${placeholder}`)
      ? fillPlaceholder(value, [base64Encoded([unchanged])])
      : fillPlaceholder(value);
  const own = visibleHeaders(headers).map(([name, value]) => [mask(name), headerText(value)] as const);
  const added = credentials.connection === undefined ? [] : addedHeaders(credentials.connection);
  return {
    method,
    origin,
    target: fillPlaceholder(url.slice(origin.length), [urlEncoded(unchanged)]),
    headers: [...own, ...added],
    ...curlConnection(credentials.connection, origin),
    body: curlBody(body, fillPlaceholder, mask),
    isComplete: true,
  };
}

function curlBody(
  body: Uint8Array | undefined,
  fillPlaceholder: (text: string) => CredentialText,
  mask: EvidenceContext['mask'],
): CredentialText | Uint8Array | undefined {
  if (body === undefined || body.byteLength === 0) return undefined;
  const text = utf8Text(body);
  return Buffer.from(text).equals(Buffer.from(body)) ? fillPlaceholder(text) : maskBytes(body, mask);
}

function utf8Text(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
