import { basePath } from '../base-path.ts';
import { bodyOf, type CalendarContext, eventOf, invitationOf } from '../context.ts';
import { CalendarProblem, type CalendarResponse, jsonResponse } from '../http.ts';
import { newInvitation } from '../rules.ts';
import type { InvitationRecord } from '../state.ts';

export function createInvitation(context: CalendarContext): CalendarResponse {
  const { behavior, state, user } = context;
  const event = eventOf(context);
  const fields = bodyOf(context, { kind: 'invitation', check: newInvitation });
  state.lastInvitationId += 3n;
  const invitation: InvitationRecord = {
    id: state.lastInvitationId,
    event: event.id,
    owner: user,
    fields,
    state: 'pending',
    createdAt: behavior.now(),
    decidedAt: undefined,
  };
  state.invitations.set(invitation.id, invitation);
  const location = `${basePath}/invitations/${invitation.id}`;
  return jsonResponse(201, behavior.showInvitation(invitation), { location });
}

export function readInvitation(context: CalendarContext): CalendarResponse {
  return jsonResponse(200, context.behavior.showInvitation(invitationOf(context)));
}

export function actOnInvitation(context: CalendarContext, action: string): CalendarResponse {
  const { behavior, state } = context;
  const invitation = invitationOf(context);
  const next = behavior.nextState(action, invitation.state);
  if (next === undefined) throw new CalendarProblem(409, `The invitation is ${invitation.state}.`);
  const changed = { ...invitation, state: next, decidedAt: behavior.now() };
  state.invitations.set(changed.id, changed);
  return jsonResponse(200, behavior.showInvitation(changed));
}
