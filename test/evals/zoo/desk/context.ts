import type { Desk } from './desk.ts';
import { type Pair, readFields } from './forms.ts';
import type { Memory } from './memory.ts';
import { malformed, Refusal } from './refusal.ts';
import type { Incoming } from './wire.ts';

/** What a handler works with. */
export interface Context {
  readonly desk: Desk;
  readonly memory: Memory;
  readonly sessions: Set<string>;
  readonly request: Incoming;
  /** What the path names, decoded. */
  readonly named: string;
}

/** The body, where it has one of these types. Throws `Refusal`. */
export function typedBody({ desk, request }: Context, types: readonly string[]): string {
  if (request.body.length === 0) throw malformed('The body is required.');
  const type = desk.essenceOf(request.headers['content-type'] ?? '');
  if (types.includes(type)) return type;
  const title = `The body has to be ${types.join(' or ')}.`;
  throw new Refusal({ status: 415, code: 'wrong-media-type', title });
}

export const FORM = 'application/x-www-form-urlencoded';

export function formPairs({ desk, request }: Context): readonly Pair[] {
  return desk.forms.pairsOf(desk.decode(request.body));
}

/** The fields of a form as the operation has them. */
export function formFields(
  context: Context,
  rules: 'session' | 'booking' | 'suggestion',
): ReturnType<typeof readFields> {
  typedBody(context, [FORM]);
  return readFields(context.desk.forms, context.desk.rules[rules], formPairs(context));
}
