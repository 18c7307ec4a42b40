import { isObject, type Json, type JsonObject } from '../json.ts';
import { type BodyCheck, createChecker, type EnforcesRule } from '../tools/validation.ts';
import type { CalendarBehavior } from './behavior.ts';
import { type CalendarFieldError, CalendarProblem, type CalendarRequest, EarlyResponse, notFound } from './http.ts';
import { type CalendarParameters, readId, readInvitationId } from './parameters.ts';
import type { CalendarRecord, CalendarState, EventRecord, InvitationRecord } from './state.ts';

/** What a handler works with. */
export interface CalendarContext {
  readonly behavior: CalendarBehavior;
  readonly state: CalendarState;
  readonly operation: string;
  readonly request: CalendarRequest;
  /** What stands in the variable parts of the path, decoded. */
  readonly pathValues: readonly string[];
  readonly parameters: CalendarParameters;
  readonly user: string;
  readonly enforces: EnforcesRule;
}

export function calendarOf({
  behavior,
  state,
  operation,
  pathValues,
  user,
  enforces,
}: CalendarContext): CalendarRecord {
  const [text = ''] = pathValues;
  const calendar = behavior.findCalendar(state, readId(text, enforces), operation);
  if (calendar !== undefined && behavior.isOwn(user, calendar.owner, operation)) return calendar;
  throw behavior.missing('calendar', calendar !== undefined);
}

export function eventOf(context: CalendarContext): EventRecord {
  const { behavior, state, operation, pathValues, enforces } = context;
  const calendar = calendarOf(context);
  const [, text = ''] = pathValues;
  const event = behavior.findEvent(state, { calendar, id: readId(text, enforces), operation });
  if (event === undefined) throw notFound('event');
  return event;
}

export function invitationOf({
  behavior,
  state,
  operation,
  pathValues,
  user,
  enforces,
}: CalendarContext): InvitationRecord {
  const [text = ''] = pathValues;
  const id = readInvitationId(text, enforces);
  const invitation = id === undefined ? undefined : behavior.findInvitation(state, id);
  if (invitation !== undefined && behavior.isOwn(user, invitation.owner, operation)) return invitation;
  throw behavior.missing('invitation', invitation !== undefined);
}

interface BodyRules {
  /** Of record, for its defaults. */
  readonly kind: string;
  readonly check: BodyCheck;
  readonly mediaType?: string;
}

/** The JSON body with its defaults, when it matches its schema. */
export function bodyOf(
  context: CalendarContext,
  { kind, check, mediaType = 'application/json' }: BodyRules,
): JsonObject {
  const { behavior, operation } = context;
  const fields = behavior.keepFields(parsedBody(context, { check, mediaType }), operation);
  return behavior.withDefaults(kind, fields);
}

export function parsedBody(
  context: CalendarContext,
  { check, mediaType }: Pick<BodyRules, 'check'> & { readonly mediaType: string },
): JsonObject {
  const { behavior, request, operation } = context;
  const type = behavior.mediaType(request.headers['content-type'] ?? '');
  if (type !== mediaType && context.enforces('media-type'))
    throw new CalendarProblem(415, `The body is expected as ${mediaType}.`);
  return checked(context, behavior.prepare(parse(context), operation), check);
}

function parse({ behavior, request }: CalendarContext): Json {
  const text = behavior.decodeText(request.body);
  try {
    return behavior.parseJson(text);
  } catch (error) {
    throw error instanceof EarlyResponse ? error : new CalendarProblem(400, 'The body is not JSON.');
  }
}

export function checked({ enforces }: CalendarContext, value: Json, check: BodyCheck): JsonObject {
  const errors: CalendarFieldError[] = [];
  check(value, createChecker(enforces, errors));
  if (errors.length > 0) throw new CalendarProblem(422, 'The body does not match its schema.', { errors });
  return isObject(value) ? value : {};
}

/** Of a change: 428 where a condition is required and missing, 412 where it does not hold. */
export function requireMatch({ behavior, request, enforces }: CalendarContext, tag: string, isRequired: boolean): void {
  const condition = request.headers['if-match'];
  if (condition === undefined && isRequired && enforces('if-match/required'))
    throw new CalendarProblem(428, 'If-Match is required.');
  if (!behavior.isMatch(condition, tag)) throw new CalendarProblem(412, 'It has another ETag.');
}
