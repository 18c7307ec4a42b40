/** The exchange of an interaction as a person sees it, and how to see it again. */
import { asIs, inBase64, inUrl } from '../../../shell/credential-form.ts';
import { type CurlRequest, curlLine } from '../../../shell/curl.ts';
import { kitCommand } from '../../../shell/kit-command.ts';
import { mapLiterals, placeholderFilled, type Text, TOKEN_VARIABLE } from '../../../shell/text.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Answer, SentRequest } from '../../conformance/model/exchange.ts';
import { whatTokenHides } from '../../conformance/request/credentials/mask.ts';
import { maskedBytes, noting } from '../../conformance/telling/evidence/printed-request.ts';
import { binaryWords, seenBody } from '../../conformance/telling/evidence/seen-body.ts';
import { allOf, MASKED, specOption, timingOf, withoutSession } from '../../conformance/telling/evidence.ts';
import type { AnswerPart, Evidence, SeenAnswer, SeenRequest } from '../../finding/finding.ts';
import { spanOf } from '../../http/body-path.ts';
import type { Credentials } from '../../options/credentials.ts';
import { interactionName } from '../file/interaction.ts';
import type { JudgedInteraction } from './interaction-result.ts';

/** What it takes to tell of an exchange without giving anything away. */
export interface EvidenceContext {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** What stands in the place of each credential in what was recorded. */
  readonly standIn: string;
  mask(text: string): string;
  /** Of the endpoint that sets up provider states, where one was given. */
  readonly statesUrl: string | undefined;
}

/** Undefined where nothing was sent. */
export function evidenceOf(
  { interaction, exchange, pactFile, operation }: JudgedInteraction,
  telling: EvidenceContext,
  at: AnswerPart | undefined,
): Omit<Evidence, 'confirmation'> | undefined {
  if (exchange === undefined) return undefined;
  const { contract, credentials, mask } = telling;
  const { outcome, request } = exchange;
  const { masked, hasMasked } = noting(mask);
  const curl = curlLine(forCurl(request, { ...telling, mask: masked }));
  const schemes = contract.operations
    .filter(({ id }) => id === operation)
    .flatMap(({ security }) => security.flatMap((one) => one.schemes));
  const isStaged = interaction.states.length > 0 && telling.statesUrl !== undefined;
  return {
    caseId: interaction.description,
    family: 'pact',
    mutation: mask(interactionName(interaction)),
    request: seenRequest(request, mask),
    answer: outcome.kind === 'answer' ? seenAnswer(outcome.answer, mask, at) : undefined,
    curl,
    curlLacks: allOf(
      isStaged ? 'this request alone; replay has the provider states set up before it' : undefined,
      hasMasked() ? MASKED : undefined,
      whatTokenHides({ curl }, schemes, credentials),
    ),
    timing: timingOf(exchange),
    replay: replayCommand(pactFile, interaction.description, telling),
  };
}

function replayCommand(
  pact: string,
  only: string,
  { contract, baseUrl, statesUrl }: EvidenceContext,
): string {
  const states = statesUrl === undefined ? [] : [['states', statesUrl] as const];
  const options = [['pact', pact], ['only', only], ...states, ...specOption(contract)] as const;
  return kitCommand({ command: 'pact verify', positionals: [baseUrl], options });
}

function seenRequest(
  { method, url, headers, body }: SentRequest,
  mask: EvidenceContext['mask'],
): SeenRequest {
  const text = body === undefined || body.byteLength === 0 ? undefined : mask(textOf(body));
  const binary = binaryWords(body ?? new Uint8Array(), mask);
  const shown = text === undefined ? undefined : (binary ?? seenBody(text, undefined).body);
  return {
    body: shown,
    method,
    url: mask(url),
    headers: shownHeaders(headers).map(([name, value]) => [mask(name), mask(value)]),
  };
}

function seenAnswer(
  { status, headers, body }: Answer,
  mask: EvidenceContext['mask'],
  at: AnswerPart | undefined,
): SeenAnswer {
  const text = mask(textOf(body));
  const binary = binaryWords(body, mask);
  const mark = at?.in === 'body' && 'path' in at ? spanOf(text, at.path) : undefined;
  return {
    status,
    headers: headers.map(([name, value]) => [mask(name), withoutSession(name, mask(value))]),
    ...(binary === undefined ? seenBody(text, mark) : { body: binary }),
  };
}

/** Whoever sends a request makes these. */
const ofTheConnection = new Set(['host', 'content-length', 'accept-encoding', 'user-agent']);

/** By name: the verifier sends them in another order each time. */
function shownHeaders(headers: SentRequest['headers']): SentRequest['headers'] {
  return headers
    .filter(([name]) => !ofTheConnection.has(name.toLowerCase()))
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

/** References in the place of the stand-in, which was drawn at random for this run and never left this machine. */
function forCurl(
  { method, url, headers, body }: SentRequest,
  { standIn, credentials, mask }: EvidenceContext,
): CurlRequest {
  const { origin } = new URL(url);
  const secrets = [credentials.token, ...credentials.byScheme.values()];
  // It stands for any of them: encoded in the URL if one of them has to be.
  const secret = secrets.find((one = '') => encodeURIComponent(one) !== one) ?? standIn;
  const named = { variable: TOKEN_VARIABLE, secret };
  const filled = (text: string, template = [asIs]) =>
    mapLiterals(placeholderFilled(text, standIn, { template, named }), mask);
  const headerText = (value: string) =>
    value.startsWith(`Basic ${standIn}`) ? filled(value, [inBase64([asIs])]) : filled(value);
  return {
    method,
    origin,
    target: filled(url.slice(origin.length), [inUrl(asIs)]),
    headers: shownHeaders(headers).map(([name, value]) => [mask(name), headerText(value)] as const),
    body: bodyText(body, filled, mask),
    isComplete: true,
  };
}

function bodyText(
  body: Uint8Array | undefined,
  filled: (text: string) => Text,
  mask: EvidenceContext['mask'],
): Text | Uint8Array | undefined {
  if (body === undefined || body.byteLength === 0) return undefined;
  const text = textOf(body);
  return Buffer.from(text).equals(Buffer.from(body)) ? filled(text) : maskedBytes(body, mask);
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
