/** Why the mock rejects a request. The codes are stable: clients and tests may rely on them. */

import { truncate } from '../../sanitize.ts';
import { describeViolation, type Violation } from '../../spec/validation/validate.ts';

interface HttpErrorDefinition {
  /** Fills the code of an Error body (`error`, `code`, ...). */
  readonly code: number;
  readonly status: number;
  readonly title: string;
  /** The part of the request that the error is about. */
  readonly at?: readonly string[];
}

/**
 * 10xx: the message; 12xx: credentials; 13xx: preferences; 14xx: routes; 15xx: the mock itself; 16xx: upstream
 * responses. For 11xx see `violationCodes`.
 */
export const httpErrorTable = {
  'body-missing': { code: 1001, status: 400, title: 'The body is missing', at: ['body'] },
  'body-malformed': { code: 1002, status: 400, title: 'The body cannot be parsed', at: ['body'] },
  'media-type': {
    code: 1003,
    status: 400,
    title: 'The media type is not declared',
    at: ['header', 'Content-Type'],
  },
  'body-encoding': { code: 1004, status: 400, title: 'The body does not have the declared encoding', at: ['body'] },
  'body-too-large': { code: 1005, status: 413, title: 'The body is too large', at: ['body'] },
  'target-malformed': { code: 1006, status: 400, title: 'The request target is malformed', at: ['target'] },
  'message-malformed': { code: 1007, status: 400, title: 'The request is not valid HTTP' },
  'headers-too-large': { code: 1008, status: 431, title: 'The header fields are too large', at: ['header'] },
  'request-timeout': { code: 1009, status: 408, title: 'The request did not arrive in time' },
  expectation: { code: 1010, status: 417, title: 'The expectation is not supported', at: ['header', 'Expect'] },
  'content-coding': {
    code: 1011,
    status: 400,
    title: 'The content coding is not supported',
    at: ['header', 'Content-Encoding'],
  },
  'version-unknown': { code: 1012, status: 505, title: 'The HTTP version is not supported' },
  'target-too-long': { code: 1013, status: 414, title: 'The request target is too long', at: ['target'] },
  'method-unsupported': { code: 1014, status: 501, title: 'The method is not supported', at: ['method'] },
  'host-malformed': { code: 1015, status: 400, title: 'The Host header is missing or invalid', at: ['header', 'Host'] },
  'host-unknown': {
    code: 1016,
    status: 421,
    title: 'The request is for another host',
    at: ['header', 'Host'],
  },
  'origin-unknown': {
    code: 1017,
    status: 403,
    title: 'The page is from another host',
    at: ['header', 'Origin'],
  },
  'service-worker': { code: 1018, status: 403, title: 'Responses cannot be service workers' },
  'redirect-foreign': {
    code: 1020,
    status: 400,
    title: 'The mock redirects only to pages of this machine and of allowed hosts',
    at: ['query', 'redirect_uri'],
  },
  'body-undeclared': { code: 1019, status: 400, title: 'No body is declared', at: ['body'] },
  invalid: { code: 1199, status: 400, title: 'The request does not match the contract' },
  'credentials-missing': { code: 1201, status: 401, title: 'Credentials are missing', at: ['security'] },
  'credentials-wrong': { code: 1202, status: 401, title: 'Credentials are invalid', at: ['security'] },
  'scope-missing': { code: 1203, status: 403, title: 'The token lacks a scope', at: ['security'] },
  'login-rejected': { code: 1204, status: 401, title: 'The login is rejected', at: ['body'] },
  prefer: { code: 1301, status: 400, title: 'A preference is invalid', at: ['header', 'Prefer'] },
  'example-unknown': { code: 1302, status: 400, title: 'The example does not exist', at: ['header', 'Prefer'] },
  'not-acceptable': {
    code: 1303,
    status: 406,
    title: 'No declared media type is acceptable',
    at: ['header', 'Accept'],
  },
  'record-unknown': { code: 1403, status: 404, title: 'The record does not exist', at: ['path'] },
  'record-exists': { code: 1404, status: 409, title: 'The record already exists' },
  'record-changed': {
    code: 1405,
    status: 412,
    title: 'The record has another version',
    at: ['header', 'If-Match'],
  },
  'state-conflict': { code: 1406, status: 409, title: 'The state of the record does not allow the action' },
  'key-reused': { code: 1407, status: 422, title: 'The idempotency key was used with another body' },
  'route-unknown': { code: 1401, status: 404, title: 'The path does not exist', at: ['path'] },
  'method-unknown': { code: 1402, status: 405, title: 'The path does not support this method', at: ['method'] },
  'operation-disabled': { code: 1501, status: 501, title: 'The operation cannot be served' },
  'handler-invalid': { code: 1502, status: 500, title: 'The handler returned an invalid response' },
  'handler-failed': { code: 1503, status: 500, title: 'The handler failed' },
  'upstream-unreachable': { code: 1691, status: 502, title: 'The upstream does not respond' },
  'upstream-timeout': { code: 1692, status: 504, title: 'The upstream does not respond in time' },
  'upgrade-unsupported': { code: 1693, status: 501, title: 'Protocol upgrades are not supported' },
  internal: { code: 1500, status: 500, title: 'The mock server failed' },
} as const satisfies Record<string, HttpErrorDefinition>;

export type HttpErrorKind = keyof typeof httpErrorTable;

/** The code of each JSON Schema keyword that a request can violate. */
export const violationCodes: Readonly<Record<string, number>> = {
  required: 1101,
  type: 1102,
  enum: 1103,
  const: 1104,
  format: 1105,
  pattern: 1106,
  minLength: 1107,
  maxLength: 1108,
  minimum: 1109,
  maximum: 1110,
  exclusiveMinimum: 1111,
  exclusiveMaximum: 1112,
  multipleOf: 1113,
  minItems: 1114,
  maxItems: 1115,
  uniqueItems: 1116,
  contains: 1117,
  minContains: 1117,
  maxContains: 1118,
  minProperties: 1119,
  maxProperties: 1120,
  additionalProperties: 1121,
  unevaluatedProperties: 1122,
  unevaluatedItems: 1123,
  propertyNames: 1124,
  dependentRequired: 1125,
  anyOf: 1126,
  oneOf: 1127,
  not: 1128,
  false: 1129,
};

/** The codes of violations by responses: 16xx; a keyword has its request code plus 500. */
const responseViolationCodes: Readonly<Record<string, number>> = {
  status: 1651,
  'media-type': 1652,
  'body-malformed': 1653,
  'body-encoding': 1654,
};

/** The code of a rule that an upstream response violates. */
export function responseViolationCode(rule: string): number {
  return responseViolationCodes[rule] ?? violationCode(rule) + 500;
}

/** A location in a request that does not conform to the contract. */
export interface ContractViolation {
  /** A JSON Schema keyword, or the kind of the error. */
  readonly rule: string;
  /** The code of the rule; it is stable across versions. */
  readonly code: number;
  /**
   * The path from the part of the request down, such as `['body', 'lines', 2]`; empty if it concerns the whole request.
   */
  readonly at: readonly (string | number)[];
  /** `body.id: expected integer, got string "7"` */
  readonly message: string;
}

/** Returned as data, not thrown; error-response.ts turns it into a response. */
export class HttpError {
  readonly kind: HttpErrorKind;
  readonly code: number;
  /** The violated keyword, or else the kind. */
  readonly rule: string;
  readonly title: string;
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** All violations, at least one. */
  readonly violations: readonly ContractViolation[];
  readonly recordState: RecordState | undefined;

  constructor(kind: HttpErrorKind, message: string, options: HttpErrorOptions = {}) {
    const entry: HttpErrorDefinition = httpErrorTable[kind];
    this.kind = kind;
    this.code = options.code ?? entry.code;
    this.rule = options.rule ?? kind;
    this.title = entry.title;
    this.status = options.status ?? entry.status;
    this.message = message;
    this.headers = options.headers ?? {};
    this.violations = options.violations ?? [{ rule: this.rule, code: this.code, at: entry.at ?? [], message }];
    this.recordState = options.recordState;
  }
}

/** The state of the record that caused an error, for error bodies that have a property for it. */
export interface RecordState {
  /** In lower case, letters only: `currentstatus`, `orderstatus`. */
  readonly names: readonly string[];
  readonly value: string;
}

interface HttpErrorOptions {
  /** Instead of the usual one of the kind. */
  readonly status?: number;
  readonly code?: number;
  readonly rule?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly violations?: readonly ContractViolation[];
  readonly recordState?: RecordState;
}

/**
 * A missing record and a wrong password do not violate the contract, and neither does an error of the mock or the
 * upstream.
 */
export function isContractViolation({ kind, status }: HttpError): boolean {
  return !kind.startsWith('record-') && kind !== 'login-rejected' && status < 500;
}

/** Longer lists are not readable. */
const MAX_VIOLATIONS_REPORTED = 5;

/** One error for all violations of a request; the first one provides the code. */
export function invalidRequestError(first: ContractViolation, rest: readonly ContractViolation[]): HttpError {
  const violations = uniqueViolations([first, ...rest]);
  const messages = violations.map((violation) => violation.message);
  const reported = messages.slice(0, MAX_VIOLATIONS_REPORTED);
  const omitted = messages.length - reported.length;
  const message = `${reported.join('; ')}${omitted > 0 ? `; and ${omitted} more` : ''}`;
  return new HttpError('invalid', message, { rule: first.rule, code: first.code, violations });
}

/** The parts of an allOf often have the same constraint. */
function uniqueViolations(violations: readonly ContractViolation[]): readonly ContractViolation[] {
  return [...new Map(violations.map((violation) => [violation.message, violation])).values()];
}

/** `root` names what was validated: `['body']`, `['query', 'limit']`. */
export function toContractViolation(violation: Violation, root: readonly string[]): ContractViolation {
  const { keyword } = violation;
  return {
    rule: keyword,
    code: violationCode(keyword),
    at: [...root, ...violation.path],
    message: cut(describeViolation(violation, root.join('.')), MAX_MESSAGE_LENGTH),
  };
}

/** The code of a JSON Schema keyword. */
export function violationCode(rule: string): number {
  return violationCodes[rule] ?? httpErrorTable.invalid.code;
}

/** A property name can be as long as a body. */
const MAX_MESSAGE_LENGTH = 400;

/** Quotes text from a request for a message and limits its length. */
export function quoteText(text: string): string {
  return JSON.stringify(cut(text, 60));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${truncate(text, length - 3)}...` : text;
}
