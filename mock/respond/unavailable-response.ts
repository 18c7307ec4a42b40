/** The errors for a media type or an example that the chosen response does not have. */
import type { MediaType, Response } from '../../spec/model/contract.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import type { Preferences } from './preferences.ts';
import type { ResponsePlan } from './response-plan.ts';

interface RequestedForm {
  readonly preferences: Preferences;
  readonly accept: string | undefined;
}

/** The error if the requested media type or example is not available. */
export function unavailableError(
  { negotiated, response: declaredResponse }: ResponsePlan,
  request: RequestedForm,
): HttpError | undefined {
  const { example } = request.preferences;
  if (negotiated === undefined && declaredResponse.content.length > 0) return notAcceptable(declaredResponse, request);
  if (example === undefined || hasExample(negotiated?.media, example)) return undefined;
  return unknownExample(negotiated?.media, example);
}

function notAcceptable(declaredResponse: Response, { accept }: RequestedForm): HttpError {
  const offered = declaredResponse.content.map(({ range }) => range).join(' or ');
  return new HttpError(
    'not-acceptable',
    `header.Accept: expected a range that covers ${offered}, got ${quoteText(accept ?? '')}`,
  );
}

function hasExample(media: MediaType | undefined, name: string): boolean {
  return media?.examples.some((example) => example.name === name) === true;
}

function unknownExample(media: MediaType | undefined, name: string): HttpError {
  const names = media?.examples.map((example) => JSON.stringify(example.name)) ?? [];
  const expected = names.length === 0 ? 'none (this response declares no examples)' : `one of ${names.join(', ')}`;
  return new HttpError('example-unknown', `Prefer: example: expected ${expected}, got ${quoteText(name)}`);
}
