/** An exchange as shown in reports: credentials masked, long bodies truncated, and the commands that send it again. */
import { displayText } from '../../../shell/credential-text.ts';
import { formatKitCommand } from '../../../shell/kit-command.ts';
import { isDefaultContract } from '../../../spec/kit.ts';
import type { Contract, SecurityScheme } from '../../../spec/model/contract.ts';
import { validate } from '../../../spec/validation/validate.ts';
import type { Evidence, ExchangeTiming, ResponsePart, ShownRequest, ShownResponse } from '../../finding/finding.ts';
import type { UsedHooks } from '../../hooks/hook-run.ts';
import { describeChange } from '../../hooks/request-change.ts';
import { type BodyPath, changedSpan, parseBodyPath, type TextSpan, valueSpan } from '../../http/json-path.ts';
import { type Credentials, credentialsOfOther } from '../../options/credentials.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';
import type { ReplayOptions } from '../model/replay-options.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { CaseFacts } from '../model/test-case.ts';
import { describeHiddenHeaders } from '../request/credentials/added-headers.ts';
import { isOfOther } from '../request/credentials/apply-credentials.ts';
import {
  describeHiddenCredentials,
  getMask,
  type ShellVariables,
  shellVariables,
} from '../request/credentials/credential-mask.ts';
import { operationBaseUrl } from '../request/parameters/base-url.ts';
import { findSentMedia } from '../request/payload/payload.ts';
import { findContractSentence } from './contract-sentence.ts';
import { describeHookHeaders, markChange, withChangeMask } from './evidence/printed-change.ts';
import { describeCurlLimitations, type PrintedRequest, printCurl, printRequest } from './evidence/printed-request.ts';
import { describeHiddenValues } from './evidence/secret-references.ts';
import { createShownBody, describeBinary } from './evidence/shown-body.ts';
import type { ShownCase } from './shown-case.ts';

/** An exchange of a case, and what is needed to reproduce it. */
export interface EvidenceInput {
  readonly contract: Contract;
  readonly shownCase: ShownCase;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  readonly baseUrl: string;
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: Credentials;
  /** The part of the response that is wrong. */
  readonly responsePart?: ResponsePart | undefined;
  /** The hooks of the run. */
  readonly hooks?: UsedHooks | undefined;
  /** See `Target`. */
  readonly replayOptions?: ReplayOptions | undefined;
}

export function createEvidence(input: EvidenceInput): Omit<Evidence, 'reproduction'> {
  const { contract, shownCase, exchange, requestSpec, schemes, credentials, hooks } = input;
  const { hookChange } = exchange;
  const sent = requestSpec.credentials === 'right' ? schemes : requestSpec.credentials.schemes;
  const user = isOfOther(requestSpec.credentials) ? 'other' : 'first';
  const ownCredentials = user === 'other' ? credentialsOfOther(credentials) : credentials;
  const variables = shellVariables(sent, ownCredentials, user);
  const mask = evidenceMask(input);
  const printed = createPrintedRequest(input, variables);
  const curl = printCurl(printed);
  return {
    caseId: shownCase.id,
    category: shownCase.category,
    mutation: mask(markChange(shownCase.mutation, hookChange)),
    ...(hookChange && { changedByHook: mask(describeChange(hookChange)) }),
    ...(shownCase.steps === undefined ? {} : { steps: shownCase.steps.map(mask) }),
    requirement: findContractSentence(shownCase.place, contract, shownCase.operation),
    request: createShownRequest(printed, findMutatedPath(shownCase, requestSpec), mask),
    response: exchange.outcome.kind === 'response' ? createShownResponse(exchange.outcome.response, input) : undefined,
    curl,
    curlLimitations: joinRemarks(
      describeCurlLimitations(shownCase, printed.delivery),
      printed.isMasked ? MASKED_REMARK : undefined,
      describeHiddenCredentials({ curl, variables }, sent, ownCredentials, user),
      describeHiddenHeaders(curl, credentials),
      describeHookHeaders(curl, hookChange),
      describeHiddenValues(curl, credentials.alsoSecret ?? []),
      hooks !== undefined && hooks.hookFile === undefined ? PROGRAM_HOOKS_REMARK : undefined,
    ),
    replay: replayCommand(shownCase, input),
    timing: createTiming(exchange),
  };
}

const PROGRAM_HOOKS_REMARK = 'replay runs without the hooks of the program';

/** Credentials, and what a hook sets for this request. */
function evidenceMask({ credentials, exchange }: EvidenceInput): Mask {
  return withChangeMask(getMask(credentials), exchange.hookChange);
}

/** Completes "what the curl line does not do". */
export const MASKED_REMARK = 'a credential within its text is masked';

/** Names the document and what changes it, since the ids of cases depend on it. */
function replayCommand(
  { id }: ShownCase,
  { contract, baseUrl, credentials, hooks, replayOptions = [] }: EvidenceInput,
): string {
  const options = [
    ...specOptions(contract),
    ...replayOptions,
    ...loginOptions(credentials),
    ...connectionOptions(credentials),
    ...(hooks?.hookFile === undefined ? [] : [['hooks', hooks.hookFile.file] as const]),
  ];
  return formatKitCommand({ command: 'replay', positionals: [id, baseUrl], options });
}

/** What a login needs in addition to environment variables. A command or a query may contain secrets. */
export function loginOptions({ login }: Credentials): readonly (readonly [string, string])[] {
  return login?.tokenUrl === undefined || login.tokenUrl.includes('?') ? [] : [['token-url', login.tokenUrl]];
}

/** Empty for the default document. */
export function specOptions(contract: Contract): readonly (readonly [string, string])[] {
  return isDefaultContract(contract) ? [] : [['spec', contract.file]];
}

/** Secret headers are left out: a remark names them. */
export function connectionOptions({ connection }: Credentials): readonly (readonly [string, string | true])[] {
  const { tls, headers = [], proxy } = connection ?? {};
  const files = Object.entries(tls?.files ?? {}).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, file] as const],
  );
  return [
    ...files,
    ...(tls?.isInsecure === true ? [['insecure', true] as const] : []),
    ...(proxy?.given === undefined ? [] : [['proxy', proxy.given] as const]),
    ...headers.filter(({ isSecret }) => !isSecret).map(({ name, value }) => ['header', `${name}: ${value}`] as const),
  ];
}

function createPrintedRequest(input: EvidenceInput, variables: ShellVariables): PrintedRequest {
  const { contract, shownCase, requestSpec, exchange, schemes, credentials, baseUrl } = input;
  return printRequest({
    ...{ requestSpec, schemes, credentials, variables },
    method: exchange.request.method,
    baseUrl: operationBaseUrl(shownCase.operation, contract, baseUrl),
    mask: evidenceMask(input),
    change: exchange.hookChange,
  });
}

/** Undefined when the time was not measured. */
export function createTiming({ sentAt, ms }: Exchange): ExchangeTiming | undefined {
  return sentAt === undefined ? undefined : { sentAt: new Date(sentAt).toISOString(), ms: Math.round(ms) };
}

/** Undefined when there are no remarks. */
export function joinRemarks(...remarks: readonly (string | undefined)[]): string | undefined {
  const given = remarks.filter((remark) => remark !== undefined);
  return given.length === 0 ? undefined : given.join('; ');
}

/**
 * The path of the mutated value in the body: the one that the topic begins with, otherwise the first that violates the
 * schema. Undefined when the mutation is not in the body.
 */
export function findMutatedPath(
  { operation, expectation, topic }: Pick<CaseFacts, 'operation' | 'expectation' | 'topic'>,
  requestSpec: RequestSpec,
): BodyPath | undefined {
  const path = parseBodyPath(topic);
  if (path !== undefined && path.length > 0) return path;
  const schema = expectation === 'reject' ? findSentMedia(operation, requestSpec)?.schema : undefined;
  if (schema === undefined || requestSpec.value === undefined) return undefined;
  return validate(schema, requestSpec.value, 'request')[0]?.path;
}

function createShownRequest(printed: PrintedRequest, mutatedPath: BodyPath | undefined, mask: Mask): ShownRequest {
  const { method, origin, target, headers, body } = printed;
  const text = body === undefined ? undefined : body instanceof Uint8Array ? decodeBody(body) : displayText(body);
  const binary = body instanceof Uint8Array ? describeBinary(body, mask) : undefined;
  return {
    ...(text === undefined
      ? { body: undefined }
      : binary === undefined
        ? createShownBody(text, spanOfPath(text, mutatedPath))
        : { body: binary }),
    method,
    url: `${origin}${displayText(target)}`,
    headers: headers.map(([name, value]) => [name, displayText(value)] as const),
  };
}

type Mask = (text: string) => string;

/** Undefined for the root: the whole body needs no mark. */
function spanOfPath(text: string, path: BodyPath | undefined): TextSpan | undefined {
  return path === undefined || path.length === 0 ? undefined : valueSpan(text, path);
}

function createShownResponse({ status, headers, body }: ReceivedResponse, input: EvidenceInput): ShownResponse {
  const { responsePart } = input;
  const mask = evidenceMask(input);
  const unmasked = decodeBody(body);
  const text = mask(unmasked);
  const binary = describeBinary(body, mask);
  return {
    status,
    headers: headers.map(([name, value]) => [mask(name), maskCookie(name, mask(value))] as const),
    ...(binary === undefined
      ? createShownBody(text, responsePart?.in === 'body' ? markedPart(responsePart) : undefined)
      : { body: binary }),
  };

  /** A masked credential before the part changes its offset. */
  function markedPart(part: Extract<ResponsePart, { in: 'body' }>): TextSpan | undefined {
    if ('path' in part) {
      return part.from === undefined ? valueSpan(text, part.path) : changedSpan(text, part.path, part.from);
    }
    const start = mask(unmasked.slice(0, part.offset)).length;
    return { start, end: start + 1 };
  }
}

/** A session cookie is a credential too. */
export function maskCookie(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, '=***') : value;
}

function decodeBody(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
