/** The simplest body that the contract refuses, for families that are about something else. */
import type { Json } from '../../../../spec/exact-json.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Draft } from '../../case.ts';
import { jsonDraft, type Twin } from '../../twin.ts';

/** Undefined where there is no body, or none of another shape is invalid. */
export function plainInvalid(twin: Twin): Draft | undefined {
  const { body } = twin;
  if (body === undefined) return undefined;
  const invalid = shapes.find((shape) => !isValid(body.schema, shape, 'request'));
  return invalid === undefined ? undefined : jsonDraft(twin, invalid);
}

const shapes: readonly Json[] = [{}, [], 'none', 7];
