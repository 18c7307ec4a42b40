/** The parts of the handler of a contract, and what it knows about a request in addition to its text. */
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { PresentedTokens } from '../authentication/issued-tokens.ts';
import type { HandlerStore } from '../handlers/config-types.ts';
import type { NamedHandler } from '../handlers/find-handlers.ts';
import type { LoginService } from '../login/login-service.ts';
import type { Faker } from '../made-up/faker.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { ResponseGenerator } from '../respond/response-generator.ts';
import type { Router } from '../routing/router.ts';
import type { Scenario } from '../rules/scenario.ts';
import type { RepeatedRequests } from './repeated-requests.ts';
import type { RequestContext } from './request-context.ts';

export interface HandlerOptions {
  /** With `undefined` every request is accepted without credentials. */
  readonly tokens: readonly string[] | undefined;
  readonly generateResponse: ResponseGenerator;
  readonly login: LoginService;
  /** Whether each user who logs in has records of their own. */
  readonly hasRecordsPerUser?: boolean | undefined;
  readonly scenario: Scenario;
  /** Functions of the user that respond instead. */
  readonly code?: CodeOptions | undefined;
  /** What requests with an idempotency key get again; without it, each has its effect. */
  readonly repeated?: RepeatedRequests | undefined;
  /** The prefix of the contract: `/shop`, or the empty string. */
  readonly mount: string;
  /** The callbacks that follow a response; without it, none are sent. */
  readonly prepareCallbacks?:
    | ((context: RequestContext, response: GeneratedResponse) => Promise<readonly OutgoingRequest[]>)
    | undefined;
}

export interface CodeOptions {
  readonly handlers: ReadonlyMap<Operation, NamedHandler>;
  /** The records of this user, or those of the mock. */
  readonly storeOf: (owner: string | undefined) => HandlerStore;
  /** For one call of the handler of this operation. */
  readonly createFaker: (operation: Operation) => () => Faker;
}

export interface HandlingContext {
  readonly contract: Contract;
  readonly router: Router;
  readonly generateResponse: ResponseGenerator;
  readonly login: LoginService;
  readonly hasRecordsPerUser: boolean;
  /** The tokens of logins that the request has. */
  readonly presented: PresentedTokens;
  readonly code: CodeOptions | undefined;
  readonly repeated: RepeatedRequests | undefined;
}
