/** The exchange of an interaction as a person sees it, and how to see it again. */
import type { Contract } from '../../../spec/contract.ts';
import { spanOf } from '../../body-path.ts';
import type { Answer, SentRequest } from '../../conformance/exchange.ts';
import type { Credentials } from '../../conformance/request/credentials.ts';
import { curlLine, forShell, shellWord } from '../../conformance/request/curl.ts';
import { SHELL_BASE64, whatTokenHides } from '../../conformance/request/mask-credentials.ts';
import { binaryWords } from '../../conformance/telling/evidence/binary-body.ts';
import { seenBody } from '../../conformance/telling/evidence/seen-body.ts';
import { allOf, specOption, timingOf, withoutSession } from '../../conformance/telling/evidence.ts';
import type { AnswerPart, Evidence, SeenAnswer, SeenRequest } from '../../finding.ts';
import { interactionName } from '../file/interaction.ts';
import type { JudgedInteraction } from './interaction-result.ts';

/** What it takes to tell of an exchange without giving anything away. */
export interface Telling {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** What stands in the place of each credential in what was recorded. */
  readonly standIn: string;
  mask(text: string): string;
  /** The options of `pact verify` that a replay needs beside the pact, such as `--states URL`. */
  readonly options: string;
}

/** Undefined where nothing was sent. */
export function evidenceOf(
  { interaction, exchange, pactFile, operation }: JudgedInteraction,
  telling: Telling,
  at: AnswerPart | undefined,
): Omit<Evidence, 'confirmation'> | undefined {
  if (exchange === undefined) return undefined;
  const { contract, baseUrl, options, credentials, mask } = telling;
  const { outcome, request } = exchange;
  const curl = mask(curlLine(forCurl(request, telling.standIn)));
  const schemes = contract.operations
    .filter(({ id }) => id === operation)
    .flatMap(({ security }) => security.flatMap((one) => one.schemes));
  const isStaged = interaction.states.length > 0 && options.includes('--states');
  const words = [`--pact ${shellWord(pactFile)}`, `--only ${shellWord(interaction.description)}`, options];
  return {
    caseId: interaction.description,
    family: 'pact',
    mutation: mask(interactionName(interaction)),
    request: seenRequest(request, mask),
    answer: outcome.kind === 'answer' ? seenAnswer(outcome.answer, mask, at) : undefined,
    curl,
    curlLacks: allOf(
      isStaged ? 'this request alone; replay has the provider states set up before it' : undefined,
      whatTokenHides({ curl }, schemes, credentials),
    ),
    timing: timingOf(exchange),
    replay: `plant-store pact verify ${shellWord(baseUrl)} ${words.filter((word) => word !== '').join(' ')}${specOption(contract)}`,
  };
}

function seenRequest({ method, url, headers, body }: SentRequest, mask: Telling['mask']): SeenRequest {
  const text = body === undefined || body.byteLength === 0 ? undefined : mask(textOf(body));
  const binary = binaryWords(body ?? new Uint8Array(), mask);
  const shown = text === undefined ? undefined : (binary ?? seenBody(text, undefined).body);
  return {
    body: shown,
    method,
    url: mask(url),
    headers: shownHeaders(headers).map(([name, value]) => [name, mask(value)]),
  };
}

function seenAnswer(
  { status, headers, body }: Answer,
  mask: Telling['mask'],
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

/** The stand-in becomes what the shell fills in. */
function forCurl({ method, url, headers, body }: SentRequest, standIn: string) {
  const filled = (text: string) => text.replaceAll(standIn, forShell('$PLANT_STORE_TOKEN'));
  const text = body === undefined || body.byteLength === 0 ? undefined : textOf(body);
  return {
    method,
    url: filled(url),
    headers: shownHeaders(headers).map(
      ([name, value]) =>
        [name, filled(value.replace(`Basic ${standIn}`, `Basic ${forShell(SHELL_BASE64)}`))] as const,
    ),
    body: text === undefined || Buffer.from(text).equals(Buffer.from(body ?? [])) ? text : body,
    isBodyForShell: false,
  };
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}
