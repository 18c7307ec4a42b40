/** Generates the response to a valid request, with the tokens of a login and the data of the user who logged in. */
import type { CredentialSources } from '../authentication/authenticate.ts';
import type { PresentedTokens } from '../authentication/issued-tokens.ts';
import { HttpError } from '../http/http-error.ts';
import type { LoginService } from '../login/login-service.ts';
import type { MaybePromise } from '../model/when-ready.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { GenerationRequest, ResponseGenerator } from '../respond/response-generator.ts';
import type { ValidRequest } from '../validate/validate-request.ts';

interface LoginParts {
  readonly generateResponse: ResponseGenerator;
  readonly login: LoginService;
  readonly presented: PresentedTokens;
}

/** A requested error is no login. */
export function respondWithLogin(
  { generateResponse, login, presented }: LoginParts,
  request: GenerationRequest & { readonly valid: ValidRequest },
  sources: CredentialSources,
): MaybePromise<GeneratedResponse | HttpError> {
  const { operation, valid, origin, preferences } = request;
  if (preferences.code !== undefined && preferences.code >= 300) return generateResponse(request);
  const step = login.prepare({ operation, valid, sources, presented, origin });
  return step === undefined ? generateResponse(request) : respondToStep(generateResponse, request, step);
}

async function respondToStep(
  generateResponse: ResponseGenerator,
  request: GenerationRequest,
  preparing: NonNullable<ReturnType<LoginService['prepare']>>,
): Promise<GeneratedResponse | HttpError> {
  const step = await preparing;
  if (step === undefined) return generateResponse(request);
  if (step instanceof HttpError) return step;
  const { fillSample, user, isWithoutRecords } = step;
  const response = await generateResponse({ ...request, fillSample, user, isWithoutRecords });
  return response instanceof HttpError || step.finish === undefined ? response : step.finish(response);
}
