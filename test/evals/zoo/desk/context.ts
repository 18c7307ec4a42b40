import type { DeskBehavior } from './behavior.ts';
import { DeskError, malformedRequest } from './error.ts';
import { type FormPair, readFields } from './forms.ts';
import type { DeskRequest } from './http.ts';
import type { DeskMemory } from './memory.ts';

/** What a handler works with. */
export interface DeskContext {
  readonly behavior: DeskBehavior;
  readonly memory: DeskMemory;
  readonly sessions: Set<string>;
  readonly request: DeskRequest;
  /** What the path names, decoded. */
  readonly pathName: string;
}

/** The body, where it has one of these types. Throws `Refusal`. */
export function typedBody({ behavior, request }: DeskContext, types: readonly string[]): string {
  if (request.body.length === 0) throw malformedRequest('The body is required.');
  const type = behavior.mediaTypeEssence(request.headers['content-type'] ?? '');
  if (types.includes(type)) return type;
  const title = `The body has to be ${types.join(' or ')}.`;
  throw new DeskError({ status: 415, code: 'wrong-media-type', title });
}

export const FORM = 'application/x-www-form-urlencoded';

export function formPairs({ behavior, request }: DeskContext): readonly FormPair[] {
  return behavior.forms.pairsOf(behavior.decode(request.body));
}

/** The fields of a form as the operation has them. */
export function formFields(
  context: DeskContext,
  rules: 'session' | 'booking' | 'suggestion',
): ReturnType<typeof readFields> {
  typedBody(context, [FORM]);
  return readFields(context.behavior.forms, context.behavior.rules[rules], formPairs(context));
}
